// The ratios that a run is compared with: bench/kept.json, by path, each with the commit and the
// machine that it was measured with.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Compared } from './rounds.ts';

const FILE = fileURLToPath(new URL('../../kept.json', import.meta.url));

export interface Kept {
  ratio: number;
  /** With a `+` where the working tree had changes. */
  commit: string;
  machine: string;
}

export function readKept(): Record<string, Kept> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Kept>;
}

/** Paths that were not measured keep their ratio. */
export function keep(paths: readonly Compared[]): void {
  const [cpu] = cpus();
  const machine = `${cpus().length} cores of ${cpu?.model.trim() ?? 'unknown'}, ${process.version}`;
  const commit = readCommit();
  const measured = paths.map(({ path, ratio }) => [
    path,
    { ratio: Number(ratio.toFixed(3)), commit, machine },
  ]);
  const kept = { ...readKept(), ...(Object.fromEntries(measured) as Record<string, Kept>) };
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
}

function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
}
