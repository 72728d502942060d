// What the whole service does with PostgreSQL it does with the rights of its two roles: every other
// test here runs like that. This one looks at who is connected, and at who may not be.

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { createTestDatabase, startStack } from '@fiscal/testbed';
import type { TestDatabase } from '@fiscal/testbed';
import { openService } from '../service/running-service.ts';

// Processes are started within a test.
jest.setTimeout(300_000);

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).toReversed()) await one();
});

test('API and worker connect with logins of their own, to their tables and to the queue’s', async () => {
  const service = await openService({ queue: 'postgresql' });
  close.push(() => service.close());
  const rows = await service.query(
    `select distinct usename as login, application_name as process from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
  );
  const processesOf = (role: string) =>
    rows
      .filter(({ login }) => (login as string).endsWith(role))
      .map((row) => row.process as string);
  expect(processesOf('_api_login')).toContain('fiscal-api');
  expect(processesOf('_worker_login')).toContain('fiscal-worker');
  const byOwner = await service.query(
    `select count(*)::int as count from pg_stat_activity where usename = current_user
     and datname = current_database() and application_name in ('fiscal-api', 'fiscal-worker')`,
  );
  expect(byOwner).toEqual([{ count: 0 }]);
});

async function startWith(database: TestDatabase, logins: Record<'api' | 'worker', string>) {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-e2e-'));
  close.push(() => rm(directory, { recursive: true, force: true }));
  const stack = await startStack({
    directory,
    databaseUrl: database.url,
    logins: { fiscal_api: logins.api, fiscal_worker: logins.worker },
    isWithoutRedis: true,
  });
  close.push(() => stack.stop());
}

test.each(['api', 'worker'] as const)(
  'the %s does not start with the login of the owner, and says why',
  async (process) => {
    const database = await createTestDatabase();
    close.push(() => database.drop());
    const logins = { api: database.apiUrl, worker: database.workerUrl, [process]: database.url };
    await expect(startWith(database, logins)).rejects.toThrow(/which is a superuser/);
  },
);
