// The archive of a company and environment as a run finds it: its folder, its seals, and what the
// database does not know of yet.

import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveSeal } from '@fiscal/db/archive';
import { isSignedBy, sha256 } from './archive-key.ts';
import { readHeader } from './day-header.ts';
import { writeNew } from './manifest.ts';
import { removeWriting } from './seal-day.ts';
import type { OpenArchive } from './seal-day.ts';
import { folderOf, problemsOfFolder, readIfThere, whyNotThere } from './sealed-folder.ts';

const VERIFIER = new URL('../verify.sh', import.meta.url);

/** The folder of the company and environment, with what its reader needs. */
export async function openArchive(
  to: string,
  opened: Omit<OpenArchive, 'root' | 'verifierSha256' | 'seals'>,
): Promise<OpenArchive> {
  const { company, environment, key, access } = opened;
  const root = join(to, `${company.id}-${environment}`);
  await mkdir(root, { recursive: true });
  await removeWriting(root);
  // A file that is there stays as it is: the folders before name its digest.
  await writeUnlessThere(join(root, `key-${key.fingerprint}.pem`), key.publicPem);
  await writeUnlessThere(join(root, 'verify.sh'), await readFile(VERIFIER));
  const verifierSha256 = sha256(await readFile(join(root, 'verify.sh')));
  const archive = { ...opened, root, verifierSha256, seals: await access.seals() };
  await adoptFolders(archive);
  return archive;
}

/**
 * The number that the archive begins with: what is older may have been put elsewhere, or deleted.
 */
export async function firstNumber({ root }: OpenArchive): Promise<number> {
  const [first = '1'] = await foldersOf(root);
  return Number.parseInt(first, 10);
}

/**
 * What the database knows of and the archive lacks, in lines, from the first folder on.
 * @param days that were looked at already
 */
export async function missingSeals(
  archive: OpenArchive,
  days: readonly string[],
): Promise<string[]> {
  const { root, seals } = archive;
  const first = await firstNumber(archive);
  const lines: string[] = [];
  const others = seals.filter(({ number, day }) => number >= first && !days.includes(day));
  for (const seal of newestOf(others)) {
    const why = await whyNotThere(root, seal);
    if (why !== null) lines.push(`${folderOf(seal)}: ${why}`);
  }
  return lines;
}

/** The days that were sealed before everything of them was registered. */
export function openDays({ seals }: OpenArchive): string[] {
  const open = newestOf(seals).filter(({ isComplete }) => !isComplete);
  return open.map(({ day }) => day);
}

/** Of a day that was sealed again only the newest seal counts. */
function newestOf(seals: readonly ArchiveSeal[]): ArchiveSeal[] {
  return [...new Map(seals.map((seal) => [seal.day, seal])).values()];
}

/**
 * Notes the seals that are in the archive alone: a run ended before it could, or the database was
 * restored from a copy that is older than they are.
 * @throws Error where a folder follows that this installation has not sealed
 */
async function adoptFolders({ root, key, seals, access }: OpenArchive): Promise<void> {
  const known = seals.at(-1)?.number ?? 0;
  const folders = await foldersOf(root);
  for (const name of folders.filter((each) => Number.parseInt(each, 10) > known)) {
    const manifest = await readIfThere(join(root, name, 'manifest.txt'));
    const signature = await readIfThere(join(root, name, 'manifest.sig'));
    const isOurs = manifest && signature && isSignedBy(key.publicPem, manifest, signature);
    const problems = isOurs ? await problemsOfFolder(root, name) : ['another key has signed it'];
    const header = readHeader((await readIfThere(join(root, name, 'day.txt')))?.toString() ?? '');
    const last = seals.at(-1);
    const follows =
      Number(header.number) === seals.length + 1 &&
      header.previous === (last?.manifestSha256 ?? 'none');
    if (!manifest || !follows || problems.length > 0) {
      const why = problems[0] ?? 'it does not follow the last seal';
      throw new Error(`${join(root, name)} is not known to the database, and ${why}`);
    }
    const seal: ArchiveSeal = {
      number: Number(header.number),
      day: header.day ?? '',
      manifestSha256: sha256(manifest),
      isComplete: header.complete === 'yes',
      documents: Number(header.documents),
    };
    await access.addSeal(seal);
    seals.push(seal);
  }
}

/** The first one first. */
async function foldersOf(root: string): Promise<string[]> {
  return (await readdir(root)).filter((name) => /^\d{6}_/.test(name)).toSorted();
}

async function writeUnlessThere(path: string, bytes: string | Uint8Array): Promise<void> {
  if ((await readIfThere(path)) === null) await writeNew(path, bytes);
}
