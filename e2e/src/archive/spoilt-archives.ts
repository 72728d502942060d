// What a person with write access to its files may do to an archive.

import { createHash, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const sha256 = (bytes: string | Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Of the folder and all in it, by their paths in it. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();

/** The files of an archive are read-only; only root writes into them as they are. */
export function overwrite(path: string, content: string | Buffer): void {
  rmSync(path, { force: true });
  writeFileSync(path, content);
}

type Spoiling = [name: string, words: string, spoil: (archive: string) => void];

/**
 * Each with what the verifier says of it.
 * @param folders the sealed ones of the archive, three. @param file one of the second.
 */
export function spoilings(folders: readonly [string, string, string], file: string): Spoiling[] {
  const [first, second, third] = folders;
  const remove = (archive: string, path: string) =>
    rmSync(join(archive, path), { recursive: true });
  const write = (archive: string, path: string) => writeFileSync(join(archive, path), '');
  const misplaced = 'does not follow the folder before it';
  return [
    ['a file that was taken away', `${file}: FAILED open`, (at) => remove(at, `${second}/${file}`)],
    ['a file that was added', './more.pdf: not in', (at) => write(at, `${second}/more.pdf`)],
    ['a link', './more: not in', (at) => symlinkSync('/etc', join(at, second, 'more'))],
    ['a file beside the days', 'more.txt: does not belong', (at) => write(at, 'more.txt')],
    ['a file that is named like a day', '000004_x: is not a folder', (at) => write(at, '000004_x')],
    ['a day that was taken away', misplaced, (at) => remove(at, second)],
    ['a first day that was taken away', misplaced, (at) => remove(at, first)],
    ['a last day that was taken away', 'days are missing at the end', (at) => remove(at, third)],
    [
      'days in another order',
      misplaced,
      (at) => {
        const otherNumber = (folder: string, number: string) =>
          renameSync(join(at, folder), join(at, number + folder.slice(6)));
        otherNumber(second, '000003');
        otherNumber(third, '000002');
      },
    ],
    [
      'the seal of another day',
      'FAILED',
      (at) => {
        for (const name of ['manifest.txt', 'manifest.sig']) {
          overwrite(join(at, second, name), readFileSync(join(at, first, name)));
        }
      },
    ],
    [
      'an archive without a day',
      'there is no sealed day',
      (at) => {
        for (const folder of folders) remove(at, folder);
      },
    ],
  ];
}

/**
 * Seals a folder with a key of one's own, whatever is in its files now.
 * @returns the fingerprint of the key, which is put into the archive.
 */
export function sealAgain(folder: string, keyPem: string): string {
  const publicPem = createPublicKey(keyPem).export({ type: 'spki', format: 'pem' }).toString();
  const fingerprint = sha256(publicPem);
  overwrite(join(dirname(folder), `key-${fingerprint}.pem`), publicPem);
  const header = readFileSync(join(folder, 'day.txt'), 'utf8');
  overwrite(join(folder, 'day.txt'), header.replace(/^key: .*$/m, `key: ${fingerprint}`));
  const manifest = join(folder, 'manifest.txt');
  const lines = readFileSync(manifest, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => `${sha256(readFileSync(join(folder, line.slice(66))))}${line.slice(64)}\n`);
  overwrite(manifest, lines.join(''));
  overwrite(join(folder, 'manifest.sig'), sign('sha256', readFileSync(manifest), keyPem));
  return fingerprint;
}
