// Decisions §4: what an invoice is, is fixed when it is accepted. Whatever the company changes
// later, a draft keeps its terms, and a corrective takes those of its original.

import { seedApiKey, updateSeededCompany } from '@fiscal/db/testing';
import { withDatabase } from '@fiscal/testbed';
import type { CompanyFields } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { cancellationOf, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { callerOf } from '../service/caller.ts';
import { openShop } from './shop.ts';
import type { Caller } from '../service/caller.ts';
import type { Shop } from './shop.ts';

const service = await startService({
  environmentOf: (name, life) => (name === 'api' && life > 1 ? { VAT_RATES: '19,15,7,0' } : {}),
});

/**
 * Changes the company. @returns a caller with a new key: the old one's company may be remembered.
 */
function change({ companyId }: Shop, to: CompanyFields): Promise<Caller> {
  return withDatabase(service.stack.databaseUrl, async (db) => {
    await updateSeededCompany(db, companyId, to);
    const environment = 'test' as const;
    const owned = { companyId, environment, name: 'Kasa 1', cashRegisterId: null, expiresAt: null };
    return callerOf(service, (await seedApiKey(db, owned)).key);
  });
}

const coffee = { items: [{ name: 'Kafa', unitPrice: 4.36, quantity: 1, vat: { rate: 21 } }] };

test('a cancellation is priced as its original was, whatever pricesIncludeVat says since', async () => {
  const shop = await openShop(service, { pricesIncludeVat: true });
  const original = await shop.test.fiscalized(nonCashInvoice(coffee));
  expect(original.totals.total).toBe(4.36);
  const later = await change(shop, { pricesIncludeVat: false });
  const cancelled = await later.fiscalized(cancellationOf(original));
  expect(cancelled.totals).toEqual({
    withoutVat: -original.totals.withoutVat,
    vat: -original.totals.vat,
    total: -4.36,
  });
});

test('a part that is taken back is priced as its original was, too', async () => {
  const shop = await openShop(service, { pricesIncludeVat: true });
  const sold = { ...coffee.items[0], quantity: 2 };
  const original = await shop.test.fiscalized(nonCashInvoice({ items: [sold] }));
  const later = await change(shop, { pricesIncludeVat: false });
  const items = [{ ...sold, unitPrice: -4.36, quantity: -1 }];
  const returned = await later.fiscalized({ ...cancellationOf(original), items });
  expect(returned.totals).toEqual({ withoutVat: -3.6, vat: -0.76, total: -4.36 });
});

test('a company that has left VAT can cancel what it sold in VAT', async () => {
  const shop = await openShop(service);
  const original = await shop.test.fiscalized(nonCashInvoice(coffee));
  const later = await change(shop, { isInVat: false });
  const cancelled = await later.fiscalized(cancellationOf(original));
  expect(cancelled.totals.vat).toBe(-original.totals.vat);
  expect(await vatStatusOf(cancelled)).toEqual(['true']);
});

test('a draft keeps the VAT status and the seller that it was accepted with', async () => {
  const shop = await openShop(service);
  const { body } = await shop.test.draft(nonCashInvoice(coffee));
  const later = await change(shop, { isInVat: false, town: 'Nikšić' });
  const fiscalized = (await later.fiscalize(String(body.id))).body as Body;
  expect(fiscalized).toMatchObject({ status: 'Fiscalized', totals: body.totals });
  expect(await vatStatusOf(fiscalized)).toEqual(['true']);
});

test('what was sold at a rate that is configured no more can be cancelled at that rate', async () => {
  const shop = await openShop(service);
  const original = await shop.test.fiscalized(nonCashInvoice(coffee));
  await service.stack.restart('api');
  expect((await shop.test.draft(nonCashInvoice(coffee))).status).toBe(400);
  const cancelled = await shop.test.fiscalized(cancellationOf(original));
  expect(cancelled.totals.vat).toBe(-original.totals.vat);
});

/** What each message of an invoice says of its issuer. */
async function vatStatusOf({ id }: Body): Promise<(string | undefined)[]> {
  const messages = await service.submissionsOf(String(id));
  return messages.map(({ request }) => /IsIssuerInVAT="(\w+)"/.exec(String(request))?.[1]);
}
