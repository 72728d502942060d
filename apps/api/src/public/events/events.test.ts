// The feed of events as calls see it: what is refused, where a page ends, and when a wait is over.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { untilGivenOut } from '@fiscal/db/testing';
import { MOST_HEAVY_CALLS } from '../../http/heavy-calls.ts';
import { createShop, startApi } from '../../testing/running-api.ts';

const api = await startApi();
afterAll(() => api.close());
const shop = await createShop(api);
const other = await createShop(api);

type Shop = Awaited<ReturnType<typeof createShop>>;

interface Page {
  events: { id: string; type: string; status: string; invoiceId: string; invoice?: object }[];
  cursor: string;
  more: boolean;
  behindSeconds: number;
}

async function read(query: string, { test: caller }: Pick<Shop, 'test'> = shop): Promise<Page> {
  await untilGivenOut(api.db);
  return readAsItIs(query, caller);
}
async function readAsItIs(query: string, caller = shop.test): Promise<Page> {
  const { status, body } = await caller.get(`/api/events?${query}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Page;
}
const now = async () => `after=${(await read('from=now')).cursor}`;
const draft = async (change = {}, { test: caller }: Pick<Shop, 'test'> = shop) =>
  (await caller.draft(change).expect(201)).body.id as string;
const FAIL = `update invoice set status = 'Failed', failure = '{"code":"EFI_REFUSED"}' where id = $1`;
const fail = (id: string) => api.db.pool.query(FAIL, [id]);
const changed = (cursor: string, index: number, word: string) => {
  const words = Buffer.from(cursor, 'base64url').toString().split(' ');
  words[index] = word;
  return Buffer.from(words.join(' ')).toString('base64url');
};

describe('a call', () => {
  test.each([
    ['', { '': 'either after or from' }],
    ['limit=7', { '': 'either after or from' }],
    ['after=x&from=now', { '': 'either after or from', after: 'the cursor of a page' }],
    ['from=today', { from: 'ISO 8601' }],
    ['from=now&limit=501', { limit: 'at most 500' }],
    ['from=now&limit=0', { limit: 'at least 1' }],
    ['from=now&include=pdf', { include: 'record' }],
    [
      'from=now&types=invoice.fiscalized,invoice.sold',
      { types: 'must be of invoice.fiscalized, ' },
    ],
    ['from=now&type=invoice.fiscalized', { '': 'must not have type' }],
    ['from=now&types=', { types: 'must not be empty' }],
    [
      'after=MSAy&limit=a&types=x&x=1',
      { after: 'cursor of a page', limit: 'limit', types: 'must be of', '': 'must not have x' },
    ],
  ])('with %j is refused with everything that is wrong', async (query, expected) => {
    const { status, body } = await shop.test.get(`/api/events?${query}`);
    expect([status, body.code]).toEqual([400, 'QUERY_INVALID']);
    const details = body.details as { path: string; message: string }[];
    expect(Object.keys(expected).toSorted()).toEqual(details.map(({ path }) => path).toSorted());
    for (const { path, message } of details) {
      expect(message).toContain(expected[path as keyof typeof expected]);
    }
  });

  test('with a cursor of another company or environment, or a forged one, is refused', async () => {
    const { cursor } = await read('from=now');
    for (const [caller, text] of [
      [other.test, cursor],
      [shop.live, cursor],
      [shop.test, changed(cursor, 2, '99999999999999999999')],
      [shop.test, changed(cursor, 3, "1' or true")],
      [shop.test, changed(cursor, 0, '9999999999')],
      [shop.test, `${cursor}=x`.slice(3)],
    ] as const) {
      const { status, body } = await caller.get(`/api/events?after=${text}`);
      expect([status, body.code, body.details[0].path]).toEqual([400, 'QUERY_INVALID', 'after']);
    }
  });

  test('with the cursor of another incarnation of the database is 410 with the way to go on', async () => {
    const { cursor } = await read('from=now');
    for (const outdated of [changed(cursor, 0, '7'), changed(cursor, 4, '1000000000000')]) {
      const { status, body } = await shop.test.get(`/api/events?after=${outdated}`);
      expect([status, body.code]).toEqual([410, 'CURSOR_OUTDATED']);
      expect(body.error).toContain(body.from);
      await read(`from=${body.from}`);
    }
  });
});

describe('a page', () => {
  test('says what each change made, and with the record what the invoice is now', async () => {
    const start = await now();
    const id = await draft({ externalId: 'E-1' });
    await fail(id);
    await api.db.pool.query(`update invoice set status = 'Pending', failure = null where id = $1`, [
      id,
    ]);
    const page = await read(`${start}&include=record`);
    expect(page).toEqual({
      events: [
        {
          id: expect.stringMatching(/^[0-9a-f]{1,8}-\d+$/),
          type: 'invoice.failed',
          at: expect.any(String),
          invoiceId: id,
          externalId: 'E-1',
          status: 'Failed',
          invoice: expect.objectContaining({ id, status: 'Pending', externalId: 'E-1' }),
        },
      ],
      cursor: expect.any(String),
      more: false,
      behindSeconds: expect.any(Number),
    });
    const { invoice, ...event } = page.events[0]!;
    expect((await read(start)).events).toEqual([event]);
    expect((await read(`${start}&types=invoice.fiscalized`)).events).toEqual([]);
    expect(invoice).toEqual((await shop.test.get(`/api/invoices/${id}`)).body);
  });

  test('with large records ends earlier, and the next one goes on behind it', async () => {
    const start = await now();
    const items = Array.from({ length: 400 }, () => ({
      name: 'n'.repeat(200),
      unitPrice: 1,
      quantity: 1,
      vat: { rate: 21 },
    }));
    const ids: string[] = [];
    for (let sale = 0; sale < 12; sale += 1) {
      const id = await draft({ items });
      await fail(id);
      ids.push(id);
    }
    const first = await read(`${start}&include=record`);
    expect(first.more).toBe(true);
    expect(first.events.length).toBeLessThan(12);
    const rest = await read(`after=${first.cursor}&include=record`);
    expect([...first.events, ...rest.events].map(({ invoiceId }) => invoiceId)).toEqual(ids);
  });

  test('with records takes a slot of its company, and a wait takes none', async () => {
    const start = await now();
    await fail(await draft());
    const waiting = Array.from({ length: MOST_HEAVY_CALLS + 1 }, () =>
      shop.test.get('/api/events?from=now&include=record').set('Prefer', 'wait=1'),
    );
    const pages = waiting.map(async (call) => (await call).status);
    expect((await read(`${start}&include=record`)).events).toHaveLength(1);
    expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
    const inTheWay = await api.db.pool.connect();
    await inTheWay.query('begin; lock table invoice in access exclusive mode');
    const lists = Array.from({ length: MOST_HEAVY_CALLS + 1 }, async () => {
      const { status } = await shop.test.get(`/api/events?${start}&include=record`);
      return status;
    });
    expect(await Promise.race(lists)).toBe(429);
    await inTheWay.query('rollback');
    inTheWay.release();
    expect((await Promise.all(lists)).filter((status) => status === 200)).toHaveLength(
      MOST_HEAVY_CALLS,
    );
  });
});

describe('a waiting call', () => {
  const wait = (query: string, seconds = 25): Test =>
    shop.test.get(`/api/events?${query}`).set('Prefer', `wait=${seconds}`);
  /** Resolves with the response, and when it came. */
  const timed = async (call: Test) => {
    const response = await call;
    return { ...(response.body as Page), headers: response.headers, at: performance.now() };
  };

  test('is over as soon as there is an event, of any kind', async () => {
    const start = await now();
    const id = await draft();
    const waiting = timed(wait(start));
    await sleep(200);
    await fail(id);
    const { events, headers, cursor } = await waiting;
    expect(events.map(({ invoiceId }) => invoiceId)).toEqual([id]);
    expect(headers['preference-applied']).toBe('wait=25');
    const others = timed(wait(`after=${cursor}`));
    await sleep(200);
    await api.db.pool.query(
      `insert into authority_circuit (environment, scope, opened_at, seen_at)
       values ('live', 'authority', now(), now()), ('test', 'authority', now(), now())`,
    );
    expect((await others).events.map(({ type }) => type)).toEqual(['authority.silent']);
  });

  test('is over with its time, and has what is left out by its types pass by', async () => {
    const waiting = timed(wait(`${await now()}&types=deposit.refused`, 1));
    await fail(await draft());
    const { events, cursor } = await waiting;
    expect(events).toEqual([]);
    expect((await read(`after=${cursor}`)).events).toEqual([]);
  });

  test('is over once the transactions before its event are, and no page passes one', async () => {
    const start = await now();
    const [held, free] = [await draft(), await draft()];
    const open = await api.db.pool.connect();
    await open.query('begin');
    await open.query(FAIL, [held]);
    let isOver = false;
    const waiting = timed(wait(start)).finally(() => {
      isOver = true;
    });
    await fail(free);
    await sleep(1_500);
    expect(isOver).toBe(false);
    const behind = await readAsItIs(start);
    expect(behind.events).toEqual([]);
    expect(behind.behindSeconds).toBeGreaterThanOrEqual(1.5);
    await open.query('commit');
    open.release();
    const { events, cursor } = await waiting;
    // Transactions of other tests, in databases of the same server, hold back a page as well.
    const { events: rest } = await read(`after=${cursor}`);
    expect([...events, ...rest].map(({ invoiceId }) => invoiceId)).toEqual([held, free]);
  });
});
