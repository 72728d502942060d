// Sees a process with all that it has started, from outside: what they hold, and how they are
// ended. Linux only; elsewhere nothing is seen.

import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** A process of a tree, as it was seen. */
export interface TreeProcess {
  pid: number;
  parent: number;
  /** In ticks since the machine started: with the pid it names one process for ever. */
  startedAt: number;
  /** SIGSTOP holds it. */
  isStopped: boolean;
}

/** The process and all its descendants; empty where it is gone or the system does not show it. */
export function readProcessTree(root: number): TreeProcess[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = pids.flatMap((pid) => readStat(Number(pid)) ?? []);
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const tree = processes.filter(({ pid }) => pid === root);
  // It grows while it is gone through, until the last ones have no children.
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Bytes that these processes hold for themselves: resident, without what they share. */
export function privateBytes(tree: readonly Pick<TreeProcess, 'pid'>[]): number {
  let bytes = 0;
  for (const { pid } of tree) {
    const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
    bytes += (resident - shared) * PAGE_BYTES;
  }
  return bytes;
}

/** Kills those of the tree that still run; a pid that belongs to another process by now is left. */
export function endTree(tree: readonly Pick<TreeProcess, 'pid' | 'startedAt'>[]): void {
  for (const { pid, startedAt } of tree) {
    if (readStat(pid)?.startedAt !== startedAt) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself since.
    }
  }
}

function readStat(pid: number): TreeProcess | null {
  // `pid (any name, even with brackets) state parent …`; the 22nd field is the start.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const [state, parent] = fields;
  const startedAt = fields[19];
  if (parent === undefined || startedAt === undefined) return null;
  // A zombie: it holds nothing and has no children any more.
  if (state === 'Z' || state === 'X') return null;
  return { pid, parent: Number(parent), startedAt: Number(startedAt), isStopped: state === 'T' };
}

/** A process may have ended since it was listed; then there is nothing to read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
