// A real PostgreSQL: the one of DATABASE_URL, or the embedded server of the npm registry, started
// privately on a free port of 127.0.0.1 with a random password. Applies no migrations.

import { join } from 'node:path';
import pg from 'pg';
import { childEnvironment } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { freePort } from '../processes/ports.ts';
import { preparePostgresData } from './postgres-data.ts';
import {
  startProcess,
  type ProcessHost,
  type RunningProcess,
  type StartProcess,
} from '../processes/processes.ts';

const minimumVersion = 160_000;
/** A closed port refuses at once; a busy machine may take long to send the reply, or to read it. */
const CONNECT_TIMEOUT_MS = 60_000;
/** The superuser of the embedded server. */
const user = 'fiscal';

/** A server that can be reached. */
export interface Postgres {
  /** URL of the database to use. */
  url: string;
  /** One line for a person: what was chosen and why. */
  choice: string;
  /** The process, when it is ours. */
  process: RunningProcess | undefined;
}

/** Where the embedded server keeps its data and how careful it is with them. */
export interface EmbeddedPostgresOptions {
  /** Folder of the data and the password; made when it is not there. */
  directory: string;
  /**
   * False for throw-away data: they survive the end of the server, however it came, but no power
   * cut.
   */
  isDurable: boolean;
  /** Database to make, if it is missing, and to use. */
  database: string;
}

/**
 * Connects to `databaseUrl` and checks its version. Throws TestbedFailure when it does not respond.
 */
export async function useExistingPostgres(databaseUrl: string): Promise<Postgres> {
  const { host, searchParams } = parseDatabaseUrl(databaseUrl);
  const version = await versionOf(databaseUrl).catch((cause: unknown) => {
    throw new TestbedFailure(
      `The PostgreSQL of DATABASE_URL does not respond (${messageOf(cause)}): start it, correct the ` +
        'URL, or unset DATABASE_URL to use the embedded one.',
      { cause },
    );
  });
  if (version < minimumVersion) {
    throw new TestbedFailure(
      `The PostgreSQL of DATABASE_URL is version ${shownVersion(version)}; 16 or newer is needed. ` +
        'Unset DATABASE_URL to use the embedded one.',
    );
  }
  const choice = `${shownVersion(version)} at ${host || (searchParams.get('host') ?? 'this machine')}, because DATABASE_URL is set`;
  return { url: databaseUrl, choice, process: undefined };
}

/** Starts the embedded server on the data of the last run, or on new ones. */
export async function startEmbeddedPostgres(
  host: ProcessHost,
  options: EmbeddedPostgresOptions,
  start: StartProcess = startProcess,
): Promise<Postgres> {
  const data = await preparePostgresData(host, options.directory, user);
  const port = await freePort();
  const urlOf = (database: string) =>
    `postgresql://${user}:${data.password}@127.0.0.1:${String(port)}/${database}`;
  const { folder, wrap } = data.program;
  const started = await start(host, {
    name: 'postgres',
    ...wrap(join(folder, 'postgres'), serverArguments(data.directory, port, options.isDurable)),
    env: childEnvironment({ LC_ALL: 'C', TZ: 'UTC' }),
    cwd: '/',
    user: data.program.user,
    stopSignal: 'SIGINT',
    isReady: async () => (await versionOf(urlOf('postgres'))) > 0,
  });
  try {
    await createDatabaseIfMissing(urlOf('postgres'), options.database);
    const version = shownVersion(await versionOf(urlOf('postgres')));
    const choice = `${version}, the embedded one on port ${String(port)}, because DATABASE_URL is not set`;
    return { url: urlOf(options.database), choice, process: started };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

function parseDatabaseUrl(databaseUrl: string): URL {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (url !== undefined && /^postgres(ql)?:$/.test(url.protocol)) return url;
  throw new TestbedFailure(
    'DATABASE_URL is not a PostgreSQL URL: write postgresql://user:password@host:5432/database.',
  );
}

function serverArguments(dataDirectory: string, port: number, isDurable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    // A running service of each jest worker, and those of four files beside.
    max_connections: '400',
    // As in compose.yml: a statement locks the parts of all months.
    max_locks_per_transaction: '256',
    // Tests find a backend by what its statement does.
    track_activity_query_size: '16kB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A line for each start and each error, none for what goes well.
    log_min_messages: 'warning',
    // A commit is with the operating system when it returns, in both cases.
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDirectory, ...flags];
}

async function createDatabaseIfMissing(serverUrl: string, database: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) {
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    }
  });
}

/** The version as PostgreSQL counts it: 180004 for 18.4. */
async function versionOf(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num);
  });
}

/** Runs `use` with a connection of its own and closes it. */
export async function withClient<T>(
  url: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A server that ends while we are connected is reported by the query that fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function shownVersion(version: number): string {
  return `${String(Math.floor(version / 10_000))}.${String(version % 10_000)}`;
}
