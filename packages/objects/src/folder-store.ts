// Objects as files of a folder, which may be mounted from elsewhere. A file appears under its name
// only when all of it is on the disk.

import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assertKey, ObjectStoreUnavailableError } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * @param root absolute, and there: it is never made, so that nothing is written below a mount point
 * whose disk is away.
 */
export function openFolderStore(root: string): ObjectStore {
  const at = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  return {
    place: root,
    put: (key, bytes) => {
      const path = at(key);
      return using(async () => {
        await access(root);
        await mkdir(dirname(path), { recursive: true });
        await writeWhole(path, bytes);
        await flushUpTo(root, dirname(path));
      });
    },
    get: (key) => {
      const path = at(key);
      return using(() => orNothing(root, () => readFile(path)));
    },
    delete: (key) => {
      const path = at(key);
      return using(() => rm(path, { force: true }));
    },
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const writing = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(writing, bytes, { flag: 'wx', mode: 0o640, flush: true });
    await rename(writing, path);
  } catch (error) {
    await rm(writing, { force: true });
    throw error;
  }
}

/** Has the entries of the folders on the disk, which may be new. */
async function flushUpTo(root: string, folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
  if (folder !== root) await flushUpTo(root, dirname(folder));
}

/** Null where there is no such file in a folder that is there. */
async function orNothing<T>(root: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await access(root);
    return null;
  }
}

async function using<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new ObjectStoreUnavailableError((error as Error).message, error);
  }
}
