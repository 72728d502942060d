import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { generateVaultKeys } from '../company/certificate-vault.ts';
import { storeCertificate } from '../company/certificates.ts';
import { dismissFailed } from '../failed-work/dismissal.ts';
import { postponeInvoice } from '../fiscalization/outcomes.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { claimSampleInvoice, refuseSample, signSample } from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { updateSeededCompany } from '../testing/seed/index.ts';
import { readOpenState } from './open-state.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeEach(async () => {
  shop = await createSampleShop(db);
});

const ownerDoes = (text: string, values: unknown[] = []) => db.owner.pool.query(text, values);
/** Of the test environment, from the youngest age to the oldest. */
async function pendingByAge(): Promise<number[]> {
  const { pending } = await readOpenState(db.api);
  return pending
    .filter(({ environment }) => environment === 'test')
    .toSorted((a, b) => a.olderThanSeconds - b.olderThanSeconds)
    .map(({ count }) => count);
}
const inFuture = (days: number) => new Date(Date.now() + days * 86_400_000);

test('a transaction that writes holds the feed of events back for as long as it is open', async () => {
  const held = async () => (await readOpenState(db.api)).eventsHeldS;
  const open = await db.worker.pool.connect();
  await open.query('begin; select pg_current_xact_id(), pg_sleep(1.5)');
  expect(await held()).toBeGreaterThanOrEqual(1.5);
  await open.query('commit');
  open.release();
  while ((await held()) >= 1.5) await new Promise((resolve) => setTimeout(resolve, 20));
});

test('a Pending invoice is as old as the time at which it was due', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  expect(await pendingByAge()).toEqual([1, 0, 0, 0]);
  await ownerDoes(`update work set created_at = now() - interval '700 seconds'`);
  expect(await pendingByAge()).toEqual([1, 1, 1, 0]);
  await ownerDoes(`update work set scheduled_at = now() + interval '1 hour'`);
  expect(await pendingByAge()).toEqual([1, 0, 0, 0]);

  // One that is postponed ages, and so does one without work.
  await postponeInvoice(db.worker, claimed, null, 60_000);
  await ownerDoes(`update work set created_at = now() - interval '2 hours'`);
  expect(await pendingByAge()).toEqual([1, 1, 1, 1]);
  await ownerDoes('delete from work');
  await ownerDoes(`update invoice set updated_at = now() - interval '61 seconds'`);
  expect(await pendingByAge()).toEqual([1, 1, 0, 0]);
});

test('failed invoices are counted by code until they are dismissed', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  await refuseSample(db, claimed, await signSample(db, claimed));
  expect((await readOpenState(db.api)).failed).toEqual([
    { environment: 'test', code: 'EFI_REFUSED', count: 1 },
  ]);
  const scope = { actor: 'user:test', companyId: shop.companyId };
  await dismissFailed(db.api, scope, [claimed.invoice.id], 'sold by hand');
  expect((await readOpenState(db.api)).failed).toEqual([]);
});

test('certificates that sign are counted by their end, those of companies that may not sell are not', async () => {
  const { recipient } = await generateVaultKeys();
  const store = ({ companyId }: SampleShop, notAfter: Date) =>
    storeCertificate(db.api, recipient, {
      companyId,
      environment: 'live',
      subject: 'CN=Shop',
      issuer: 'CN=CA',
      tin: '12345678',
      serialNumber: '01',
      fingerprintSha256: '',
      notBefore: new Date(0),
      notAfter,
      certificateDer: randomBytes(8),
      privateKeyDer: randomBytes(8),
    });
  const read = async () => {
    const { certificates } = await readOpenState(db.api);
    const [live] = certificates.filter(({ environment }) => environment === 'live');
    return [live?.soonestDays, live?.ending];
  };
  expect(await read()).toEqual([null, 0]);
  await store(shop, inFuture(5));
  // Its successor signs from now on.
  await store(shop, inFuture(300));
  expect(await read()).toEqual([expect.closeTo(300, 1), 0]);
  const other = await createSampleShop(db);
  await store(other, inFuture(29));
  await store(await createSampleShop(db), inFuture(-2));
  expect(await read()).toEqual([expect.closeTo(-2, 1), 2]);
  await updateSeededCompany(db.owner, other.companyId, { status: 'paused' });
  expect(await read()).toEqual([expect.closeTo(-2, 1), 1]);
});

test('free numbers are those of this year in Podgorica', async () => {
  const insert = `
    insert into number_sequence (environment, tcr_code, year, last_ordinal, free_ordinals)
    values ('live', $1, extract(year from now() at time zone 'Europe/Podgorica')::int - $2::int, 9, $3)`;
  await ownerDoes(insert, ['aa111aa111', 0, [3, 5]]);
  await ownerDoes(insert, ['bb222bb222', 0, [8]]);
  await ownerDoes(insert, ['bb222bb222', 1, [7]]);
  const { freeNumbers } = await readOpenState(db.api);
  expect(freeNumbers).toContainEqual({ environment: 'live', count: 3 });
});

test('the place of the database has its time', async () => {
  const { incarnationSeenAt } = await readOpenState(db.api);
  expect(incarnationSeenAt).toEqual(expect.any(Date));
});
