// What processes cost, as Linux counts it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface ProcessTimes {
  parent: number;
  /** Of the process and of its children that have ended, milliseconds. */
  ms: number;
}

/**
 * CPU of a process and of everything that it has started, in milliseconds; of this one alone, which
 * has started the servers that it measures.
 */
export function cpuOf(pid: number): number {
  if (pid === process.pid) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const times = readTimes();
  return [pid, ...startedBy(pid, times)].reduce((sum, each) => sum + (times.get(each)?.ms ?? 0), 0);
}

function readTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
    times.set(Number(name), { parent: Number(fields[1]), ms: ticks * MS_PER_TICK });
  }
  return times;
}

/** Empty where the process has ended meanwhile. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

function startedBy(pid: number, times: ReadonlyMap<number, ProcessTimes>): number[] {
  const children = [...times].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [...children, ...children.flatMap((child) => startedBy(child, times))];
}

/** Memory of a process alone, and that of all it has started, MB; what several share is divided. */
export function memoryOf(pid: number): { own: number; children: number } {
  const children = startedBy(pid, readTimes()).map(sharedMemoryOf);
  return { own: sharedMemoryOf(pid), children: children.reduce((sum, each) => sum + each, 0) };
}

/** The most memory that a process alone has had since this was asked last, MB. */
export function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1_000_000;
}

function sharedMemoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return (Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1]) * 1_024) / 1_000_000;
}
