// The whole service over TLS to both of its stores; and processes that must not start, because the
// store is not the one that they mean or does not let them in.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack } from '@fiscal/testbed';
import type { Stack, StackOptions } from '@fiscal/testbed';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import {
  startEncryptedPostgres,
  verifiedUrl,
} from '../../../packages/db/src/testing/encrypted-postgres.ts';
import { startEncryptedRedis } from '../../../packages/queue/src/testing/encrypted-redis.ts';
import { hasRedisServer } from '../../../packages/queue/src/testing/private-redis.ts';
import { callerOf } from '../service/caller.ts';

// Servers and processes are started within a test.
jest.setTimeout(300_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const testWithRedis = hasRedisServer ? test : test.skip;
const REDIS_PASSWORD = 'the-password-of-redis';
const WRONG_PASSWORD = 'a-wrong-password-of-redis';

const postgres = await startEncryptedPostgres();
const ownerUrl = verifiedUrl(postgres.url, postgres.authorityFile);
const redis = hasRedisServer ? await startEncryptedRedis(REDIS_PASSWORD) : undefined;
afterAll(async () => {
  await redis?.close();
  await postgres.close();
});

let directory: string | undefined;
let stack: Stack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
});

async function start(options: Partial<StackOptions> = {}): Promise<Stack> {
  directory = mkdtempSync(join(tmpdir(), 'fiscal-e2e-'));
  return startStack({
    directory,
    databaseUrl: ownerUrl,
    redisUrl: redis?.url,
    redisTlsCa: redis?.authorityFile,
    isWithoutRedis: redis === undefined,
    ...options,
  });
}

/** Everything that the processes have written. */
function logs(): string {
  const folder = join(directory ?? '', 'logs');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

test.each([
  ['PostgreSQL and Redis', false],
  ['PostgreSQL, with the queue in it', true],
])(
  'the service sells over TLS to %s, and nothing goes in the clear',
  async (_stores, inPostgres) => {
    stack = await start({ isWithoutRedis: inPostgres || redis === undefined });
    const sale = await callerOf({ stack }, stack.demo.testKey).createAndPrint();
    expect(sale.body).toMatchObject({ status: 'Fiscalized' });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ login: string; ssl: boolean }>(
      `select distinct usename as login, ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where backend_type = 'client backend' order by login`,
    );
    await owner.end();
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    expect(rows.map(({ login }) => login)).toEqual([
      'fiscal',
      'fiscal_api_login',
      'fiscal_worker_login',
    ]);
    expect(logs()).not.toContain(REDIS_PASSWORD);
  },
);

/** Nothing listens there: a store that is away keeps no process from starting. */
const AWAY = 'postgresql://fiscal:x@127.0.0.1:1/fiscal';

describe.each(['api', 'worker'])('the %s does not start, and says why', (app) => {
  /** All that it writes before it ends by itself. */
  function startWith(own: Record<string, string>): string {
    const main = join(ROOT, 'apps', app, 'src', 'main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=source', main], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        CHROME_PATH: '/nowhere',
        CERTIFICATE_RECIPIENT: 'age1x',
        CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1X',
        EFI_TEST_TRUST_ANCHORS: postgres.authorityFile,
        REDIS_URL: 'redis://127.0.0.1:1',
        ...own,
      },
    });
    expect(status).toBe(1);
    return `${stdout}${stderr}`;
  }
  const changed = (url: string, change: (url: URL) => void) => {
    const own = new URL(url);
    change(own);
    return own.href;
  };

  test('where the certificate of PostgreSQL is of another CA', () => {
    const url = verifiedUrl(postgres.url, postgres.otherAuthorityFile);
    const written = startWith({ DATABASE_URL: url });
    expect(written).toMatch(/server of DATABASE_URL has a certificate of a CA that is not trusted/);
    expect(written).not.toContain(new URL(url).password);
  });

  test('where PostgreSQL refuses its password', () => {
    const url = changed(ownerUrl, (own) => (own.password = WRONG_PASSWORD));
    const written = startWith({ DATABASE_URL: url });
    expect(written).toMatch(/PostgreSQL does not let DATABASE_URL in: password authentication/);
    expect(written).not.toContain(WRONG_PASSWORD);
  });

  testWithRedis('where Redis refuses its password', () => {
    const { url = '', authorityFile = '' } = redis ?? {};
    const wrong = changed(url, (own) => (own.password = WRONG_PASSWORD));
    const settings = { REDIS_URL: wrong, REDIS_TLS_CA: authorityFile };
    const written = startWith({ DATABASE_URL: AWAY, ...settings });
    expect(written).toMatch(/Redis does not let REDIS_URL in: its user or password is wrong/);
    expect(written).not.toContain(WRONG_PASSWORD);
  });

  testWithRedis('where Redis is at another host than its certificate', () => {
    const { url = '', authorityFile = '' } = redis ?? {};
    const other = changed(url, (own) => (own.hostname = '127.0.0.1'));
    const settings = { REDIS_URL: other, REDIS_TLS_CA: authorityFile };
    const written = startWith({ DATABASE_URL: AWAY, ...settings });
    expect(written).toMatch(/host of REDIS_URL is none that the server’s certificate is for/);
    expect(written).not.toContain(REDIS_PASSWORD);
  });
});
