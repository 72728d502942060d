// A sealed folder as it is on the disk, compared with its seal.

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ArchiveSeal } from '@fiscal/db/archive';
import { isSignedBy, sha256 } from './archive-key.ts';
import { readHeader } from './day-header.ts';
import { readManifest } from './manifest.ts';

/** Beside the files that the manifest names. */
const OWN = ['./manifest.txt', './manifest.sig'];

/** `000017_2026-11-22` */
export function folderOf({ number, day }: Pick<ArchiveSeal, 'number' | 'day'>): string {
  return `${String(number).padStart(6, '0')}_${day}`;
}

/** The content; null where there is no such file. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Why the archive lacks what the database knows of: in a sentence; null where all is well. */
export async function whyNotThere(root: string, seal: ArchiveSeal): Promise<string | null> {
  const manifest = await readIfThere(join(root, folderOf(seal), 'manifest.txt'));
  if (manifest === null) return 'was sealed, and is not in the archive';
  return sha256(manifest) === seal.manifestSha256
    ? null
    : 'manifest.txt is not the one that was sealed';
}

/**
 * Every file of a folder whose manifest is known to be the sealed one, or which is to be.
 * @returns one sentence for each that is changed, missing or too many.
 */
export async function problemsOfFolder(root: string, name: string): Promise<string[]> {
  const folder = join(root, name);
  const manifest = (await readIfThere(join(folder, 'manifest.txt'))) ?? Buffer.of();
  const named = readManifest(manifest.toString());
  const problems: string[] = [];
  for (const [file, digest] of named) {
    const bytes = await readIfThere(join(folder, file));
    if (bytes === null) problems.push(`${file} is missing`);
    else if (sha256(bytes) !== digest) problems.push(`${file} was changed`);
  }
  for (const file of await filesOf(folder)) {
    if (!named.has(file) && !OWN.includes(file)) problems.push(`${file} is not in the manifest`);
  }
  const signature = (await readIfThere(join(folder, 'manifest.sig'))) ?? Buffer.of();
  const { key } = readHeader(await textOf(join(folder, 'day.txt')));
  const publicPem = await textOf(join(root, `key-${key}.pem`));
  if (sha256(publicPem) !== key || !isSignedBy(publicPem, manifest, signature)) {
    problems.push('./manifest.sig is not the signature of ./manifest.txt');
  }
  return problems;
}

async function textOf(path: string): Promise<string> {
  return (await readIfThere(path))?.toString() ?? '';
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => `./${relative(folder, join(parentPath, name))}`);
}
