// What Linux tells about processes: their children and whether they are stopped.

import { readdirSync, readFileSync } from 'node:fs';

interface ProcessFacts {
  pid: number;
  parent: number;
  /** `T` while stopped. */
  state: string;
}

/** Direct children of a process. */
export function childrenOf(pid: number): number[] {
  return allProcesses()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
}

/** Whether SIGSTOP holds the process; false if there is no such process. */
export function isStopped(pid: number): boolean {
  return factsOf(pid)?.state === 'T';
}

/** Sends a signal. @returns false if there is no such process any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function allProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => factsOf(Number(name)) ?? []);
}

function factsOf(pid: number): ProcessFacts | undefined {
  try {
    // The name in brackets may hold anything; what follows the last bracket is numbers and a letter.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), state };
  } catch {
    return undefined;
  }
}
