// What processes have cost so far, as Linux tells it.

import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  /** Of the process and of its children that have ended, milliseconds. */
  ms: number;
}

function readTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
      times.set(Number(name), { parent: Number(fields[1]), ms: ticks * MS_PER_TICK });
    } catch {
      // It has ended meanwhile.
    }
  }
  return times;
}

/** CPU of a process alone, and of everything that it has started, in milliseconds. */
export function cpuOf(pid: number): { ownMs: number; childrenMs: number } {
  const times = readTimes();
  const sum = (parent: number): number => {
    let ms = 0;
    for (const [child, time] of times) if (time.parent === parent) ms += time.ms + sum(child);
    return ms;
  };
  return { ownMs: times.get(pid)?.ms ?? 0, childrenMs: sum(pid) };
}
