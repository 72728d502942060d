// One day of one company: written beside the archive, signed, and put into it by a rename, so that
// a folder of the archive is whole or is not there.

import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readDaySummary } from '@fiscal/db/archive';
import type { ArchiveAccess, ArchivedCompany, ArchiveSeal, DaySummary } from '@fiscal/db/archive';
import type { Environment } from '@fiscal/domain';
import type { ArchiveKey } from './archive-key.ts';
import { sha256 } from './archive-key.ts';
import { readHeader, writeHeader } from './day-header.ts';
import { lackedOf } from './earlier-documents.ts';
import { flushFolder, openManifest, readManifest, writeNew } from './manifest.ts';
import { folderOf, problemsOfFolder, readIfThere, whyNotThere } from './sealed-folder.ts';
import { writeDocuments } from './write-documents.ts';

/** A company's archive, opened for writing. */
export interface OpenArchive {
  /** The folder of the company and environment. */
  root: string;
  company: ArchivedCompany;
  environment: Environment;
  access: ArchiveAccess;
  key: ArchiveKey;
  /** Of verify.sh in the root. */
  verifierSha256: string;
  /** All so far, the first one first; a new one is added. */
  seals: ArchiveSeal[];
}

/** What became of a day. */
export type SealedDay =
  | { kind: 'empty' }
  /** The archive has all there is of it. */
  | { kind: 'intact'; seal: ArchiveSeal; detached: number }
  | { kind: 'sealed'; seal: ArchiveSeal }
  | { kind: 'spoilt'; seal: ArchiveSeal; problems: string[] }
  /** PostgreSQL has less of it than was issued or sealed: nothing is sealed in its place. */
  | { kind: 'lacking'; problems: string[] };

/** Where a folder is written before it is one of the archive. */
const WRITING = '.writing';

/**
 * Seals a day that is over. One that is sealed is verified; one that was complete is left as it is.
 * One of which there is more is sealed again under the next number, with all that was sealed before
 * or not at all.
 * @param isAgain looks whether there is more of a complete one, too, and seals again what is
 * spoilt.
 */
export async function sealDay(
  archive: OpenArchive,
  day: string,
  isAgain: boolean,
): Promise<SealedDay> {
  const { root, seals } = archive;
  const earlier = seals.findLast((seal) => seal.day === day);
  const problems = earlier === undefined ? [] : await problemsOfSeal(root, earlier);
  if (earlier !== undefined && !isAgain) {
    if (problems.length > 0) return { kind: 'spoilt', seal: earlier, problems };
    if (earlier.isComplete) return { kind: 'intact', seal: earlier, detached: 0 };
  }
  const { seal, summary } = await writeDay(archive, day);
  if (seal === null) {
    return isAgain ? detachedDay(summary) : unlessRegistered(root, earlier, summary);
  }
  const writing = join(root, WRITING);
  const lacked = earlier === undefined ? [] : await lackedOf(archive, earlier, { writing, seal });
  const isNew =
    earlier === undefined
      ? seal.documents > 0
      : problems.length > 0 || (await isDifferent(root, earlier, seal));
  if (lacked.length > 0 || !isNew) {
    await removeWriting(root);
    if (lacked.length > 0) return { kind: 'lacking', problems: lacked };
    return earlier === undefined
      ? { kind: 'empty' }
      : { kind: 'intact', seal: earlier, detached: 0 };
  }
  await rename(writing, join(root, folderOf(seal)));
  await flushFolder(root);
  await archive.access.addSeal(seal);
  seals.push(seal);
  return { kind: 'sealed', seal };
}

function detachedDay({ detached }: DaySummary): SealedDay {
  const why = `${detached} of its invoices are in a month that was detached: nothing is sealed`;
  return { kind: 'lacking', problems: [why] };
}

/**
 * A day that was not complete when its month was detached has all there is, unless more was
 * registered since.
 */
async function unlessRegistered(
  root: string,
  earlier: ArchiveSeal | undefined,
  summary: DaySummary,
): Promise<SealedDay> {
  if (earlier === undefined) return detachedDay(summary);
  const header = await readFile(join(root, folderOf(earlier), 'day.txt'), 'utf8');
  return Number(readHeader(header).open) === summary.open
    ? { kind: 'intact', seal: earlier, detached: summary.detached }
    : detachedDay(summary);
}

export async function removeWriting(root: string): Promise<void> {
  await rm(join(root, WRITING), { recursive: true, force: true });
}

async function problemsOfSeal(root: string, seal: ArchiveSeal): Promise<string[]> {
  const missing = await whyNotThere(root, seal);
  return missing === null ? problemsOfFolder(root, folderOf(seal)) : [missing];
}

/**
 * Writes the folder of the next number, with its signature; no seal where a part of the day is
 * detached.
 */
async function writeDay(
  archive: OpenArchive,
  day: string,
): Promise<{ seal: ArchiveSeal | null; summary: DaySummary }> {
  const { root, company, environment, access, key, verifierSha256, seals } = archive;
  const scope = { companyId: company.id, environment };
  const folder = join(root, WRITING);
  const manifest = openManifest(folder);
  const { summary, documents } = await access.atOneInstant(async (reader) => {
    const read = await readDaySummary(reader, scope, day);
    const isWhole = read.detached === 0;
    return {
      summary: read,
      documents: isWhole ? await writeDocuments(reader, scope, day, manifest) : null,
    };
  });
  if (documents === null) return { seal: null, summary };
  const seal = { number: seals.length + 1, day, isComplete: summary.open === 0, documents };
  const header = writeHeader({
    ...seal,
    ...summary,
    company,
    environment,
    verifierSha256,
    previousSha256: seals.at(-1)?.manifestSha256 ?? null,
    sealedAt: new Date(),
    keyFingerprint: key.fingerprint,
  });
  await manifest.add('day.txt', header);
  const text = Buffer.from(`${manifest.lines().join('\n')}\n`);
  await writeNew(join(folder, 'manifest.txt'), text);
  await writeNew(join(folder, 'manifest.sig'), key.sign(text));
  return { seal: { ...seal, manifestSha256: sha256(text) }, summary };
}

/** Whether there is more, or something else, than when the day was sealed. */
async function isDifferent(
  root: string,
  earlier: ArchiveSeal,
  seal: ArchiveSeal,
): Promise<boolean> {
  if (earlier.isComplete !== seal.isComplete) return true;
  const contentOf = async (folder: string) => {
    const text = await readIfThere(join(root, folder, 'manifest.txt'));
    const files = readManifest(text?.toString() ?? '');
    // It names the moment of sealing.
    files.delete('./day.txt');
    return JSON.stringify([...files]);
  };
  return (await contentOf(folderOf(earlier))) !== (await contentOf(WRITING));
}
