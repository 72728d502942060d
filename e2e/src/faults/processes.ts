// Processes as Linux has them, by their ids.

import { readdirSync, readFileSync } from 'node:fs';

/** Whether SIGSTOP holds the process; false if there is no such process. */
export function isStopped(pid: number): boolean {
  return statOf(pid)?.[0] === 'T';
}

/** Direct children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => statOf(child)?.[1] === String(pid));
}

/** Sends a signal. @returns false if there is no such process any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** State, parent and more of a process. */
function statOf(pid: number): string[] | undefined {
  try {
    // The name in brackets may hold anything; what follows the last bracket does not.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
