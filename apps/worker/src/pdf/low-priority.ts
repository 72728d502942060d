// A sale that somebody waits for goes ahead of a print wherever both want the processor: all of a
// browser's processes run at a low priority, and so does whatever they start later.

import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** Lowers a process and all that it has started. Outside Linux only the process itself. */
export async function lowerPriority(pid: number): Promise<void> {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended since it was listed.
    return;
  }
  await Promise.all((await childrenOf(pid)).map(lowerPriority));
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}
