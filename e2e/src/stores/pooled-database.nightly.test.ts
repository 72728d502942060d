// API and worker through a real PgBouncer in transaction mode: everything is sold, nothing that a
// session holds is lost, and one that is set up wrongly is named.

import { spawnSync } from 'node:child_process';
import { migrate } from '@fiscal/db/migration';
import { createTestDatabase, eventually, inParallel } from '@fiscal/testbed';
import type { TestDatabase } from '@fiscal/testbed';
import { Redis } from 'ioredis';
import { afterEach, describe, expect } from '@jest/globals';
import pg from 'pg';
import { testWith } from '../processes/external-programs.ts';
import type { Body } from '../service/invoices.ts';
import { startPooler } from './pooler.ts';
import { openService } from '../service/running-service.ts';

const SALES = 200;
/** Fewer than one process alone opens without it. */
const POOL_SIZE = 6;
const SETTINGS =
  'set enable_seqscan=off; set statement_timeout=15000; set idle_in_transaction_session_timeout=30000';
const ANNOUNCES = '; set fiscal.announces_changes=on';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openPooledDatabase(connectQuery: string) {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  const pooler = await startPooler([database.apiUrl, database.workerUrl], connectQuery, POOL_SIZE);
  ends.push(() => pooler.close());
  return { database, pooler };
}

/** The invoices whose outcome was announced, from now on. */
async function listenForOutcomes(database: TestDatabase, queue: string, prefix: string) {
  const fiscalized = new Set<string>();
  const note = (payload = '') => {
    const [id = '', , , status] = payload.split(' ');
    if (status === 'Fiscalized') fiscalized.add(id);
  };
  if (queue === 'redis') {
    const redis = new Redis(process.env.TEST_REDIS_URL ?? '');
    ends.push(() => {
      redis.disconnect();
    });
    redis.on('message', (_channel, text: string) => {
      for (const line of text.split('\n')) note(line.slice(line.indexOf(' ') + 1));
    });
    await redis.subscribe(`${prefix}:changes`);
  } else {
    const client = new pg.Client({ connectionString: database.url });
    ends.push(() => client.end());
    await client.connect();
    client.on('notification', ({ payload }) => {
      note(payload);
    });
    await client.query('listen invoice_changed');
  }
  return fiscalized;
}

const queues = process.env.TEST_REDIS_URL ? ['redis', 'postgresql'] : ['postgresql'];

describe.each(queues)('behind a pooler in transaction mode, on the %s queue', (queue) => {
  testWith('pgbouncer')('200 sales at once are fiscalized, announced and printed', async () => {
    const isOnRedis = queue === 'redis';
    const { database, pooler } = await openPooledDatabase(SETTINGS + (isOnRedis ? ANNOUNCES : ''));
    const QUEUE_PREFIX = `pooled-${process.pid}`;
    const pooled = (direct: string) => ({
      DATABASE_URL: pooler.through(direct),
      DATABASE_DIRECT_URL: direct,
    });
    const service = await openService({
      prints: true,
      queue: isOnRedis ? 'redis' : 'postgresql',
      databaseUrl: database.url,
      logins: { fiscal_api: database.apiUrl, fiscal_worker: database.workerUrl },
      environment: { QUEUE_PREFIX },
      environmentOf: (name) => {
        if (name === 'api') return pooled(database.apiUrl);
        return name === 'worker' ? pooled(database.workerUrl) : {};
      },
    });
    ends.push(() => service.close());
    const announced = await listenForOutcomes(database, queue, QUEUE_PREFIX);

    const sold = await inParallel(Array(SALES).keys(), SALES, () => service.fiscalized());
    await eventually(
      () => sold.filter(({ id }) => !announced.has(String(id))).length,
      (missing) => missing === 0,
    );
    const pdf = await service.pdf(`/api/invoices/${String(sold[0]?.id)}/pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const ordinals = sold.map(({ orderNumber }) => Number(orderNumber)).sort((a, b) => a - b);
    expect(ordinals).toEqual(Array.from({ length: SALES }, (_, index) => index + 1));

    const checks = ((await (await fetch(`${service.stack.workerUrl}/health/ready`)).json()) as Body)
      .checks as Body;
    expect(checks).toMatchObject({ sessions: 'ok', postgresql: 'ok' });
    const aside = new pg.Client({ connectionString: database.url });
    ends.push(() => aside.end());
    await aside.connect();
    const read = async () => {
      const { rows } = await aside.query<{ listening: number; others: number }>(
        `select count(*) filter (where application_name = 'fiscal-changes')::int as listening,
           count(*) filter (where application_name <> 'fiscal-changes')::int as others
         from pg_stat_activity where datname = current_database() and usename like '%login'`,
      );
      return rows[0]!;
    };
    // The API always listens; a worker where there is no Redis. The check of the sessions has just
    // ended one.
    const { listening, others } = await eventually(
      read,
      (count) => count.others <= 2 * POOL_SIZE && count.listening <= (isOnRedis ? 1 : 2),
    );
    expect(listening).toBe(isOnRedis ? 1 : 2);
    expect(others).toBeGreaterThan(0);
  });
});

testWith('pgbouncer')('a migration through the pooler is refused', async () => {
  const { database, pooler } = await openPooledDatabase(SETTINGS);
  await expect(migrate(pooler.through(database.apiUrl))).rejects.toThrow(
    /^This URL leads to a pooler, .* set DATABASE_DIRECT_URL/,
  );
});

describe('a start ends with one sentence', () => {
  const sentenceOf = (own: Record<string, string>) => {
    const program = new URL('../../../apps/worker/src/main.ts', import.meta.url).pathname;
    const { stderr } = spawnSync(process.execPath, ['--conditions=source', program], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'warn',
        CHROME_PATH: process.execPath,
        WORKER_ROLES: 'print',
        WORKER_PORT: '0',
        ...own,
      },
    });
    return stderr;
  };

  testWith('pgbouncer')('where the way past the pooler is missing, or none', async () => {
    const { database, pooler } = await openPooledDatabase(SETTINGS);
    const DATABASE_URL = pooler.through(database.workerUrl);
    expect(sentenceOf({ DATABASE_URL })).toMatch(
      /^The worker could not start\. DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL .*\n$/,
    );
    expect(sentenceOf({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).toMatch(
      /^The worker could not start\. DATABASE_DIRECT_URL leads to a pooler, where .*\n$/,
    );
  });
});
