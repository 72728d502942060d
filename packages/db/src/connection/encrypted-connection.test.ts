// What the URL of a database says about TLS holds for every connection that we make: the pool,
// Prisma, the one that listens, and that of the migrations.

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectionRefusalOf } from '../../../runtime/src/refused-connection.ts';
import { listenForChanges } from '../change/changes.ts';
import { LISTENING_NAME } from '../connection/listening-connection.ts';
import { openDatabase } from './client.ts';
import { examineDatabaseRole } from '../doctor/database-role.ts';
import { makeLogins } from '../migration/logins.ts';
import { migrate } from '../migration/migrate.ts';
import {
  startEncryptedPostgres,
  verifiedUrl,
  withSettings,
} from '../testing/encrypted-postgres.ts';
import type { EncryptedPostgres } from '../testing/encrypted-postgres.ts';

const PASSWORD = 'a-password-of-the-api';

let server: EncryptedPostgres;
/** Of the owner and of the API's login, with `sslmode=verify-full` and the CA. */
let ownerUrl: string;
let apiUrl: string;
beforeAll(async () => {
  server = await startEncryptedPostgres();
  ownerUrl = verifiedUrl(server.url, server.authorityFile);
  apiUrl = loginUrl('api_login');
  await migrate(ownerUrl);
  await makeLogins(ownerUrl, { fiscal_api: apiUrl, fiscal_worker: loginUrl('worker_login') });
});
afterAll(() => server.close());

function loginUrl(user: string): string {
  const url = new URL(ownerUrl);
  url.username = user;
  url.password = PASSWORD;
  return url.href;
}

const open = (url: string) =>
  openDatabase({ url, maxConnections: 2, applicationName: 'fiscal', onError: () => undefined });

test('with the right CA every connection is encrypted: pool, Prisma, listener and migrations', async () => {
  const db = open(apiUrl);
  const changes = listenForChanges({
    databaseUrl: apiUrl,
    db,
    onError(error) {
      throw error;
    },
  });
  const owner = open(ownerUrl);
  await db.ping();
  await db.prisma.company.count();
  const connections = `select usename as login, ssl, application_name as name from pg_stat_ssl join pg_stat_activity using (pid)
    where usename is not null and backend_type = 'client backend'`;
  let rows: { login: string; ssl: boolean; name: string }[] = [];
  while (!rows.some(({ name }) => name === LISTENING_NAME)) {
    ({ rows } = await owner.pool.query(connections));
  }
  expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
  expect(rows.filter(({ login }) => login === 'api_login').length).toBeGreaterThanOrEqual(2);
  await changes.close();
  await Promise.all([db.close(), owner.close()]);
});

describe('nothing is asked, and the reason is a sentence, where', () => {
  /** What a process that starts like this ends with, and the migrations of the same URL. */
  async function refusalsOf(url: string): Promise<string[]> {
    const db = open(url);
    const sentenceOf = (error: unknown) => connectionRefusalOf(error, 'DATABASE_URL') ?? 'away';
    const refusals = [
      await examineDatabaseRole(db, 'fiscal_api', false).then(() => 'it starts', sentenceOf),
      await migrate(url).then(() => 'they run', sentenceOf),
    ];
    await db.close();
    return refusals;
  }

  test.each([
    ['the CA is another one', () => verifiedUrl(apiUrl, server.otherAuthorityFile), /not trusted/],
    [
      'the CA is the system’s, and not that of the server',
      () => withSettings(plain(apiUrl), { sslmode: 'verify-full' }),
      /name its CA, in sslrootcert of the URL/,
    ],
    [
      'sslmode is require: the driver checks as for verify-full',
      () => withSettings(plain(apiUrl), { sslmode: 'require' }),
      /not trusted/,
    ],
    [
      'the host is not the one of the certificate',
      () => apiUrl.replace('@localhost', '@127.0.0.1'),
      /host of DATABASE_URL is none that the server’s certificate is for/,
    ],
    [
      'the password is wrong',
      () => apiUrl.replace(PASSWORD, 'another-password'),
      /PostgreSQL does not let DATABASE_URL in: password authentication failed/,
    ],
    [
      'nothing says TLS and the server demands it',
      () => plain(apiUrl),
      /PostgreSQL does not let DATABASE_URL in: .*no encryption/,
    ],
  ])('%s', async (_what, url, words) => {
    const refusals = await refusalsOf(url());
    expect(refusals).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
    expect(refusals.join()).not.toMatch(/a-password-of|another-password/);
  });

  test('the file of the CA is missing', async () => {
    const url = verifiedUrl(apiUrl, '/nowhere/ca.pem');
    const refusals = await refusalsOf(url);
    expect(refusals[0]).toMatch(/ENOENT.*\/nowhere\/ca\.pem/);
  });
});

test('a server without TLS is not spoken to where the URL asks for it', async () => {
  const url = withSettings(process.env.TEST_DATABASE_URL ?? '', { sslmode: 'verify-full' });
  const db = open(url);
  const refusal = await examineDatabaseRole(db, 'fiscal_api', false).catch((error: unknown) =>
    connectionRefusalOf(error, 'DATABASE_URL'),
  );
  expect(refusal).toBe('DATABASE_URL asks for TLS, and the server has none.');
  await db.close();
});

function plain(url: string): string {
  const changed = new URL(url);
  changed.search = '';
  return changed.href;
}
