// Processes that get a stop signal, as at every deployment, and a Redis that is away or set up
// wrong when they start. No sale is lost, and none is cut off in the middle.

import { randomBytes } from 'node:crypto';
import { eventually } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasRedisServer, privateRedis } from '../../../packages/queue/src/testing/private-redis.ts';
import type { PrivateRedis } from '../../../packages/queue/src/testing/private-redis.ts';
import { openService } from '../service/running-service.ts';
import type { Body, RunningService } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

let service: RunningService;
let nextTill: () => Till;
/** A sale whose reply takes a second, claimed by the worker and at the authority. */
async function claimedSale(till: Till): Promise<string> {
  await till.script({ type: 'delay', ms: 1_000 });
  const id = await till.store();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
  return id;
}
const isEnding = (name: 'api' | 'worker') =>
  eventually(
    () => service.logOf(name),
    (log) => log.includes('"msg":"ending"'),
  );

describe('a process that gets a stop signal', () => {
  beforeAll(async () => {
    service = await openService({ environment: { ...SHORT_TIMEOUTS, LOG_LEVEL: 'info' } });
    nextTill = await openTills(service, 4);
  });
  afterAll(() => service.close());

  test('a worker records the sale that it has claimed, takes no other, and exits with 0', async () => {
    const [till, neighbour] = [nextTill(), nextTill()];
    const worker = service.stack.processes.get('worker');
    const id = await claimedSale(till);
    worker?.kill('SIGTERM');
    await isEnding('worker');
    const later = await neighbour.store();
    expect((await neighbour.post(`/api/invoices/${later}/fiscalize`)).status).toBe(202);

    expect(await worker?.ended).toEqual({ code: 0, signal: null });
    expect((await till.read(id)).status).toBe('Fiscalized');
    expect(await neighbour.read(later)).toMatchObject({
      status: 'Pending',
      attempts: 0,
      iic: null,
    });
    expect((await neighbour.ledger()).messages).toEqual([]);

    await service.stack.restart('worker');
    expect(await neighbour.until(later, 'Fiscalized')).toMatchObject({ orderNumber: 1 });
    expect((await till.ledger()).messages).toHaveLength(1);
  });

  test('the API completes the call that waits, and exits with 0', async () => {
    const till = nextTill();
    await till.script({ type: 'delay', ms: 1_000 });
    const api = service.stack.processes.get('api');
    const id = await till.store();
    const waiting = till.fiscalize(id).then((response) => response);
    await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
    api?.kill('SIGTERM');
    await isEnding('api');
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'Fiscalized', fic: expect.any(String) });
    expect(await api?.ended).toEqual({ code: 0, signal: null });
    await service.stack.restart('api');
    expect(await till.read(id)).toMatchObject({ status: 'Fiscalized', fic: body.fic });
  });
});

const suite = hasRedisServer ? describe : describe.skip;

suite('a Redis of its own (needs redis-server: apt install redis-server)', () => {
  let redis: PrivateRedis;
  const setPolicy = (policy: string) => redis.admin.config('SET', 'maxmemory-policy', policy);
  beforeAll(async () => {
    const password = randomBytes(16).toString('hex');
    redis = await privateRedis(['--maxmemory-policy', 'noeviction'], { password });
    await redis.start();
    const own = { redisUrl: redis.url, isWithoutRedis: false };
    service = await openService({ ...own, environment: SHORT_TIMEOUTS });
    nextTill = await openTills(service, 3);
  });
  afterAll(async () => {
    try {
      await service.close();
    } finally {
      await redis.close();
    }
  });

  test('that is away lets processes start, and sales go on meanwhile', async () => {
    const till = nextTill();
    await redis.kill();
    await service.stack.restart('api', { how: 'kill' });
    await service.stack.restart('worker', { how: 'kill' });
    expect(service.logOf('worker')).toContain('a check could not be made: redis-policy');
    const ids = await Promise.all(Array.from({ length: 5 }, () => till.store()));
    for (const id of ids) {
      expect((await till.post(`/api/invoices/${id}/fiscalize`)).status).toBe(202);
    }
    for (const id of ids) await till.until(id, 'Fiscalized');
    await redis.start();
    const { invoices, messages } = await till.ledger();
    expect([invoices.length, messages.length]).toEqual([5, 5]);
    // They would end by themselves where the policy is wrong, before they have seen a right one.
    await service.stack.restart('api');
    await service.stack.restart('worker');
  });

  test.each([['worker'], ['api']] as const)(
    'that may throw jobs away is refused by the %s, in words that say what to do',
    async (name) => {
      await setPolicy('allkeys-lru');
      try {
        await expect(service.stack.restart(name, { how: 'kill' })).rejects.toThrow(
          /could not start\..*maxmemory-policy allkeys-lru.*set it to noeviction/,
        );
      } finally {
        await setPolicy('noeviction');
        await service.stack.restart(name);
      }
      expect((await nextTill().sell()).body.status).toBe('Fiscalized');
    },
  );
});
