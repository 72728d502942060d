// Where things lie: the root of the clone and, under the folder of one run, the data, keys and logs
// of the servers. Knows nothing of what is written there.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the clone. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The folders of one run, all below `directory`. */
export interface RunFolders {
  directory: string;
  logs: string;
  pki: string;
  pdf: string;
}

/** Makes the folders of a run; those with keys are for the owner only. */
export function makeRunFolders(directory: string): RunFolders {
  const folders = {
    directory,
    logs: join(directory, 'logs'),
    pki: join(directory, 'pki'),
    pdf: join(directory, 'pdf'),
  };
  mkdirSync(folders.logs, { recursive: true });
  mkdirSync(folders.pdf, { recursive: true });
  mkdirSync(folders.pki, { recursive: true, mode: 0o700 });
  return folders;
}

/**
 * Writes a file that only its owner may read, in one step: a reader sees the old content or the new
 * one, never half of it.
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  const part = `${file}.${String(process.pid)}.part`;
  writeFileSync(part, content, { mode: 0o600 });
  renameSync(part, file);
}

/** A path as it is shown: relative to the clone where it lies in it. */
export function shownPath(path: string): string {
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;
}
