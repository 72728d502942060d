// The figures of a run as a file: with the commit and the machine that they are of, to be compared.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compared, Rounds } from './rounds.ts';

const DIRECTORY = fileURLToPath(new URL('../results/', import.meta.url));

export interface Results {
  /** RFC 3339. */
  at: string;
  /** With a `+` where the working tree had changes. */
  commit: string;
  machine: { processor: string; cores: number; memoryGib: number; node: string };
  rounds: Rounds;
  paths: Compared[];
}

export function resultsOf(paths: Compared[], rounds: Rounds): Results {
  return {
    at: new Date().toISOString(),
    commit: readCommit(),
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGib: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    rounds,
    paths,
  };
}

function readCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: DIRECTORY, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
}

/** @returns the name of the file, in bench/results. */
export function writeResults(results: Results): string {
  mkdirSync(DIRECTORY, { recursive: true });
  const name = `${results.at.slice(0, 16).replace(':', '')}-${results.commit}.json`;
  writeFileSync(join(DIRECTORY, name), `${JSON.stringify(results, null, 2)}\n`);
  return name;
}

/** The newest of the stored results, or the one named; null where there is none. */
export function readResults(name: string): (Results & { name: string }) | null {
  const stored = readdirSync(DIRECTORY).filter((file) => file.endsWith('.json'));
  const file = name === '' ? stored.toSorted().at(-1) : basename(name);
  if (file === undefined) return null;
  return { ...(JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8')) as Results), name: file };
}
