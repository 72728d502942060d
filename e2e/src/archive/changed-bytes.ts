// Single bytes of an archive, changed one at a time.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel } from '@fiscal/testbed';
import { randomFrom } from '@fiscal/testbed/random';
import type { Ended } from './archive-runs.ts';
import { filesOf, overwrite } from './spoilt-archives.ts';

/** An archive that may be spoilt for a while, and what verifies it. */
export interface Verified {
  archive: string;
  run: () => Promise<Ended>;
}

interface Change {
  file: string;
  at: number;
  /** What the byte differs by. */
  by: number;
}

/**
 * Changes so many bytes at random places of all files, each archive beside the others.
 * @returns those that the verifier did not find.
 */
export async function changeBytes(
  archives: readonly Verified[],
  count: number,
  seed: number,
): Promise<Change[]> {
  const random = randomFrom(seed);
  const plans = archives.map((each) => ({ ...each, changes: [] as Change[] }));
  for (let index = 0; index < count; index += 1) {
    const { archive, changes } = random.pick(plans);
    // A reply may have been empty.
    const file = random.pick(
      filesOf(archive).filter((each) => statSync(join(archive, each)).size > 0),
    );
    const at = random.below(statSync(join(archive, file)).size);
    changes.push({ file, at, by: 1 + random.below(255) });
  }
  const missed = await inParallel(plans, plans.length, async ({ archive, run, changes }) => {
    const unseen: Change[] = [];
    for (const change of changes) if (!(await isFound(archive, run, change))) unseen.push(change);
    return unseen;
  });
  return missed.flat();
}

async function isFound(archive: string, run: Verified['run'], change: Change): Promise<boolean> {
  const path = join(archive, change.file);
  const content = readFileSync(path);
  const changed = Buffer.from(content);
  changed.writeUInt8(changed.readUInt8(change.at) ^ change.by, change.at);
  overwrite(path, changed);
  const { code, lines } = await run();
  overwrite(path, content);
  return code === 1 && / [1-9]\d* problems$/.test(lines.at(-1) ?? '');
}
