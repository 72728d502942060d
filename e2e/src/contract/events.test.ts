// Extensions §10: the feed of events over two API processes, for two companies in both
// environments.

import { untilGivenOut } from '@fiscal/db/testing';
import { withDatabase } from '@fiscal/testbed';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import { afterEach, describe, expect, test } from '@jest/globals';
import { nonCashInvoice, startService } from '../service/running-service.ts';
import { openShop, startOtherApi } from './shop.ts';
import type { Caller } from '../service/caller.ts';

const service = await startService();
const elsewhere = await startOtherApi(service, { EFI_LIVE_URL: service.stack.simulatorUrl });
const shops = [await openShop(service), await openShop(service)];
const [shop] = shops as [(typeof shops)[number]];
afterEach(() => service.resetAuthority());

interface Event {
  id: string;
  type: string;
  status: string;
  invoiceId: string;
  externalId: string | null;
  invoice?: { status: string; fic: string | null };
}
async function read(caller: Caller, query: string, waitS = 0) {
  const { status, body } = await caller.get(`/api/events?${query}`).set('Prefer', `wait=${waitS}`);
  expect(status).toBe(200);
  return body as { events: Event[]; cursor: string; more: boolean; behindSeconds: number };
}
/** Behind whatever has happened before. */
const now = async (caller: Caller) => `after=${(await read(caller, 'from=now')).cursor}`;
const isOfInvoice = ({ type }: Event) => type.startsWith('invoice.');

describe('the feed', () => {
  test('has the outcome of a sale as soon as it is there, over either process', async () => {
    for (const caller of [shop.test, elsewhere(shop.test.key)]) {
      const start = await now(caller);
      const waiting = read(caller, `${start}&include=record`, 25);
      const { id, fic } = await shop.test.fiscalized(nonCashInvoice());
      expect((await waiting).events).toMatchObject([
        { type: 'invoice.fiscalized', status: 'Fiscalized', invoiceId: id, invoice: { fic } },
      ]);
    }
  });

  test('says that an invoice went Offline, and later what became of it: each with its own status', async () => {
    const start = await now(shop.test);
    await service.holdAuthority();
    const { body } = await shop.test.createAndPrint();
    expect(body.status).toBe('Offline');
    await service.releaseAuthority();
    await service.deliverNow();
    let cursor = start;
    const events: Event[] = [];
    while (events.length < 2) {
      const page = await read(shop.test, `${cursor}&include=record`, 25);
      events.push(...page.events.filter(isOfInvoice));
      cursor = `after=${page.cursor}`;
    }
    expect(events.map(({ type, status, invoiceId }) => [type, status, invoiceId])).toEqual([
      ['invoice.offline', 'Offline', body.id],
      ['invoice.fiscalized', 'Fiscalized', body.id],
    ]);
    const again = await read(shop.test, `${start}&include=record`);
    const records = again.events.filter(isOfInvoice).map(({ invoice }) => invoice?.status);
    expect(records).toEqual(['Fiscalized', 'Fiscalized']);
  });

  test('of one company and environment has nothing of another, whoever sells, over either process', async () => {
    const seed = seedOf(process.env.SEED);
    const random = randomFrom(seed);
    const callers = shops.flatMap(({ test: testing, live }) => [testing, live]);
    const starts = await Promise.all(callers.map(now));
    const sold = callers.map((): string[] => []);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let sale = 0; sale < 4; sale += 1) {
          const index = random.below(callers.length);
          const { key } = callers[index]!;
          const caller = random.oneIn(2) ? callers[index]! : elsewhere(key);
          const { status, body } = await caller.draft(nonCashInvoice());
          expect([status, body.code]).toEqual([201, undefined]);
          const sale = caller.post(`/api/invoices/${body.id}/fiscalize`);
          expect((await sale.set('Prefer', 'wait=25')).body.status).toBe('Fiscalized');
          sold[index]!.push(String(body.id));
        }
      }),
    );
    await withDatabase(service.stack.databaseUrl, untilGivenOut);
    for (const [index, caller] of callers.entries()) {
      for (const reader of [caller, elsewhere(caller.key)]) {
        const got: string[] = [];
        for (let query = starts[index]!; ;) {
          const page = await read(reader, `${query}&limit=${1 + random.below(3)}`);
          got.push(...page.events.filter(isOfInvoice).map(({ invoiceId }) => invoiceId));
          query = `after=${page.cursor}`;
          if (!page.more) break;
        }
        expect({ seed, got: got.toSorted() }).toEqual({ seed, got: sold[index]!.toSorted() });
      }
    }
  });
});
