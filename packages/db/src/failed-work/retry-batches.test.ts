import { beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { recordFailed, recordFiscalized, recordOffline } from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  reclaim,
  SAMPLE_REFUSAL,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { listAffectedTills } from './affected-tills.ts';
import { retryFailed } from './retry.ts';
import { readRetryBatches } from './retry-batches.ts';
import { findDoubtfulRetries } from './sold-again.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeEach(async () => {
  await db.owner.pool.query(
    `update work set scheduled_at = now() + interval '1 hour' where kind = 'fiscalize'`,
  );
  shop = await createSampleShop(db);
});

async function fail(of = shop): Promise<string> {
  const claimed = await claimSampleInvoice(db, of);
  await recordFailed(db.worker, claimed, null, SAMPLE_REFUSAL);
  return claimed.invoice.id;
}

async function fiscalize(of = shop): Promise<string> {
  const claimed = await claimSampleInvoice(db, of);
  const signed = await signSample(db, claimed);
  await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), uuidv7());
  return claimed.invoice.id;
}

const batchesOf = (companyId: string | null) =>
  readRetryBatches(db.api, { environment: 'test', companyId });
const scope = () => ({ companyId: shop.companyId, environment: 'test' as const });
const retry = (ids: string[], id = uuidv7(), of: string | null = shop.companyId) =>
  retryFailed(db.api, { actor: 'user:me', companyId: of }, ids, () => 0, id);

describe('a batch', () => {
  test('lists what became of each of its invoices, until all have an outcome', async () => {
    const ids = [await fail(), await fail(), await fail(), await fail()];
    const id = uuidv7();
    await retry(ids.slice(0, 3), id);
    await retry([...ids.slice(3), uuidv7()], id);
    const counts = { id, total: 4, fiscalized: 0, offline: 0, failed: 0, open: 4 };
    expect(await batchesOf(shop.companyId)).toMatchObject([counts]);

    const [one = '', two = '', three = ''] = ids;
    const first = await reclaim(db, one);
    await recordFiscalized(
      db.worker,
      first,
      answer(await signSample(db, first), 'registered'),
      uuidv7(),
    );
    await recordFailed(db.worker, await reclaim(db, two), null, SAMPLE_REFUSAL);
    const third = await reclaim(db, three);
    await recordOffline(
      db.worker,
      third,
      answer(await signSample(db, third), 'unanswered'),
      600_000,
    );
    expect(await batchesOf(shop.companyId)).toMatchObject([
      { ...counts, fiscalized: 1, failed: 1, offline: 1, open: 1 },
    ]);
  });

  test('of one company is no other’s, and operators see it', async () => {
    const neighbour = await createSampleShop(db);
    const id = uuidv7();
    await retry([await fail()], id);
    expect(await batchesOf(neighbour.companyId)).toEqual([]);
    expect((await batchesOf(null)).map((batch) => batch.id)).toContain(id);
  });

  test('of nothing is none', async () => {
    await retry([uuidv7()]);
    expect(await batchesOf(shop.companyId)).toEqual([]);
  });
});

test('every cash register of a cause is listed once, with how many of its invoices failed', async () => {
  const neighbour = await createSampleShop(db);
  for (let i = 0; i < 2; i += 1) await fail();
  await fail(neighbour);
  const { cashRegisterId } = shop;
  expect(await listAffectedTills(db.api, scope(), null)).toMatchObject([
    { cashRegisterId, count: 2, urgent: 0 },
  ]);
  expect(await listAffectedTills(db.api, scope(), 'CERTIFICATE_ERROR')).toEqual([]);
  const all = await listAffectedTills(db.api, { ...scope(), companyId: null }, null);
  expect(all.map((till) => till.companyId)).toEqual(
    expect.arrayContaining([shop.companyId, neighbour.companyId]),
  );
});

describe('a retry is doubtful', () => {
  const age = (id: string, minutes: number) =>
    db.owner.pool.query(
      `update invoice set created_at = now() - $2 * interval '1 minute' where id = $1`,
      [id, minutes],
    );

  test('where the sale is old, with what the same till has sold for the same amount since', async () => {
    const [old, fresh] = [await fail(), await fail()];
    await age(old, 30);
    const again = await fiscalize();
    await fiscalize(await createSampleShop(db));
    const found = await findDoubtfulRetries(db.api, {
      companyId: shop.companyId,
      invoiceIds: [old, fresh],
    });
    expect(found).toMatchObject([{ id: old, soldSince: [{ id: again }] }]);
    expect(await findDoubtfulRetries(db.api, { companyId: uuidv7(), invoiceIds: [old] })).toEqual(
      [],
    );
  });

  test('and is none where the customer holds the invoice', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const unanswered = answer(await signSample(db, claimed), 'unanswered');
    await recordOffline(db.worker, claimed, unanswered, 600_000);
    const { id } = claimed.invoice;
    await db.owner.pool.query(`update invoice set status = 'Failed', failure = $2 where id = $1`, [
      id,
      SAMPLE_REFUSAL,
    ]);
    await age(id, 30);
    expect(
      await findDoubtfulRetries(db.api, { companyId: shop.companyId, invoiceIds: [id] }),
    ).toEqual([]);
  });
});
