// ADR 24: correctives of an original that is not stored here are decided about one after the other,
// and of several at once exactly what is left is confirmed.

import { computeInvoice, FORMS } from '@fiscal/domain';
import type { InvoiceItem, RegisteredInvoice } from '@fiscal/domain';
import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  ANY_WORK,
  createSampleDraft,
  readSample,
  reclaim,
  sampleDraft,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import {
  StorageUnavailableError,
  storageUnavailabilityOf,
} from '../connection/storage-unavailable.ts';
import { NewerFormError } from '../invoice/newer-form.ts';
import { renewLeases } from '../work/work.ts';
import { confirmOriginal } from './confirm-original.ts';
import { recordFailed, recordFiscalized } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

const IIC = '0D7C3EE1EEBAB4A08F4D5003FAE35E7B';
const ROOT = { iic: IIC, issueDateTime: '2026-07-11T15:51:04+02:00' };
/** 3 × Kafa. */
const REGISTERED: RegisteredInvoice = {
  isAdvance: false,
  invoiceNumber: 'aa111aa111/7/2026/bb222bb222',
  total: 3.63,
  typeOfInvoice: 'NonCash',
  payments: [{ method: 'ACCOUNT', amount: null }],
  items: null,
};
const kafa: InvoiceItem = { name: 'Kafa', unitPrice: -1, quantity: -1, vat: { rate: 21 } };

/** A claimed corrective that takes one Kafa back. */
async function claimCorrective(of: SampleShop = shop, iic = IIC) {
  const { request } = sampleDraft(of);
  const items = [kafa];
  const computed = computeInvoice({ items }, { pricesIncludeVat: false, isInVat: true });
  const original = { id: iic, issuedAt: ROOT.issueDateTime };
  const { id } = await createSampleDraft(db, of, 0, {
    request: { ...request, type: 'Corrective', items, original },
    computed,
    rootElsewhere: { ...ROOT, iic },
  });
  return claimAgain(id, of);
}

async function claimAgain(id: string, of: SampleShop = shop) {
  await requestFiscalization(db.api, scopeOf(of), id, -3_600_000 * ++turns);
  return reclaim(db, id);
}
let turns = 0;

const confirm = (claimed: Awaited<ReturnType<typeof claimCorrective>>, registered = REGISTERED) =>
  confirmOriginal(db.worker, claimed, registered);
const confirmedOf = async ({ invoice: { id } }: Awaited<ReturnType<typeof claimCorrective>>) =>
  (await readSample(db, shop, id)).rootElsewhere?.confirmed ?? null;

test('ADR 24: of five at once that take back a third each, three are confirmed', async () => {
  const claims = [];
  for (let i = 0; i < 5; i += 1) claims.push(await claimCorrective());
  const results = await Promise.all(claims.map((claimed) => confirm(claimed)));
  const refused = results.filter(({ kind }) => kind === 'refused');
  expect(refused).toHaveLength(2);
  for (const result of refused) {
    expect(result).toMatchObject({ issues: [{ code: 'MORE_THAN_SOLD', left: 0 }] });
  }
  const confirmed = await Promise.all(claims.map(confirmedOf));
  expect(confirmed.filter((one) => one !== null)).toEqual(
    Array(3).fill({ invoiceNumber: REGISTERED.invoiceNumber }),
  );
});

test('only those of the same original, company and environment count', async () => {
  const other = await createSampleShop(db);
  const whole = { ...REGISTERED, total: 1.21 };
  expect(await confirm(await claimCorrective(other), whole)).toMatchObject({ kind: 'confirmed' });
  const another = await claimCorrective(shop, 'F'.repeat(32));
  expect(await confirm(another, whole)).toMatchObject({ kind: 'confirmed' });
  expect(await confirm(await claimCorrective(), whole)).toMatchObject({ kind: 'confirmed' });
  expect(await confirm(await claimCorrective(), whole)).toMatchObject({ kind: 'refused' });
});

test('one that fails counts no longer, and is decided about anew when it is tried again', async () => {
  const whole = { ...REGISTERED, total: 1.21 };
  const first = await claimCorrective();
  await confirm(first, whole);
  await recordFailed(db.worker, first, null, SAMPLE_REFUSAL);
  expect(await confirmedOf(first)).toBeNull();
  expect(await confirm(await claimCorrective(), whole)).toMatchObject({ kind: 'confirmed' });
  const again = await claimAgain(first.invoice.id);
  expect(again.invoice.rootElsewhere).toEqual(ROOT);
  expect(again.original).toEqual(ROOT);
  expect(await confirm(again, whole)).toMatchObject({ kind: 'refused' });
});

test('one that is found registered when it is tried again counts, although it was not confirmed anew', async () => {
  const first = await claimCorrective();
  await confirm(first);
  const signed = await signSample(db, first);
  await recordFailed(db.worker, first, answer(signed, 'unanswered'), SAMPLE_REFUSAL);
  const again = await claimAgain(first.invoice.id);
  const whole = { ...REGISTERED, total: 1.21 };
  await recordFiscalized(db.worker, again, answer(signed, 'registered'), SAMPLE_FIC);
  expect(await confirmedOf(first)).toBeNull();
  expect(await confirm(await claimCorrective(), whole)).toMatchObject({ kind: 'refused' });
});

test('ADR 26: nothing is decided beside one whose form is not known: the corrective waits', async () => {
  const first = await claimCorrective();
  await confirm(first);
  await db.owner.pool.query('update invoice set form = $1 where id = $2', [
    FORMS.invoice + 1,
    first.invoice.id,
  ]);
  const claimed = await claimCorrective();
  await expect(confirm(claimed)).rejects.toThrow(NewerFormError);
  expect(await confirmedOf(claimed)).toBeNull();
});

test('whoever has lost the claim confirms nothing', async () => {
  const claimed = await claimCorrective();
  const lost = { ...claimed, claim: { ...claimed.claim, token: crypto.randomUUID() } };
  expect(await renewLeases(db.worker, [claimed.claim], ANY_WORK.leaseMs)).toHaveLength(1);
  await expect(confirm(lost)).rejects.toMatchObject({ code: 'CLAIM_LOST' });
  expect(await confirmedOf(claimed)).toBeNull();
});

test('whoever holds the lock is waited for 2 s at most', async () => {
  const claimed = await claimCorrective();
  const holder = await db.owner.pool.connect();
  try {
    await holder.query('begin');
    const words = `${IIC} ${shop.companyId} test`;
    await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [words]);
    const error: unknown = await confirm(claimed).catch((thrown: unknown) => thrown);
    expect(storageUnavailabilityOf(error)).toBeInstanceOf(StorageUnavailableError);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await confirm(claimed)).toMatchObject({ kind: 'confirmed' });
});

test('the corrective of an advance from elsewhere names the advance itself, once for all', async () => {
  const advance = { ...REGISTERED, isAdvance: true };
  const references = [{ ...ROOT, amount: '1.21' }];
  const claimed = await claimCorrective();
  expect(await confirm(claimed, advance)).toEqual({ kind: 'confirmed', iicReferences: references });
  await signSample(db, claimed);
  await recordFailed(db.worker, claimed, null, SAMPLE_REFUSAL);
  const again = await claimAgain(claimed.invoice.id);
  expect(await confirm(again, advance)).toEqual({ kind: 'confirmed', iicReferences: references });
});
