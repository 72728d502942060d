// The two clocks of this machine: its time, which may be set, and its uptime, which cannot, and
// which runs on while the machine sleeps. Node reads the uptime from a file; it is read again where
// the time no longer goes with the process's own clock, which cannot be set either, but sleeps.

import { uptime } from 'node:os';

/** Both in milliseconds: the time that may be set, and the time since the machine was started. */
export interface Moment {
  wall: number;
  uptime: number;
}

/** So far the two may drift apart between two reads: by a clock that is being corrected. */
const DRIFT_MS = 50;

/** @param clocks those of this machine and process, but for a test. */
export function openMachineTime(
  clocks = {
    wall: Date.now,
    own: () => performance.now(),
    uptime: () => uptime() * 1_000,
  },
): () => Moment {
  const read = () => ({ wall: clocks.wall(), own: clocks.own(), uptime: clocks.uptime() });
  let last = read();
  return () => {
    const [wall, own] = [clocks.wall(), clocks.own()];
    if (Math.abs(wall - last.wall - (own - last.own)) > DRIFT_MS) last = read();
    return { wall, uptime: last.uptime + own - last.own };
  };
}

/** Of this machine. */
export const machineTime = openMachineTime();
