import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '@fiscal/testbed/random';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { noteRollback, recordIncarnation } from '../number/database-incarnation.ts';
import { untilGivenOut } from '../testing/seed/index.ts';
import { openTestDatabase, useTestDatabase } from '../testing/open-test-database.ts';
import { createSampleDraft, sellSample } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { readEvents } from './index.ts';
import type { EventType, FeedEvent, FeedPage, FeedPosition, FeedStart } from './index.ts';

const WRITERS = 64;
const TRANSACTIONS = 6;

const db = useTestDatabase({ maxConnections: WRITERS + 8 });
let shop: SampleShop;
beforeAll(async () => {
  shop = await createSampleShop(db);
});

interface Query {
  types?: readonly EventType[] | null;
  limit?: number;
  of?: SampleShop;
  environment?: 'test' | 'live';
}

async function page(
  start: FeedStart,
  { types = null, limit = 500, of = shop, environment = 'test' }: Query = {},
): Promise<FeedPage> {
  await untilGivenOut(db.owner);
  return pageAsItIs(start, { types, limit, of, environment });
}
async function pageAsItIs(
  start: FeedStart,
  { types = null, limit = 500, of = shop, environment = 'test' }: Query = {},
): Promise<FeedPage> {
  const scope = { ...scopeOf(of), environment };
  const read = await readEvents(db.api, scope, { start, types, limit });
  if (read.kind !== 'page') throw new Error(`outdated, from ${read.from.toISOString()}`);
  return read;
}

/** Reads on while there is more. */
async function readOn(start: FeedStart, query: Query = {}): Promise<FeedPage> {
  const events: FeedEvent[] = [];
  for (let next = start; ;) {
    const read = await page(next, query);
    events.push(...read.events);
    if (!read.hasMore) return { ...read, events };
    next = { after: read.end };
  }
}
const end = async (of = shop) => ({ after: (await page('now', { of })).end });
const idsOf = ({ events }: Pick<FeedPage, 'events'>) => events.map(({ id }) => id);
const add = async (sql: string, values: unknown[] = []) =>
  (
    await db.owner.pool.query<{ id: string }>(
      `insert into event (company_id, environment, type ${sql} returning id`,
      [shop.companyId, ...values],
    )
  ).rows[0]!.id;

describe('of 64 writers whose commits are delayed', () => {
  test('five readers get every event once, and none behind what they have read', async () => {
    const random = randomFrom(29);
    const drafts: string[] = [];
    for (let draft = 0; draft < WRITERS * TRANSACTIONS * 2; draft += 1) {
      drafts.push((await createSampleDraft(db, shop)).id);
    }
    let isOver = false;
    const haveAllBegun = Promise.withResolvers<undefined>();
    const write = async () => {
      const client = await db.worker.pool.connect();
      for (let transaction = 0; transaction < TRANSACTIONS; transaction += 1) {
        if (transaction === TRANSACTIONS / 2) await haveAllBegun.promise;
        const ids = drafts.splice(0, 2);
        await client.query('begin');
        for (const id of ids) {
          // Its number is drawn with its first change, long before its last one.
          await client.query(
            `update invoice set status = 'Failed', failure = '{"error":"x"}' where id = $1`,
            [id],
          );
          await sleep(random.below(random.oneIn(10) ? 200 : 10));
        }
        await client.query(random.oneIn(5) ? 'rollback' : 'commit');
      }
      client.release();
    };
    const follow = async (start: FeedPosition, limit: number) => {
      const got: string[] = [];
      for (let next = start; ;) {
        const wasOver = isOver;
        const read = await pageAsItIs({ after: next }, { limit });
        got.push(...idsOf(read));
        next = read.end;
        if (wasOver && !read.hasMore && !read.isHeld) return { start, got };
        await sleep(random.below(5));
      }
    };
    const readers: ReturnType<typeof follow>[] = [];
    const writing = Promise.all(Array.from({ length: WRITERS }, write));
    for (const limit of [2, 5, 20, 100, 500]) {
      readers.push(follow((await pageAsItIs('now')).end, limit));
      await sleep(40);
    }
    haveAllBegun.resolve(undefined);
    await writing;
    isOver = true;
    for (const { start, got } of await Promise.all(readers)) {
      const { rows } = await db.owner.pool.query<{ id: string }>(
        `select id from event where company_id = $1 and xid >= $2::xid8 order by xid, id`,
        [shop.companyId, start.xid],
      );
      expect(got).toEqual(rows.map(({ id }) => id));
      expect(got.length).toBeGreaterThan(WRITERS);
    }
  });

  test('nothing is given out that was written after the oldest one that is open, and the page says since when', async () => {
    const start = await end();
    const open = await db.worker.pool.connect();
    const { id } = await createSampleDraft(db, shop);
    await open.query('begin');
    await open.query(`update invoice set status = 'Failed', failure = '{}' where id = $1`, [id]);
    await sleep(100);
    await sellSample(db, shop);
    const held = await pageAsItIs(start);
    expect(held).toMatchObject({ events: [], hasMore: false, isHeld: true });
    expect(held.behindMs).toBeGreaterThan(100);
    // What may still come was written then, or later.
    expect(held.end.at.getTime()).toBeLessThan(Date.now() - 90);
    await open.query('commit');
    open.release();
    const read = await page({ after: held.end });
    expect(read.events.map(({ type }) => type)).toEqual(['invoice.failed', 'invoice.fiscalized']);
    expect(read).toMatchObject({ isHeld: false });
    expect((await page(start)).events).toEqual(read.events);
  });
});

