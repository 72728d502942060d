// The whole service with little patience: what takes minutes in production takes seconds here. Beyond
// running-service.ts it may have several workers, settings for one of them, and a Redis of its own.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, startStack } from '@fiscal/testbed';
import type { PartName, StackOptions } from '@fiscal/testbed';
import pg from 'pg';
import request from 'supertest';
import type { Body, RunningService } from '../running-service.ts';

const PATIENCE_MS = 20_000;

const HASTY = {
  LOG_LEVEL: 'warn',
  EFI_ONLINE_BUDGET_MS: '1500',
  LEASE_MS: '3500',
  DELIVERY_AFTER_MS: '300',
  SWEEP_EVERY_MS: '500',
  EFI_PROBE_EVERY_MS: '500',
  // Only the tests of the circuit are about the circuit.
  EFI_FAILURES_TO_OPEN: '100000',
};

/** For a file in which nobody waits until a budget is used up: no slow machine may use it up. */
export const UNHURRIED = { EFI_ONLINE_BUDGET_MS: '8000', LEASE_MS: '20000' };

/** Starts every process and waits until all are ready. @param options over what is usual here. */
export async function startHastyService(
  options: Partial<StackOptions> = {},
): Promise<RunningService> {
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-reliability-'));
  const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
  const redisUrl = process.env.TEST_REDIS_URL;
  const removeGround = async () => {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  };
  const stack = await startStack({
    directory,
    databaseUrl: database.url,
    redisUrl,
    isQueueInPostgres: redisUrl === undefined,
    ...options,
    environment: { ...HASTY, QUEUE_PREFIX: queuePrefix, ...options.environment },
  }).catch(async (error: unknown) => {
    await removeGround();
    throw error;
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The database is dropped while idle connections may still be open.
  pool.on('error', () => undefined);

  const authorization = `Bearer ${stack.demo.testKey}`;
  const get = (path: string) => request(stack.apiUrl).get(path).set('Authorization', authorization);
  return {
    stack,
    queuePrefix,
    get,
    post: (path, body) =>
      request(stack.apiUrl).post(path).set('Authorization', authorization).send(body),
    until: (id, status) =>
      eventually(
        async () => (await get(`/api/invoices/${id}`)).body as Body,
        (record) => record.status === status,
      ),
    control: async (method, path, body) => {
      const response = await fetch(`${stack.simulatorUrl}/control${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? {} : (JSON.parse(text) as Body);
    },
    query: async (text, values = []) => (await pool.query<Body>(text, values)).rows,
    close: async () => {
      await stack.stop();
      await pool.end();
      await removeGround();
    },
  };
}

/** Looks until what it sees is so; throws what it saw last after 20 s. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`it did not come: ${JSON.stringify(seen)}`);
    await sleep(50);
  }
}

/** The log of a part's newest life. */
export function logOf({ stack }: RunningService, name: PartName): string {
  const part = stack.processes.get(name);
  if (part === undefined) throw new Error(`${name} was never started`);
  return readFileSync(part.logFile, 'utf8');
}
