// Opens the database. Hot statements go through the pool as prepared statements; everything else
// goes through Prisma. Both share the pool, so that a process has one number of connections.

import type { ObjectStore } from '@fiscal/objects';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { ANNOUNCES_CHANGES, announceChanges } from './announced-changes.ts';
import type { AnnouncedChange } from './announced-changes.ts';
import { closeDeadLines, PooledLine } from './dead-lines.ts';
import { PrismaClient } from '../generated/client.ts';
import { UnnamedClient } from './pooler.ts';
import type { Pooler } from './pooler.ts';
import type { Connected } from './statement.ts';
import { StorageUnavailableError, storageUnavailabilityOf } from './storage-unavailable.ts';

/** PostgreSQL and the object store, as one process uses them. */
export interface Database {
  /** For the hot statements, inside this package only. */
  pool: pg.Pool;
  /** For everything that is not hot. */
  prisma: PrismaClient;
  /** Where old prints and messages are; null where none of them has left PostgreSQL. */
  objects: ObjectStore | null;
  /** What its sessions are set to; behind a pooler, what that has to set. */
  sessionSettings: Readonly<Record<string, string>>;
  /** Throws if PostgreSQL does not reply. */
  ping(): Promise<void>;
  /** Connections that are open and idle, and statements that wait for one. */
  poolUse(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** How a process opens it. */
export interface DatabaseOptions {
  /** `postgresql://…` */
  url: string;
  maxConnections: number;
  applicationName: string;
  /** A pooler that the URL leads to; PostgreSQL itself without it. */
  pooler?: Pooler;
  /** Where old prints and messages are; null if absent. */
  objects?: ObjectStore | null;
  /** Called with the errors of idle connections. */
  onError: (error: Error) => void;
  /**
   * How long a statement waits for a connection; a minute if absent. A process that serves calls
   * waits seconds, so that a database that is away is an error and no call that hangs.
   */
  connectionTimeoutMs?: number;
  /**
   * Carries what this process has changed to those who wait for it; PostgreSQL notifies them
   * without it, and of what it rejects.
   */
  publish?: (changes: readonly AnnouncedChange[]) => Promise<void>;
}

/** Where no connection can be had, no statement was sent: a write has stored nothing. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw new StorageUnavailableError(false, error);
      });
    }
    super.connect((error, client, done) =>
      callback(error && new StorageUnavailableError(false, error), client, done),
    );
    return undefined;
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * What every session is set to, as `show` writes it. @param announces whether changes are
 * published.
 */
function settingsOf(announces: boolean): Record<string, string> {
  return {
    // A prepared statement keeps the plan that it was given when `work` was empty, as it mostly is;
    // then a scan of the whole table is the cheapest, and the dearest an hour later, when 100 000
    // sales wait.
    enable_seqscan: 'off',
    statement_timeout: '15s',
    idle_in_transaction_session_timeout: `${TRANSACTION_TIMEOUT_MS / 1_000}s`,
    [ANNOUNCES_CHANGES]: announces ? 'on' : '',
  };
}
/** A connection that rests is asked by TCP whether it is still there. */
const KEEP_ALIVE_MS = 10_000;
/**
 * How long one rests before it is closed. A till sells every few minutes: each new connection costs
 * a process of PostgreSQL, and has every statement to prepare anew.
 */
const IDLE_MS = 10 * 60_000;

/** Opens lazily: the first statement connects. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, applicationName, publish, pooler, onError } = options;
  const sessionSettings = settingsOf(publish !== undefined);
  const connectionTimeoutMillis = options.connectionTimeoutMs ?? 60_000;
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections,
    application_name: applicationName,
    connectionTimeoutMillis,
    // A pooler refuses them.
    ...(pooler ? {} : { options: startOptions(sessionSettings) }),
    ...clientOf(pooler),
    // Where it is not known whether a connection is still served, the client itself gives up.
    query_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks while it is being closed is no news.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // One in use may break while it has no statement, also in the packet of its last result. Without
  // a listener the process would end. Its next statement fails, and it does not go back to the
  // pool.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stopClosing = pooler
    ? () => undefined
    : closeDeadLines(
        pool,
        { connectionString: url, application_name: applicationName },
        (count) => {
          onError(
            new Error(`${count} connections were closed, which PostgreSQL does not serve any more`),
          );
        },
      );
  if (publish !== undefined) announceChanges(pool, publish, onError);
  // Made by its first use: it takes 6 MB, and the tills' own paths have statements.
  let prisma: PrismaClient | undefined;
  return {
    pool,
    get prisma() {
      return (prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool),
        // The pool's own limits hold; Prisma's shorter ones would end what only a busy machine
        // makes slow.
        transactionOptions: { maxWait: connectionTimeoutMillis, timeout: TRANSACTION_TIMEOUT_MS },
      }));
    },
    objects: options.objects ?? null,
    sessionSettings,
    async ping() {
      await pool.query('select 1');
    },
    poolUse() {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
      return { total, idle, waiting };
    },
    async close() {
      stopClosing();
      await prisma?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * A pooler stands for PostgreSQL, and gives numbers of its own: whose lines are dead cannot be
 * asked through it.
 */
function clientOf(pooler: Pooler | undefined): Pick<pg.PoolConfig, 'Client'> {
  if (pooler === undefined) return { Client: PooledLine };
  return pooler.keepsPrepared ? {} : { Client: UnnamedClient };
}

function startOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * What `read` yields, each read from the database as it was at one instant. A caller that stops
 * early has to return the generator, which gives its connection back.
 */
export async function* inSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  read: (snapshot: Connected) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    yield* read({ pool: client });
  } finally {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    client.release(isBroken);
  }
}

/**
 * A transaction; rolled back when the work throws.
 * @throws StorageUnavailableError where the line broke before the commit: then nothing was stored.
 */
export async function inTransaction<T>(
  db: Pick<Database, 'pool'>,
  work: (transaction: Connected) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  let isBroken = false;
  let isCommitting = false;
  try {
    await client.query('begin');
    const result = await work({ pool: client });
    isCommitting = true;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      // The connection itself is gone: it must not go back to the pool.
      isBroken = true;
    });
    const isAway = !isCommitting && storageUnavailabilityOf(error) !== null;
    throw isAway ? new StorageUnavailableError(false, error) : error;
  } finally {
    client.release(isBroken);
  }
}
