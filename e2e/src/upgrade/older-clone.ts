// The code of an earlier commit, as a clone of its own: installed, with its database client, and
// run from its sources like this one.

import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as install from '../../../scripts/bootstrap/install.mjs';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'prisma/migrations';

/** A commit, with what was asked for. */
export interface OlderCommit {
  ref: string;
  commit: string;
}

/**
 * What the upgrade is from. The default is the release before HEAD, by its tag `v…`; where there is
 * none, the commit that began the history of migrations, whose schema is that of 0.1.0.
 * @param ref of git.
 * @throws Error with one sentence where the history does not have it, as in a shallow clone.
 */
export async function olderCommit(ref: string | undefined): Promise<OlderCommit> {
  const wanted = ref ?? (await releaseBefore()) ?? (await firstSchema());
  const commit = await git('rev-parse', '--verify', '--quiet', `${wanted}^{commit}`).catch(() => {
    throw new Error(`There is no commit ${wanted} here: fetch the whole history, or name --from=.`);
  });
  return { ref: wanted, commit };
}

async function releaseBefore(): Promise<string | undefined> {
  return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined);
}

async function firstSchema(): Promise<string> {
  const folders = await git('ls-tree', '-d', '--name-only', 'HEAD', `${MIGRATIONS}/`).catch(() => {
    throw new Error('There is no history of git here: the code of an earlier commit is in none.');
  });
  const first = folders.split('\n').toSorted()[0] ?? '';
  // The last commit that wrote it: until 0.1.0 is tagged it may change. First parents only: where
  // it was merged, not where it was written beside other work.
  const history = ['log', '--first-parent', '-m', '--format=%H', '-1'];
  return git(...history, 'HEAD', '--', first);
}

/**
 * Makes it in this folder, which is its root then. @throws Error with what git, pnpm or Prisma said
 */
export async function openOlderClone({ commit }: OlderCommit, clone: string): Promise<void> {
  mkdirSync(clone);
  const archive = join(clone, 'archive.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', clone]);
  rmSync(archive);
  const { program, args } = install.installCommand(clone);
  const env = install.installEnvironment(process.env);
  await run(program, [...args, '--prefer-offline'], { cwd: clone, env });
  await run(install.nodeOf(clone), ['scripts/generate-sources.mjs'], { cwd: clone });
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout.trim();
}
