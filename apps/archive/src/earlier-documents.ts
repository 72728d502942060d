// Whether a new seal of a day has all that the seal before it has. PostgreSQL may have less by now:
// a month was detached, or a restore lost rows.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveAccess, ArchiveSeal } from '@fiscal/db/archive';
import { sha256 } from './archive-key.ts';
import { readManifest } from './manifest.ts';
import { folderOf, readIfThere } from './sealed-folder.ts';

/** Of the day and not of a document: both change with what is added. */
const OF_THE_DAY = ['./day.txt', './documents.tsv'];

/** A message, by its number: `./invoices/<IIC>/001` and the rest of its name. */
const MESSAGE = /^(.*\/\d{3})-(.*)$/;

/**
 * What the new folder lacks of the earlier one, a sentence for each file; where the earlier
 * manifest is lost, one for all.
 * @param writing the new folder. @param seal of it.
 */
export async function lackedOf(
  { root, access }: { root: string; access: ArchiveAccess },
  earlier: ArchiveSeal,
  { writing, seal }: { writing: string; seal: ArchiveSeal },
): Promise<string[]> {
  const folder = join(root, folderOf(earlier));
  const text = await readIfThere(join(folder, 'manifest.txt'));
  if (text === null || sha256(text) !== earlier.manifestSha256) {
    return seal.documents < earlier.documents
      ? [
          `${earlier.documents} documents were sealed, and the database has ${seal.documents} of them`,
        ]
      : [];
  }
  const before = readManifest(text.toString());
  const after = readManifest(await readFile(join(writing, 'manifest.txt'), 'utf8'));
  const changed = [...before].filter(
    ([file, digest]) => after.get(file) !== digest && !OF_THE_DAY.includes(file),
  );
  const missing = changed.map(([file]) => file).filter((file) => !isReplaced(file, before, after));
  if (missing.length === 0) return [];
  const freed = await freedFolders(folder, access);
  return missing
    .filter((file) => !freed.some((each) => file.startsWith(`./${each}/`)))
    .map((file) => `${file} was sealed, and the database does not have it any more`);
}

/** A message that nothing came back of is kept in the newest one that is like it. */
function isReplaced(
  file: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): boolean {
  const [, number, name] = MESSAGE.exec(file) ?? [];
  const hasReply = [...before.keys()].some(
    (each) => each !== file && each.startsWith(`${number}-`),
  );
  return name === 'request.xml' && !hasReply && after.has(file);
}

/**
 * Of invoices that were Pending when they were sealed and were refused afterwards: never handed
 * out, their numbers were given back, and they are on no day.
 */
async function freedFolders(folder: string, access: ArchiveAccess): Promise<string[]> {
  const table = (await readIfThere(join(folder, 'documents.tsv')))?.toString() ?? '';
  const rows = table.split('\n').map((line) => line.split('\t'));
  const pending = rows.filter(([, , status]) => status === 'Pending');
  const numbers = pending.map(([, , , number = '']) => number);
  const freed = numbers.length === 0 ? [] : await access.freedOf(numbers);
  return pending.filter(([, , , number = '']) => freed.includes(number)).map(([name = '']) => name);
}
