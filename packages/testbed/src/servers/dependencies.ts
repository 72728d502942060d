// What the service stands on: PostgreSQL with its tables, Redis, a browser, keys
// and a company. Each is the one the options or the machine offer, else one of our own.

import { join } from 'node:path';
import { makeLogins, migrate } from '@fiscal/db/migration';
import type { LoginUrls } from '@fiscal/db/migration';
import { chooseChrome, type Chrome } from './chrome.ts';
import { openDemo } from '../companies/demo.ts';
import type { DemoCompany } from '../companies/demo.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { shownPath, type RunFolders } from '../processes/folders.ts';
import { ownLogins } from './own-logins.ts';
import { openPki, type Pki } from '../companies/pki.ts';
import { startEmbeddedPostgres, useExistingPostgres, type Postgres } from './postgres.ts';
import type { ProcessHost, StartProcess } from '../processes/processes.ts';
import { findRedisProgram, startPrivateRedis, useExistingRedis } from './redis.ts';

/** What is given; the rest is found or started. */
export interface DependencyOptions {
  /** `postgresql://…` of a database to use, as its owner; migrated if need be. */
  databaseUrl?: string | undefined;
  /** What API and workers connect with; logins of our own where it is left out. */
  logins?: LoginUrls | undefined;
  redisUrl?: string | undefined;
  /** PEM file: the CAs of a `rediss:` server, as REDIS_TLS_CA names it. */
  redisTlsCa?: string | undefined;
  /** True: no Redis is used, also where there is one. */
  isWithoutRedis?: boolean;
  /** False: throw-away data, which need not survive a power cut. */
  isDurable?: boolean;
}

/** Everything that has to be there before the service itself starts. */
export interface Dependencies {
  /** Of the owner. */
  databaseUrl: string;
  /** What API and workers connect with. */
  logins: LoginUrls;
  /** Undefined where there is none. */
  redisUrl: string | undefined;
  redisTlsCa: string | undefined;
  chrome: Chrome;
  pki: Pki;
  demo: DemoCompany;
}

type Ready = (part: string, text: string) => void;

/**
 * Prepares everything; throws TestbedFailure when something is missing or broken.
 * @param start starts a server that has to be ended again.
 */
export async function prepareDependencies(
  host: ProcessHost,
  folders: RunFolders,
  options: DependencyOptions,
  start: StartProcess,
  ready: Ready,
): Promise<Dependencies> {
  const [postgres, chrome] = await allOrFirstFailure([
    startPostgres(host, folders, options, start),
    chooseChrome(join(folders.directory, 'chrome')),
  ]);
  ready('PostgreSQL', postgres.choice);
  const queue = await startQueue(host, folders, options, start);
  ready('queue', queue.choice);
  // The demo lets it print without (CHROME_SANDBOX); only root is known to have none beforehand.
  const sandbox = process.getuid?.() === 0 ? '; without its sandbox, which root is not given' : '';
  ready('Chrome', `${chrome.choice}${sandbox}`);
  const applied = await migrate(postgres.url).catch((cause: unknown) => {
    throw new TestbedFailure(
      `The migrations could not be applied: ${messageOf(cause)} To begin with an empty database, ` +
        (postgres.process
          ? `remove ${shownPath(folders.directory)}.`
          : 'name one in DATABASE_URL.'),
      { cause },
    );
  });
  const logins = await openLogins(postgres.url, options.logins);
  ready('migrations', applied.length === 0 ? 'nothing new' : `${String(applied.length)} applied`);
  const pki = openPki(folders.pki);
  const { demo, isNew } = await openDemo(folders.directory, postgres.url, pki);
  ready('demo company', `${demo.company.name}, ${isNew ? 'new' : 'from the last start'}`);
  const { redisUrl } = queue;
  const { redisTlsCa } = options;
  return { databaseUrl: postgres.url, logins, redisUrl, redisTlsCa, chrome, pki, demo };
}

/** The logins of the processes. */
async function openLogins(databaseUrl: string, given: LoginUrls | undefined): Promise<LoginUrls> {
  const logins = given ?? ownLogins(databaseUrl).urls;
  try {
    if (!given) await makeLogins(databaseUrl, logins);
  } catch (cause) {
    throw new TestbedFailure(
      `The logins of API and worker could not be made: ${messageOf(cause)} To bring your own, set ` +
        'API_DATABASE_URL and WORKER_DATABASE_URL (docs/data.md#roles-in-postgresql).',
      { cause },
    );
  }
  return logins;
}

/**
 * Waits for all of them, also when one fails: what the others have started has to be known before
 * it can be ended. Throws the first failure.
 */
export async function allOrFirstFailure<T extends readonly unknown[]>(promises: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function startPostgres(
  host: ProcessHost,
  folders: RunFolders,
  options: DependencyOptions,
  start: StartProcess,
): Promise<Postgres> {
  if (options.databaseUrl !== undefined) return useExistingPostgres(options.databaseUrl);
  const directory = join(folders.directory, 'postgres');
  const isDurable = options.isDurable ?? true;
  return startEmbeddedPostgres(host, { directory, isDurable, database: 'fiscal' }, start);
}

async function startQueue(
  host: ProcessHost,
  folders: RunFolders,
  options: DependencyOptions,
  start: StartProcess,
): Promise<{ choice: string; redisUrl: string | undefined }> {
  const inPostgres = (why: string) => ({
    choice: `the same PostgreSQL, because ${why}`,
    redisUrl: undefined,
  });
  if (options.isWithoutRedis === true) return inPostgres('it was asked for');
  if (options.redisUrl !== undefined) {
    const redis = await useExistingRedis(options.redisUrl, options.redisTlsCa);
    return { choice: redis.choice, redisUrl: redis.url };
  }
  const program = await findRedisProgram();
  if (!program.isUsable) return inPostgres(program.why);
  const redis = await startPrivateRedis(host, join(folders.directory, 'redis'), start);
  return { choice: redis.choice, redisUrl: redis.url };
}
