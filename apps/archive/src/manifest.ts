// The files of a folder while it is written, and its manifest: what `sha256sum -c` reads.

import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from './archive-key.ts';

/** Names that are made of codes and ids only; nothing that a person wrote is in one. */
const NAME = /^([\w-]+\/)*[\w-]+\.\w+$/;

export interface Manifest {
  /** Writes a file, for good: it is on the disk when the promise resolves. @param name relative */
  add(name: string, bytes: string | Uint8Array): Promise<void>;
  /** `<SHA-256>  ./<name>` of every file, by name. */
  lines(): string[];
}

export function openManifest(folder: string): Manifest {
  const lines: string[] = [];
  return {
    lines: () => lines.toSorted(byName),
    add: async (name, bytes) => {
      if (!NAME.test(name)) throw new Error(`${name} is no name of a file of the archive`);
      await writeNew(join(folder, name), bytes);
      lines.push(`${sha256(bytes)}  ./${name}`);
    },
  };
}

/** The digest and the name of each line of a manifest. */
export function readManifest(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Writes a file that is not there yet. */
export async function writeNew(path: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes, { flag: 'wx', mode: 0o444, flush: true });
}

/** Has the entries of a folder on the disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function byName(one: string, other: string): number {
  return one.slice(66) < other.slice(66) ? -1 : 1;
}
