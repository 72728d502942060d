// Processes as Linux has them, by their ids.

import { readdirSync, readFileSync } from 'node:fs';

/** Whether SIGSTOP holds the process; false if there is no such process. */
export function isStopped(pid: number): boolean {
  return statOf(pid)[0] === 'T';
}

/** Direct children of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((child) => statOf(child)[1] === String(pid));
}

/** Sends a signal. @returns false if there is no such process any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** State, parent and more of a process; nothing where it has ended. */
function statOf(pid: number): string[] {
  try {
    // The name in brackets may hold anything; what follows the last bracket does not.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return [];
  }
}
