// Seals what was issued on a day into a folder that is verified without the service, for each
// company: `node apps/archive/dist/main.js --all --days 4 --to /srv/archive`. docs/data.md#archive.

import { listArchivedCompanies, withArchiveOf } from '@fiscal/db/archive';
import type { ArchivedCompany } from '@fiscal/db/archive';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { openObjectStore } from '@fiscal/objects/env';
import { loadEnv } from '@fiscal/runtime';
import { openArchiveKey } from './archive-key.ts';
import type { ArchiveKey } from './archive-key.ts';
import { archiveEnvSchema } from './env.ts';
import { firstNumber, missingSeals, openArchive, openDays } from './open-archive.ts';
import { readOptions } from './options.ts';
import type { ArchiveOptions } from './options.ts';
import { sealDay } from './seal-day.ts';
import type { SealedDay } from './seal-day.ts';
import { folderOf } from './sealed-folder.ts';

/** A day of thousands of documents whose rows were lost is not a mail of thousands of lines. */
const PROBLEMS_SAID = 10;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

async function archiveCompany(
  db: Database,
  key: ArchiveKey,
  company: ArchivedCompany,
  { to, environment, days, isAgain }: ArchiveOptions,
): Promise<void> {
  const name = `${company.tin} ${environment}`;
  await withArchiveOf(db, { companyId: company.id, environment }, async (access) => {
    const archive = await openArchive(to, { company, environment, access, key });
    // Days that were not complete are looked at in every run, however long ago they were.
    const all = days.length === 0 ? [] : [...new Set([...openDays(archive), ...days])].toSorted();
    for (const day of all) tell(`${name} ${day}`, await sealDay(archive, day, isAgain));
    for (const line of await missingSeals(archive, all)) complain(`${name} ${line}`);
    const last = archive.seals.at(-1);
    const first = await firstNumber(archive);
    if (first > 1) say(`${name} begins with number ${first}: what is older is not here`);
    if (last) say(`${name} ends with ${folderOf(last)}, manifest ${last.manifestSha256}`);
  });
}

function tell(name: string, result: SealedDay): void {
  switch (result.kind) {
    case 'empty':
      return;
    case 'intact':
    case 'sealed': {
      const { documents, isComplete } = result.seal;
      const state = isComplete ? '' : ', not complete: some are not registered yet';
      const isDetached = result.kind === 'intact' && result.detached > 0;
      const left = isDetached ? `; ${result.detached} are in a month that was detached` : '';
      return say(`${name}: ${result.kind}, ${documents} documents${state}${left}`);
    }
    case 'lacking':
      for (const problem of result.problems.slice(0, PROBLEMS_SAID))
        complain(`${name}: ${problem}`);
      if (result.problems.length > PROBLEMS_SAID) {
        complain(`${name}: ${result.problems.length - PROBLEMS_SAID} more are not there`);
      }
      return;
    case 'spoilt':
      for (const problem of result.problems) {
        complain(`${name}: ${folderOf(result.seal)}: ${problem}`);
      }
  }
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), new Date());
  const env = loadEnv(archiveEnvSchema);
  const key = openArchiveKey(env.ARCHIVE_SIGNING_KEY);
  const db = openDatabase({
    url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    objects: openObjectStore(env),
    maxConnections: 2,
    applicationName: 'fiscal-archive',
    // The statement that fails says it better.
    onError: () => undefined,
  });
  try {
    say(`key ${key.fingerprint}`);
    const companies = await listArchivedCompanies(db, {
      environment: options.environment,
      idOrTin: options.company,
    });
    if (companies.length === 0) complain('No company has issued anything that could be archived.');
    for (const company of companies) {
      // One company's spoilt folder keeps no other from being archived.
      await archiveCompany(db, key, company, options).catch((error: unknown) =>
        complain(`${company.tin} ${options.environment}: ${wordsOf(error)}`),
      );
    }
  } finally {
    await db.close();
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await run().catch((error: unknown) => complain(wordsOf(error)));
