// The command `archive` and the script verify.sh as they are run, and a service whose calendar is
// that of one day after the other.

import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArchiveLag } from '@fiscal/db/archive';
import { withDatabase } from '@fiscal/testbed';
import { afterAll } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { RunningService } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from '../reliability/short-timeouts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const VERIFIER = join(root, 'apps/archive/verify.sh');
const shiftedDate = new URL('../faults/shifted-date.mjs', import.meta.url).href;
const DAY_MS = 24 * 3_600_000;

/** What a program said, and how it ended. */
export interface Ended {
  code: number;
  lines: string[];
}

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { env: { PATH, NODE_COMPILE_CACHE, ...env } };
    execFile(program, args, options, (error, out, err) => {
      const lines = `${out}${err}`.split('\n').filter((line) => line !== '');
      resolve({ code: error === null ? 0 : Number(error.code), lines });
    });
  });
}

/** Verifies with the script of this repository, whatever became of the one in the archive. */
export const verify = (...args: string[]): Promise<Ended> => run('sh', [VERIFIER, ...args]);

/** The calendar `days` after today, at noon, so that no midnight comes while a test runs. */
function calendarOf(days: number): Record<string, string> {
  const noon = new Date().setUTCHours(11, 0, 0, 0) + days * DAY_MS;
  return {
    NODE_OPTIONS: `--import=${shiftedDate}`,
    CLOCK_OFFSET_MS: String(noon - Date.now()),
    // PostgreSQL keeps its own clock, and is the second witness of every issue time.
    CLOCK_TOLERANCE_MS: String(30 * DAY_MS),
  };
}

/**
 * `YYYY-MM-DD` of the calendar so many days after today; at noon it is the same day in Podgorica.
 */
export const dayAfter = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export interface ArchivedService extends RunningService {
  /** Everything starts again, in the calendar of the next day. */
  nextDay(): Promise<void>;
  /** Runs `archive` in the calendar so many days after today. @param to a folder of its own */
  archive(days: number, args: string[], to?: string): Promise<Ended>;
  /**
   * `fiscal_archive_behind_seconds` at noon of a day; noon is 12 or 13 hours after a midnight in
   * Podgorica.
   */
  behind(days: number): ReturnType<typeof readArchiveLag>;
  /** Takes seals out of the database, as a copy of it from before they were made would have it. */
  forget(condition: string): Promise<void>;
  /** The folder that archives are written to. */
  to: string;
  /** File of the key that they are signed with. */
  key: string;
}

/**
 * The service in the calendar of tomorrow.
 * @param environmentOn what its processes and `archive` have besides, so many days after today.
 */
export async function startArchivedService(
  environmentOn: (days: number) => Record<string, string> = () => ({}),
): Promise<ArchivedService> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-archive-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const key = join(folder, 'archive-key.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const service = await startService({
    prints: true,
    environment: SHORT_TIMEOUTS,
    // An API in another calendar than PostgreSQL stores no invoice.
    environmentOf: (app, life) => ({
      ...(app === 'api' ? {} : calendarOf(life)),
      ...environmentOn(life),
    }),
  });
  const { stack } = service;
  const to = join(folder, 'archive');
  return {
    ...service,
    to,
    key,
    nextDay: async () => {
      await Promise.all(
        [...stack.processes.keys()]
          .filter((part) => !/^(postgres|redis)$/.test(part))
          .map((part) => stack.restart(part)),
      );
    },
    behind: (days) =>
      withDatabase(stack.logins.fiscal_api, (db) =>
        readArchiveLag(db, { now: new Date(`${dayAfter(days)}T11:00:00Z`) }),
      ),
    forget: async (condition) => {
      await service.query(`begin; set local session_replication_role = replica;
        delete from archive_seal where ${condition}; commit`);
    },
    archive: (days, args, other = to) =>
      run(
        process.execPath,
        [
          '--conditions=source',
          join(root, 'apps/archive/src/main.ts'),
          '--environment',
          'test',
          '--to',
          other,
          ...args,
        ],
        {
          ...calendarOf(days),
          ...environmentOn(days),
          DATABASE_URL: stack.logins.fiscal_api,
          ARCHIVE_SIGNING_KEY_FILE: key,
        },
      ),
  };
}
