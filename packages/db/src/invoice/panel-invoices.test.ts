import { beforeAll, describe, expect, test } from '@jest/globals';
import { seedDraft } from '../testing/seed/index.ts';
import { recordOffline } from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleDraft,
  sellSample,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, SAMPLE_SELLER, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { findInvoiceDetail } from './invoice-detail.ts';
import { findMessageTexts, readInvoiceTraces } from './invoice-timeline.ts';
import { listPanelInvoices } from './panel-invoices.ts';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeAll(async () => {
  shop = await createSampleShop(db);
});

async function addDraft(change: object) {
  const draft = await createSampleDraft(db, shop);
  const request = { ...draft.request, ...change };
  const { companyId, cashRegisterId, environment, computed, warnings } = draft;
  const own = { companyId, cashRegisterId, environment, computed, warnings, request };
  const terms = { pricesIncludeVat: false, seller: SAMPLE_SELLER };
  return seedDraft(db.api, {
    ...own,
    ...terms,
    id: uuidv7(),
    apiKeyId: uuidv7(),
    originalId: null,
  });
}

async function addFiscalized(fic: string) {
  const { id, signed } = await sellSample(db, shop, fic);
  return { id, ...signed.issued };
}

const idsFor = async (search: string, of: SampleShop = shop) =>
  (await listPanelInvoices(db.api, scopeOf(of), { search }, null, 50)).map(({ id }) => id);

describe('a search', () => {
  test('finds an invoice by whatever it is known by, and by the beginning of some of it', async () => {
    const fic = '0b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11';
    const invoice = await addFiscalized(fic);
    const { id, iic, invoiceNumber } = invoice;
    for (const text of [id, fic, fic.toUpperCase(), iic, iic.slice(0, 8).toLowerCase()]) {
      expect(await idsFor(text)).toEqual([id]);
    }
    expect(await idsFor(invoiceNumber)).toEqual([id]);
    expect(await idsFor(String(invoice.ordinal))).toContain(id);
  });

  test('finds buyers by the beginning of name and number whatever the case, and whole notes', async () => {
    const buyer = { idType: 'TIN', idNumber: '02999999', name: 'Čokolada d.o.o. 50%_' };
    const { id } = await addDraft({ buyer, note: 'Narudžba 77' });
    for (const text of ['čokol', 'ČOKOLADA D.O.O. 50%', '029', '02999999', 'Narudžba 77']) {
      expect(await idsFor(text)).toEqual([id]);
    }
    for (const text of ['kolada', 'č%', '_okolada', 'narudžba 77', 'Narudžba', '99999']) {
      expect(await idsFor(text)).toEqual([]);
    }
  });

  test('never finds another company’s invoice', async () => {
    const fic = '1b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11';
    const { id, iic, invoiceNumber } = await addFiscalized(fic);
    const neighbour = await createSampleShop(db);
    for (const text of [id, fic, iic, iic.slice(0, 6), invoiceNumber]) {
      expect(await idsFor(text, neighbour)).toEqual([]);
    }
    expect(await findInvoiceDetail(db.api, neighbour.companyId, id)).toBeNull();
    expect(await readInvoiceTraces(db.api, neighbour.companyId, id)).toBeNull();
    const traces = await readInvoiceTraces(db.api, shop.companyId, id);
    const [message] = traces!.messages;
    expect(await findMessageTexts(db.api, neighbour.companyId, id, message!.id)).toBeNull();
    expect(await findMessageTexts(db.api, shop.companyId, id, message!.id)).toMatchObject({
      request: `<RegisterInvoiceRequest><Invoice IIC="${iic}"/></RegisterInvoiceRequest>`,
      outcome: 'registered',
    });
  });
});

describe('the answer to a message', () => {
  test('is kept byte for byte, whatever bytes it has', async () => {
    const { claimed, signed } = await signedSale(db, shop);
    const response = Buffer.from([0x3c, 0x00, 0xff, 0x1f, 0x8b, 0x3e]);
    await recordOffline(
      db.worker,
      claimed,
      { ...answer(signed, 'unanswered'), response },
      3_600_000,
    );
    const { id } = claimed.invoice;
    const found = await findMessageTexts(db.api, shop.companyId, id, signed.submission.id);
    expect(found).toMatchObject({ outcome: 'unanswered', response });
  });

  test('that was written as text by an earlier release stays readable', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const { submission } = await signSample(db, claimed);
    await db.owner.pool.query(
      `update submission set outcome = 'refused', response = '<Greška/>' where id = $1`,
      [submission.id],
    );
    const { id } = claimed.invoice;
    const found = await findMessageTexts(db.api, shop.companyId, id, submission.id);
    expect(found?.response?.toString()).toBe('<Greška/>');
  });
});

test('pages show every invoice once, newest first', async () => {
  const own = await createSampleShop(db);
  for (let i = 0; i < 7; i += 1) await createSampleDraft(db, own);
  const seen: string[] = [];
  let after: { createdAt: Date; id: string } | null = null;
  for (;;) {
    const page = await listPanelInvoices(db.api, scopeOf(own), {}, after, 3);
    if (page.length === 0) break;
    seen.push(...page.map(({ id }) => id));
    after = page.at(-1) ?? null;
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toEqual(seen.toSorted().toReversed());
});
