// Spec, Resources and their fields; decisions §4: every row of the tables of payload, item and
// buyer.

import { describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { ACCEPTED_BUYERS, ACCEPTED_ITEMS, REFUSED_BUYERS, REFUSED_ITEMS } from './item-rows.ts';
import { ACCEPTED_PAYLOADS, MANY_MISTAKES, REFUSED_PAYLOADS } from './payload-rows.ts';
import { testAccepted, testRefused, withItem } from './rows.ts';
import { openShop } from './shop.ts';

const service = await startService();
const { test: caller } = await openShop(service);
const storedCount = async () =>
  Number((await service.query('select count(*) as n from invoice'))[0]?.n);

describe('the payload is accepted', () => {
  testAccepted(ACCEPTED_PAYLOADS, caller);

  test('Spec, Invoice request payload: typeOfInvoice NonCash', async () => {
    const { status, body } = await caller.draft(nonCashInvoice());
    expect(status).toBe(201);
    expect(body).toMatchObject({ typeOfInvoice: 'NonCash', paymentMethod: 'ACCOUNT' });
  });

  test('Decisions §3: items are returned exactly as they were sent', async () => {
    const items = [
      {
        name: 'Kafa',
        code: '32',
        unit: 'kg',
        unitPrice: 12.3456,
        quantity: 0.125,
        vat: { rate: 7 },
        rebatePercentage: 2.5,
        rebateReducingBase: false,
      },
    ];
    const { body } = await caller.draft(cashInvoice({ items }));
    expect(body.invoiceData.items).toEqual(items);
  });

  test('Decisions §4: the default unit is kom', async () => {
    const sale = await caller.fiscalized(cashInvoice(withItem({})));
    const [sent] = await service.submissionsOf(sale.id);
    expect(sent?.request).toContain(' U="kom"');
  });

  test('Decisions §4: the default country of a buyer is MNE', async () => {
    const sale = await caller.fiscalized();
    const [sent] = await service.submissionsOf(sale.id);
    expect(sent?.request).toMatch(/<Buyer [^>]*Country="MNE"/);
  });
});

describe('the payload is refused', () => {
  testRefused(REFUSED_PAYLOADS, caller);

  test('Decisions §2: all problems are named at once, the first one in error', async () => {
    const before = await storedCount();
    const { status, body } = await caller.draft(MANY_MISTAKES.payload);
    expect(status).toBe(400);
    const paths = (body.details as Body[]).map(({ path }) => String(path));
    expect([...new Set(paths)].sort()).toEqual([...MANY_MISTAKES.paths].sort());
    expect(body.error).toBe(body.details[0].message);
    expect(await storedCount()).toBe(before);
  });

  test('Decisions §4: a refused create-and-print stores nothing and uses no number', async () => {
    const before = await storedCount();
    const { status } = await caller.createAndPrint(MANY_MISTAKES.payload);
    expect(status).toBe(400);
    expect(await storedCount()).toBe(before);
  });
});

describe('an item', () => {
  testAccepted(ACCEPTED_ITEMS, caller);
  testRefused(REFUSED_ITEMS, caller);
});

describe('a buyer', () => {
  testAccepted(ACCEPTED_BUYERS, caller);
  testRefused(REFUSED_BUYERS, caller);
});