describe('a page', () => {
  test('begins with an instant, less a minute, also where a month ends', async () => {
    const { rows } = await db.owner.pool.query<{ ends: Date }>(
      'select min(ends) as ends from event_months()',
    );
    const [{ ends }] = rows as [{ ends: Date }];
    const at = (ms: number) => new Date(ends.getTime() + ms);
    const ids: string[] = [];
    for (const ms of [-60_001, -60_000, -1, 0, 1_000]) {
      ids.push(await add(`, at) values ($1, 'test', 'deadline.near', $2)`, [at(ms)]));
    }
    expect(idsOf(await page({ from: at(0) }))).toEqual(ids.slice(1));
    expect(idsOf(await readOn({ from: at(0) }, { limit: 1 }))).toEqual(ids.slice(1));
    expect(idsOf(await page({ from: at(60_500) }))).toEqual(ids.slice(4));
    await db.owner.pool.query('delete from event where at > $1', [at(-60_002)]);
  });

  test('has only what is wanted, and ends where the looking for it has ended', async () => {
    const start = await end();
    await db.owner.pool.query(
      `insert into event (company_id, environment, type)
       select $1, 'test', 'invoice.offline' from generate_series(1, 6000)`,
      [shop.companyId],
    );
    const id = await add(`) values ($1, 'test', 'deposit.refused')`);
    const types = ['deposit.refused', 'deadline.near'] as const;
    expect(await page(start, { types })).toMatchObject({ events: [], hasMore: true });
    expect(idsOf(await readOn(start, { types }))).toEqual([id]);
    expect((await readOn(start)).events).toHaveLength(6001);
  });

  test('has those of the company and of everybody, of its own environment', async () => {
    const other = await createSampleShop(db);
    const starts = [await end(), await end(other)] as const;
    const own = await add(`) values ($1, 'test', 'deadline.near')`);
    const everybodys = await add(`) values (nullif($1::uuid, $1), 'test', 'authority.silent')`);
    const live = await add(`) values ($1, 'live', 'deadline.near')`);
    const liveOfAll = await add(`) values (nullif($1::uuid, $1), 'live', 'authority.silent')`);
    expect(idsOf(await page(starts[0]))).toEqual([own, everybodys]);
    expect(idsOf(await page(starts[0], { environment: 'live' }))).toEqual([live, liveOfAll]);
    expect(idsOf(await page(starts[1], { of: other }))).toEqual([everybodys]);
  });
});

describe('after a restore or a failover', () => {
  test('a position is outdated, and from its instant on nothing is left out', async () => {
    const own = await openTestDatabase();
    try {
      const seller = await createSampleShop(own);
      const scope = scopeOf(seller);
      const query = { types: null, limit: 1 };
      const read = (start: FeedStart) => readEvents(own.api, scope, { start, ...query });
      const begun = await read('now');
      await sellSample(own, seller);
      await sellSample(own, seller);
      await untilGivenOut(own.owner);
      const first = await read({ after: (begun as FeedPage).end });
      await noteRollback(own.worker, { actor: 'worker', place: null });
      await recordIncarnation(own.worker, { actor: 'worker' });
      await untilGivenOut(own.owner);
      const outdated = await read({ after: (first as FeedPage).end });
      expect(outdated.kind).toBe('outdated');
      const types: string[] = [];
      let start: FeedStart = { from: (outdated as { from: Date }).from };
      for (let more = true; more;) {
        const next = (await read(start)) as FeedPage;
        types.push(...next.events.map(({ type }) => type));
        start = { after: next.end };
        more = next.hasMore;
      }
      expect(types).toEqual(['invoice.fiscalized', 'invoice.fiscalized', 'cash-register.held']);
    } finally {
      await own.close();
    }
  });

  test('a number ahead of all that were given is outdated, too, and an instant older than what is kept', async () => {
    const { after } = await end();
    const scope = scopeOf(shop);
    const read = (start: FeedStart) => readEvents(db.api, scope, { start, types: null, limit: 1 });
    const ahead = { ...after, xid: String(BigInt(after.xid) + 1_000_000n) };
    expect(await read({ after: ahead })).toEqual({ kind: 'outdated', from: after.at });
    const day = 24 * 60 * 60_000;
    const old = new Date(Date.now() - 30 * day - 60_000);
    const oldest = { kind: 'outdated', from: expect.any(Date) };
    for (const start of [{ from: old }, { after: { ...after, at: old } }]) {
      const outdated = await read(start);
      expect(outdated).toEqual(oldest);
      const { from } = outdated as { from: Date };
      expect((await read({ from })).kind).toBe('page');
      expect(Date.now() - from.getTime()).toBeGreaterThan(29.9 * day);
    }
    expect((await read({ from: new Date(Date.now() - 30 * day + 60_000) })).kind).toBe('page');
  });
});
