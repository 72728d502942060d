import { beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { findInvoice } from './stored-invoice.ts';
import { openInvoiceStore } from './new-invoices.ts';
import { sampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeAll(async () => {
  shop = await createSampleShop(db);
});

const workOf = async (id: string) =>
  (await db.owner.pool.query('select kind from work where subject_id = $1', [id])).rows;

test('drafts and sales that come together are each stored as they are', async () => {
  const other = await createSampleShop(db);
  const store = openInvoiceStore(db.api);
  const note = 'Šta “piše”, \\ i 100 %';
  const request = { ...sampleDraft(shop).request, note };
  const [draft, sale, others] = await Promise.all([
    store({ invoice: sampleDraft(shop, { request }), scheduledInMs: null }),
    store({ invoice: sampleDraft(shop), scheduledInMs: 0 }),
    store({ invoice: sampleDraft(other), scheduledInMs: null }),
  ]);
  for (const [of, stored, status] of [
    [shop, draft, 'Draft'],
    [shop, sale, 'Pending'],
    [other, others, 'Draft'],
  ] as const) {
    const found = await findInvoice(db.api, scopeOf(of), stored.id);
    expect(found?.invoice).toEqual(stored);
    expect(found?.invoice.status).toBe(status);
    expect(await workOf(stored.id)).toEqual(status === 'Pending' ? [{ kind: 'fiscalize' }] : []);
  }
  expect(draft.request.note).toBe(note);
});

test('warnings of names that are no text are stored as they are', async () => {
  const warnings = ['\ud800 is not a known field', '\0 is not a known field', '"\\u0041'];
  const invoice = sampleDraft(shop, { warnings });
  const stored = await openInvoiceStore(db.api)({ invoice, scheduledInMs: null });
  const found = await findInvoice(db.api, scopeOf(shop), stored.id);
  expect(found?.invoice.warnings).toEqual(warnings);
});

test('an invoice that PostgreSQL refuses harms none that came with it', async () => {
  const store = openInvoiceStore(db.api);
  const invoices = [
    sampleDraft(shop),
    sampleDraft(shop, { cashRegisterId: uuidv7() }),
    sampleDraft(shop),
  ];
  const stored = await Promise.allSettled(
    invoices.map((invoice) => store({ invoice, scheduledInMs: null })),
  );
  expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const found = await Promise.all(invoices.map(({ id }) => findInvoice(db.api, scopeOf(shop), id)));
  expect(found.map((one) => one !== null)).toEqual([true, false, true]);
});
