// The client that shops use, against a real service whose responses are lost, whose API is killed
// and whose storage goes away: what it issues is registered once. Extensions §9.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiscalClient, cursorFile, FiscalApiError } from '@fiscal/client';
import type { NamedInvoice } from '@fiscal/client';
import { afterEach, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const service = await startService({ isProxied: true });
const { stack } = service;
afterEach(() => service.resetAuthority());

const named = (body: object) => ({ ...body, externalId: `K1-${randomUUID()}` }) as NamedInvoice;
const clientWith = (send: typeof fetch = fetch) =>
  createFiscalClient({ baseUrl: stack.apiUrl, apiKey: stack.demo.testKey, fetch: send });
const quickly = { firstPauseMs: 50, longestPauseMs: 500, timeoutMs: 120_000 };

/** How often the authority has what was issued under the id. */
async function registered({ externalId }: { externalId: string }): Promise<number> {
  const rows = await service.query('select iic from invoice where external_id = $1', [externalId]);
  const { invoices } = await service.control('GET', '/ledger');
  const iics = new Set(rows.map(({ iic }) => iic as string));
  return (invoices as Body[]).filter(({ iic }) => iics.has(iic as string)).length;
}

/** Loses responses of the next calls. */
function losing(losses: boolean[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (losses.shift()) throw new TypeError('lost');
    return response;
  };
}

test.each([
  ['a cash sale', cashInvoice()],
  ['a non-cash invoice', nonCashInvoice()],
])('%s is issued once although the responses of its first calls are lost', async (_name, body) => {
  // The third comes, so that an invoice of two steps loses one of its second step as well.
  const losses = [true, true, false, true];
  const invoice = named(body);
  const issued = await clientWith(losing(losses)).issueInvoice(invoice, quickly);
  expect(issued).toMatchObject({ status: 'Fiscalized', externalId: invoice.externalId });
  expect(losses.length).toBeLessThan(2);
  expect(await registered(invoice)).toBe(1);
});

test('what is returned and cancelled with lost responses is taken back once', async () => {
  const sold = await clientWith().issueInvoice(named(cashInvoice()), quickly);
  const client = clientWith(losing([true, true, false, true]));
  const [item] = sold.correctable!.items;
  const items = [{ index: item!.index!, quantity: 1 }];
  const part = { externalId: `K1-${randomUUID()}`, items };
  const returned = await client.returnItems(sold.id, part, quickly);
  const rest = { externalId: `K1-${randomUUID()}` };
  const cancelled = await client.cancelInvoice(sold.id, rest, quickly);
  const { correctable } = await client.readInvoice(sold.id);
  expect(correctable).toMatchObject({ total: 0, items: [] });
  const sums = [sold, returned, cancelled].map(({ totals }) => Math.round(totals.total * 100));
  expect(sums.reduce((sum, cents) => sum + cents)).toBe(0);
  expect(await Promise.all([part, rest].map(registered))).toEqual([1, 1]);
});

test('sales of many tills are issued once each while the API is killed', async () => {
  const client = clientWith();
  const invoices = Array.from({ length: 24 }, (_, index) =>
    named(index % 2 === 0 ? cashInvoice() : nonCashInvoice()),
  );
  const selling = invoices.map((invoice) => client.issueInvoice(invoice, quickly));
  for (let kills = 0; kills < 3; kills += 1)
    await stack.restart('api', { how: 'kill', downMs: 200 });
  const issued = await Promise.all(selling);
  expect(new Set(issued.map(({ iic }) => iic)).size).toBe(invoices.length);
  expect(await Promise.all(invoices.map(registered))).toEqual(invoices.map(() => 1));
  const externalIds = invoices.map(({ externalId }) => externalId);
  const statuses = await client.readStatuses({ externalIds });
  expect(statuses.map(({ externalId, iic }) => [externalId, iic])).toEqual(
    issued.map(({ externalId, iic }) => [externalId, iic]),
  );
});

test('a sale goes on when the storage is back', async () => {
  const seen: number[] = [];
  const client = clientWith(async (input, init) => {
    const response = await fetch(input, init);
    seen.push(response.status);
    if (response.status === 503 && seen.length > 1) await stack.proxies!.postgres.setMode('pass');
    return response;
  });
  await stack.proxies!.postgres.setMode('refuse');
  const invoice = named(cashInvoice());
  expect((await client.issueInvoice(invoice, quickly)).status).toBe('Fiscalized');
  expect(seen.slice(0, 2)).toEqual([503, 503]);
  expect(await registered(invoice)).toBe(1);
});

test.each([
  ['sale', cashInvoice()],
  ['non-cash invoice', nonCashInvoice()],
])('a refused %s is an error with a remedy, and then the same call has it', async (_name, body) => {
  await service.script({ type: 'fault', code: 53, message: 'TCR is not active' });
  const client = clientWith();
  const invoice = named(body);
  const refusal = () => client.issueInvoice(invoice, quickly).catch((error: unknown) => error);
  const first = await refusal();
  expect(first).toBeInstanceOf(FiscalApiError);
  const problem = (first as FiscalApiError).body;
  expect(problem).toMatchObject({ retryable: false, remedy: expect.any(String) });
  const { code, invoiceId } = problem as { code: string; invoiceId: string };
  expect(await refusal()).toMatchObject({ body: { code, invoiceId } });
  expect((await client.readInvoice(invoiceId)).attempts).toBe(1);
  expect((await client.finishInvoice(invoiceId, quickly)).status).toBe('Fiscalized');
  expect((await client.issueInvoice(invoice, quickly)).id).toBe(invoiceId);
  expect(await registered(invoice)).toBe(1);
});

test('the follower has every outcome although it and the API are ended on the way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-cursor-'));
  const client = clientWith();
  const cursor = cursorFile(join(folder, 'cursor'));
  const seen = new Set<string | null>();
  const invoices = Array.from({ length: 12 }, () => named(nonCashInvoice()));
  const from = new Date().toISOString();
  /** Leaves the loop after so many events, or when all outcomes have come. */
  const follow = async (most: number) => {
    let count = 0;
    for await (const { type, externalId } of client.events({ cursor, from })) {
      if (type === 'invoice.fiscalized') seen.add(externalId);
      count += 1;
      if (count === most || invoices.every((invoice) => seen.has(invoice.externalId))) return;
    }
  };
  try {
    const issuing = Promise.all(invoices.map((each) => client.issueInvoice(each, quickly)));
    await follow(3);
    const restarting = stack.restart('api', { how: 'kill', downMs: 500 });
    await follow(5);
    await Promise.all([issuing, restarting]);
    await follow(Infinity);
    expect(await Promise.all(invoices.map(registered))).toEqual(invoices.map(() => 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
