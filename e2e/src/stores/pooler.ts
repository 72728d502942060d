// A PgBouncer in transaction mode before the PostgreSQL of a test, as docs/scaling.md sets one up.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@fiscal/testbed';
import pg from 'pg';

/** It refuses to run as root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Pooler {
  /** The same login and database, through the pooler. */
  through(directUrl: string): string;
  close(): Promise<void>;
}

/**
 * Resolves when it passes statements on.
 * @param logins URLs of PostgreSQL itself, of every login that may use it.
 * @param connectQuery what each session is set to, without a quotation mark.
 * @param poolSize connections to PostgreSQL for each login.
 */
export async function startPooler(
  logins: readonly string[],
  connectQuery: string,
  poolSize: number,
): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(logins[0] ?? '');
  const users = logins.map((login) => new URL(login));
  const list = users.map(({ username, password }) => `"${username}" "${password}"`);
  writeFileSync(join(folder, 'users.txt'), list.join('\n'));
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} connect_query='${connectQuery}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 200',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  const server = spawn('pgbouncer', ['--quiet', file], { stdio: 'ignore', ...UNPRIVILEGED });
  const through = (directUrl: string) => {
    const url = new URL(directUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await eventually(
    () => accepts(through(logins[0] ?? '')),
    (isThere) => isThere,
  );
  return {
    through,
    async close() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
