// What processes have cost so far and what they hold, as Linux counts it.

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
    const stat = readOf(Number(name), 'stat');
    // It has ended meanwhile.
    if (stat === '') continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    times.set(Number(name), { parent: Number(fields[1]), ms: ticks * MS_PER_TICK });
  }
  return times;
}

/** Empty where the process has ended or the system does not say. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function startedBy(pid: number, times: ReadonlyMap<number, ProcessTimes>): number[] {
  const children = [...times].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [...children, ...children.flatMap((child) => startedBy(child, times))];
}

/** CPU of a process alone, and of everything that it has started, in milliseconds. */
export function cpuOf(pid: number): { ownMs: number; childrenMs: number } {
  const times = readTimes();
  const msOf = (each: number) => times.get(each)?.ms ?? 0;
  const childrenMs = startedBy(pid, times).reduce((sum, child) => sum + msOf(child), 0);
  return { ownMs: msOf(pid), childrenMs };
}

/** Memory of a process alone, and of everything that it has started, in MiB. */
export function memoryOf(pid: number): { ownMib: number; childrenMib: number } {
  const children = startedBy(pid, readTimes());
  return { ownMib: mibOf(pid), childrenMib: children.reduce((sum, each) => sum + mibOf(each), 0) };
}

/**
 * The proportional share: what n processes hold together is an nth of each. A process in a sandbox
 * shows its share to root alone; to others it counts with all that is resident, which is more.
 */
function mibOf(pid: number): number {
  const share = /^Pss:\s+(\d+) kB$/m.exec(readOf(pid, 'smaps_rollup'))?.[1];
  const kb = share ?? /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status'))?.[1] ?? 0;
  return Number(kb) / 1_024;
}
