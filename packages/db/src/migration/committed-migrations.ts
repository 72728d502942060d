// The migrations that this build was made with.

import { readdir } from 'node:fs/promises';

/** The folder, in the sources and in every image that asks for it. */
export const MIGRATIONS = new URL('../../../../prisma/migrations/', import.meta.url);

/** Their names, oldest first. */
export async function committedNames(folder = MIGRATIONS): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
