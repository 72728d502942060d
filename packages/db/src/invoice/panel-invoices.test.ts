import { beforeAll, describe, expect, test } from '@jest/globals';
import { seedDraft } from '../testing/seed/index.ts';
import { recordOffline } from '../fiscalization/outcomes.ts';
import {
  answer,
  createSampleDraft,
  sampleDraft,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import { createSampleShop, SAMPLE_SELLER, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { findInvoiceDetail } from './invoice-detail.ts';
import { findMessageTexts, readInvoiceTraces } from './invoice-timeline.ts';
import { openInvoiceStore } from './new-invoices.ts';
import { listPanelInvoices } from './panel-invoices.ts';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeAll(async () => {
  shop = await createSampleShop(db);
});

async function addDraft(change: object, amounts: object = {}, of: SampleShop = shop) {
  const draft = await createSampleDraft(db, of);
  const request = { ...draft.request, ...change };
  const computed = { ...draft.computed, ...amounts };
  const { companyId, cashRegisterId, environment, warnings } = draft;
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
  test('finds what a client calls an invoice, in its company and in all, and not what is superseded', async () => {
    const other = await createSampleShop(db);
    const store = openInvoiceStore(db.api);
    const add = (externalId: string, supersedes: string | null = null, of = shop) => {
      const { request, ...draft } = sampleDraft(of);
      const external = { digest: Buffer.alloc(32), supersedes };
      const invoice = { ...draft, external, request: { ...request, externalId } };
      return store({ invoice, scheduledInMs: null });
    };
    const first = await add('Č-2026 / 17');
    const foreign = await add('Č-2026 / 17', null, other);
    const text = ' Č-2026 / 17'.normalize('NFD');
    expect(await idsFor(text)).toEqual([first.id]);
    expect(await idsFor('-2026 / 1')).toEqual([]);
    const second = await add('Č-2026 / 17', first.id);
    expect(await idsFor(text)).toEqual([second.id]);
    const everywhere = { ...scopeOf(shop), companyId: null };
    const found = await listPanelInvoices(db.api, everywhere, { search: text }, null, 50);
    expect(found.map(({ id }) => id).toSorted()).toEqual([foreign.id, second.id].toSorted());
    const filter = { search: text, status: 'Failed' as const };
    expect(await listPanelInvoices(db.api, scopeOf(shop), filter, null, 50)).toEqual([]);
  });

  test('over all companies knows their names, and is paged and narrowed like any other', async () => {
    const named = await createSampleShop(db);
    await db.owner.prisma.company.update({
      where: { id: named.companyId },
      data: { name: 'Riblja pijaca „Đurđica“ d.o.o.' },
    });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await createSampleDraft(db, named)).id);
    }
    const everywhere = { ...scopeOf(named), companyId: null };
    const find = async (search: string, filter: object = {}) =>
      (await listPanelInvoices(db.api, everywhere, { search, ...filter }, null, 50)).map(
        ({ id }) => id,
      );
    for (const text of ['djurdjica', 'pijaca riblja', 'RIBLJA'])
      expect(await find(text)).toEqual(ids);
    expect(await find('riblja', { status: 'Fiscalized' })).toEqual([]);
    expect(await find('riblja čarapa')).toEqual([]);
    const [first, ...others] = await listPanelInvoices(
      db.api,
      everywhere,
      { search: 'riblja' },
      null,
      1,
    );
    expect(others).toEqual([]);
    const rest = await listPanelInvoices(db.api, everywhere, { search: 'riblja' }, first!, 50);
    expect([first!, ...rest].map(({ id }) => id)).toEqual(ids);
    // Within a company its name tells nothing apart.
    expect(await idsFor('riblja', named)).toEqual([]);
  });

  test('finds an invoice by its codes, their beginnings and ends, and the link of its QR code', async () => {
    const fic = '0b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a11';
    const { id, iic } = await addFiscalized(fic);
    const codes = [iic, iic.slice(0, 8).toLowerCase(), iic.slice(-6), fic, fic.toUpperCase()];
    const parts = ['0b9cbb', '0b9cbb0e-9c5c', '9D3A11', '4c57-8f0e-0a2f3a9d3a11'];
    const link = `https://mapr.tax.gov.me/ic/#/verify?iic=${iic}&tin=12345678&prc=1.21`;
    for (const text of [id, ...codes, ...parts, link]) expect(await idsFor(text)).toEqual([id]);
    for (const text of [iic.slice(0, 5), iic.slice(3, 12), '9c5c-4c57']) {
      expect(await idsFor(text)).toEqual([]);
    }
  });

  test('finds an invoice by its number, with or without the cash register’s code', async () => {
    const invoice = await addFiscalized('2b9cbb0e-9c5c-4c57-8f0e-0a2f3a9d3a12');
    const { id, invoiceNumber, ordinal } = invoice;
    const [unit, , year, tcrCode] = invoiceNumber.split('/');
    const parts = [
      `${ordinal}/${year}`,
      `${unit}/${ordinal}/${year}`,
      `${ordinal}/${year}/${tcrCode}`,
    ];
    for (const text of [invoiceNumber, invoiceNumber.toUpperCase(), ...parts]) {
      expect(await idsFor(text)).toEqual([id]);
    }
    expect(await idsFor(String(ordinal))).toContain(id);
    expect(await idsFor(`${ordinal}/${Number(year) - 1}`)).toEqual([]);
    expect(await idsFor(`xx999xx999/${ordinal}/${year}`)).toEqual([]);
  });

  test('finds any part of buyer and note, in any case and order, with and without diacritics', async () => {
    const buyer = { idType: 'TIN', idNumber: '02999999', name: 'Čokolada „Đurđević“ d.o.o. 50%_' };
    const { id } = await addDraft({ buyer, note: 'Narudžba 77 za Љубицу' });
    const ofBuyer = ['čokol', 'KOLADA', 'cokolada', 'đurđ', 'DJURDJ', 'durdevic', '50%_', '9999'];
    const ofNote = ['Narudžba 77', 'narudzba', 'rudž', '77 narudzba', 'ljubicu', 'љуб'];
    const short = ['rđ', 'v', 'č', 'o.o', 'žb', 'dz 7', 'kolada 9'];
    for (const text of [...ofBuyer, ...ofNote, ...short, 'durdevic narudzba', '50 %']) {
      expect(await idsFor(text)).toEqual([id]);
    }
    for (const text of ['č%', '_okolada', 'narudzba 78', 'kolade', 'narudzba 7z', 'čokolada kt']) {
      expect(await idsFor(text)).toEqual([]);
    }
  });

  test('finds amounts as people write them, on the sale and on what takes it back', async () => {
    const totals = { withoutVat: '1020.30', vat: '214.26', total: '1234.56' };
    const sale = await addDraft({}, { totals });
    const taken = await addDraft({}, { totals: { ...totals, total: '-1234.56' } });
    for (const text of ['1.234,56', '1234,56 €', '1,234.56', '1234.56']) {
      expect(await idsFor(text)).toEqual([taken.id, sale.id]);
    }
    expect(await idsFor('-1.234,56')).toEqual([taken.id]);
    expect(await idsFor('1.234,57')).toEqual([]);
  });

  test('finds with the filters of the list, page by page, nothing twice', async () => {
    const [first, second] = [
      await addDraft({ note: 'stranice' }),
      await addDraft({ note: 'stranice' }),
    ];
    const filter = { search: 'stranice', status: 'Draft' as const };
    const [newest] = await listPanelInvoices(db.api, scopeOf(shop), filter, null, 1);
    expect(newest?.id).toBe(second.id);
    const rest = await listPanelInvoices(db.api, scopeOf(shop), filter, newest!, 5);
    expect(rest.map(({ id }) => id)).toEqual([first.id]);
    const failed = { ...filter, status: 'Failed' as const };
    expect(await listPanelInvoices(db.api, scopeOf(shop), failed, null, 5)).toEqual([]);
  });

  test('over all companies finds everybody’s, and says whose each is', async () => {
    const neighbour = await createSampleShop(db);
    const own = await addDraft({ note: 'svačije slovo' });
    const other = await addDraft({ note: 'svacije' }, {}, neighbour);
    const scope = { companyId: null, environment: 'test' as const };
    const found = await listPanelInvoices(db.api, scope, { search: 'svačije' }, null, 5);
    expect(found.map(({ id, companyId }) => ({ id, companyId }))).toEqual([
      { id: other.id, companyId: neighbour.companyId },
      { id: own.id, companyId: shop.companyId },
    ]);
    for (const filter of [{}, { status: 'Draft' as const }]) {
      const [newest] = await listPanelInvoices(db.api, scope, filter, null, 1);
      expect(newest?.id).toBe(other.id);
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
    expect(
      await readInvoiceTraces(db.api, { companyId: neighbour.companyId, invoiceId: id }),
    ).toBeNull();
    const traces = await readInvoiceTraces(db.api, { companyId: shop.companyId, invoiceId: id });
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
