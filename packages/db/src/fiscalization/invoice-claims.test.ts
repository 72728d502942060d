import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../connection/client.ts';
import { claimNextDelivery, claimNextSale } from './invoice-claims.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import { NO_HORIZON, readHorizons, renewLeases } from '../work/work.ts';
import { recordFailed, recordFiscalized } from './outcomes.ts';
import {
  answer,
  ANY_DELIVERY,
  ANY_WORK,
  claimSampleInvoice,
  createSampleDraft,
  handOutSample,
  readSample,
  reclaim,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
  signedSale,
} from '../testing/sample-invoices.ts';
import {
  addSampleCertificate,
  createSampleShop,
  scopeOf,
  useSampleShop,
} from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase({ maxConnections: 12 });
const shop = useSampleShop(db);

const read = (id: string) => readSample(db, shop, id);

/** As if the worker that holds the invoice had died. */
async function loseLease(id: string): Promise<void> {
  const past = `now() - interval '1 second'`;
  await db.owner.pool.query(`update work set leased_until = ${past} where subject_id = $1`, [id]);
}

describe('claims', () => {
  test('of many fiscalize calls at once one adds the work', async () => {
    const { id } = await createSampleDraft(db, shop);
    const added = await Promise.all(
      Array.from({ length: 50 }, () => requestFiscalization(db.api, scopeOf(shop), id, 0)),
    );
    expect(added.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
  });

  test('the waiting invoice that is scheduled first is taken first', async () => {
    const ids: string[] = [];
    for (const position of [3, 1, 2]) {
      const { id } = await createSampleDraft(db, shop);
      await requestFiscalization(db.api, scopeOf(shop), id, position * 1e6 - 1e12);
      ids[position - 1] = id;
    }
    const worker = openDatabase({
      url: db.workerUrl,
      maxConnections: 1,
      applicationName: 'test',
      onError: (error) => {
        throw error;
      },
    });
    // Without the index, which would put them in order by itself.
    await worker.pool.query(
      'set enable_seqscan = on; set enable_indexscan = off; set enable_bitmapscan = off',
    );
    try {
      const taken = [];
      for (let count = 0; count < 3; count++)
        taken.push((await claimNextSale(worker, 'test', ANY_WORK))?.invoice.id);
      expect(taken).toEqual(ids);
    } finally {
      await worker.close();
    }
  });

  test('the nearest deadline among the due deliveries is taken first', async () => {
    const ids: string[] = [];
    for (const hours of [3, 1, 2]) {
      const { id } = await handOutSample(db, shop);
      ids[hours - 1] = id;
      await db.owner.pool.query(
        `update work set created_at = now() - interval '1 day' + $2 * interval '1 hour'
         where subject_id = $1`,
        [id, hours],
      );
    }
    expect(
      await claimNextDelivery(db.worker, { ...ANY_DELIVERY, environments: ['live'] }),
    ).toBeNull();
    const taken = [];
    for (let count = 0; count < 3; count++) {
      taken.push((await claimNextDelivery(db.worker, ANY_DELIVERY))?.invoice.id);
    }
    expect(taken).toEqual(ids);
  });

  test('only the deliveries that have been due for the longest are compared by their deadlines', async () => {
    const put = (id: string, due: string, created: string) =>
      db.owner.pool.query(
        `update work set scheduled_at = now() - $2::interval, created_at = now() - $3::interval
         where subject_id = $1`,
        [id, due, created],
      );
    const [{ id: justDue }, { id: dueLong }] = [
      await handOutSample(db, shop),
      await handOutSample(db, shop),
    ];
    await db.owner.pool.query('delete from work where subject_id <> all($1)', [[justDue, dueLong]]);
    await put(justDue, '1 minute', '2 days');
    await put(dueLong, '1 hour', '1 day');
    // As many as are compared, with the other one.
    await db.owner.pool.query(
      `insert into work (subject_id, kind, company_id, environment, scheduled_at)
       select gen_random_uuid(), 'deliver', $1, 'test', now() - interval '2 hours'
       from generate_series(1, 49)`,
      [shop.companyId],
    );
    await db.owner.pool.query('analyze work');
    expect((await claimNextDelivery(db.worker, ANY_DELIVERY))?.invoice.id).toBe(dueLong);
    await db.owner.pool.query('delete from work');
  });

  test('an invoice is signed with the active certificate of its company and environment', async () => {
    await addSampleCertificate(db, shop, { isActive: false });
    await addSampleCertificate(db, shop, { environment: 'live' });
    await addSampleCertificate(db, await createSampleShop(db));
    expect((await claimSampleInvoice(db, shop)).certificateId).toBeNull();
    const certificateId = await addSampleCertificate(db, shop);
    expect((await claimSampleInvoice(db, shop)).certificateId).toBe(certificateId);
  });

  test.each<[string, (companyId: string) => object]>([
    [
      'whose messages are kept back',
      (companyId) => ({ skipped: [{ environment: 'test', companyId }] }),
    ],
    ['that has its share of deliveries', (companyId) => ({ busyCompanies: [companyId] })],
  ])('the offline invoices of a company %s are left alone', async (_, options) => {
    const { id } = await handOutSample(db, shop);
    const scope = { ...ANY_DELIVERY, ...options(shop.companyId) };
    expect(await claimNextDelivery(db.worker, scope)).toBeNull();
    const elsewhere = [{ environment: 'live' as const, companyId: shop.companyId }];
    const taken = await claimNextDelivery(db.worker, { ...ANY_DELIVERY, skipped: elsewhere });
    expect(taken?.invoice.id).toBe(id);
  });

  test('a worker that wakes up late cannot overwrite the result of its successor', async () => {
    const { claimed: late, signed } = await signedSale(db, shop);
    await loseLease(late.invoice.id);
    const successor = await reclaim(db, late.invoice.id);
    expect(await recordFailed(db.worker, late, null, SAMPLE_REFUSAL)).toBe(false);
    const isRecorded = await recordFiscalized(
      db.worker,
      successor,
      answer(signed, 'registered'),
      SAMPLE_FIC,
    );
    expect(isRecorded).toBe(true);
    expect(await read(late.invoice.id)).toMatchObject({ status: 'Fiscalized', fic: SAMPLE_FIC });
  });

  test('an invoice whose worker died is taken when its lease runs out, and not before', async () => {
    const { invoice, claim } = await claimSampleInvoice(db, shop);
    expect((await claimNextSale(db.worker, 'test', ANY_WORK))?.invoice.id).not.toBe(invoice.id);
    await loseLease(invoice.id);
    const next = await reclaim(db, invoice.id);
    expect(next).toMatchObject({ attempts: 2 });
    expect(next.claim.token).not.toBe(claim.token);
  });

  test('a lease is renewed for the newest token, and for no other', async () => {
    const late = await claimSampleInvoice(db, shop);
    await loseLease(late.invoice.id);
    const { claim } = await reclaim(db, late.invoice.id);
    expect(await renewLeases(db.worker, [late.claim], 600_000)).toEqual([]);
    const kept = await renewLeases(db.worker, [late.claim, claim], 600_000);
    expect(kept).toEqual([claim]);
    const lasts = `select leased_until > now() + interval '5 minutes' as lasts from work
                   where subject_id = $1`;
    expect((await db.owner.pool.query(lasts, [late.invoice.id])).rows).toEqual([{ lasts: true }]);
  });

  test('a claim that begins at the horizon misses nothing that waits', async () => {
    const { id } = await createSampleDraft(db, shop);
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    const { horizons } = await readHorizons(db.worker, { test: NO_HORIZON });
    const horizon = horizons.test;
    const again = await readHorizons(db.worker, { test: horizon });
    expect(again.horizons.test).toEqual(horizon);
    expect((await claimNextSale(db.worker, 'test', { ...ANY_WORK, horizon }))?.invoice.id).toBe(id);
  });

  test('a claim of one environment finds no sale of the other', async () => {
    const { id } = await createSampleDraft(db, shop);
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    expect(await claimNextSale(db.worker, 'live', ANY_WORK)).toBeNull();
    expect((await claimNextSale(db.worker, 'test', ANY_WORK))?.invoice.id).toBe(id);
  });

  test('an invoice that failed and is asked for again cannot be recorded by its first worker', async () => {
    const first = await claimSampleInvoice(db, shop);
    await recordFailed(db.worker, first, null, SAMPLE_REFUSAL);
    await requestFiscalization(db.api, scopeOf(shop), first.invoice.id, -1e12);
    const second = await reclaim(db, first.invoice.id);
    expect(second).toMatchObject({ attempts: 1, invoice: { attempts: 2 } });
    // Its own result is there already; nothing is written over what was asked for since.
    expect(await recordFailed(db.worker, first, null, SAMPLE_REFUSAL)).toBe(true);
    expect(await read(first.invoice.id)).toMatchObject({ status: 'Pending' });
    expect(await recordFailed(db.worker, second, null, SAMPLE_REFUSAL)).toBe(true);
    expect(await read(first.invoice.id)).toMatchObject({ status: 'Failed', attempts: 2 });
  });
});
