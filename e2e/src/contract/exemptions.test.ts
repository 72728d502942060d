// Extensions §5: lines that are exempt from VAT and lines that are exported, from the request to
// the message, the record and the correctives.

import { EXEMPTIONS } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { correctiveOf, takenBack } from './corrective-items.ts';
import { expectRefusal, testAccepted, testNothingFound, testRefused, withItem } from './rows.ts';
import type { RefusedRow } from './rows.ts';
import { openShop } from './shop.ts';

const CLAUSE = 'Extensions §5';
const service = await startService();
const [shop, strict, outsideVat] = await Promise.all([
  openShop(service),
  openShop(service, { strictCorrectives: true }),
  openShop(service, { isInVat: false }),
]);

const EXEMPT = { rate: 0, exemption: 'VAT_CL26' };
const exam = { name: 'Pregled', unitPrice: 33.335, quantity: 3, vat: EXEMPT };
const book = { name: 'Knjiga', unitPrice: 7.5, quantity: 2, vat: { rate: 0 } };
const tea = { name: 'Čaj', unitPrice: 2, quantity: 1, vat: { rate: 21 } };
const wine = { name: 'Vino', unitPrice: 12.345, quantity: 10, vat: { rate: 0 }, isExport: true };
const ABROAD = {
  idType: 'VAT',
  idNumber: 'DE123456789',
  name: 'Weinhaus GmbH',
  address: 'Hauptstraße 1',
  city: 'Berlin',
  country: 'DEU',
};

async function messageOf({ id }: Body): Promise<string> {
  const [sent] = await service.submissionsOf(id as string);
  return String(sent?.request);
}

describe('stored as they were sent', () => {
  testAccepted(
    [
      ...EXEMPTIONS.map((exemption) => ({
        clause: `${CLAUSE}: ${exemption}`,
        change: withItem({ vat: { rate: 0, exemption } }),
        record: {
          invoiceData: { items: [{ vat: { rate: 0, exemption } }] },
          vatBreakdown: [{ rate: 0, items: 1, base: 10, vat: 0, exemption }],
        },
      })),
      {
        clause: `${CLAUSE}: 0 % is not exempt`,
        change: withItem({ vat: { rate: 0, exemption: null }, isExport: false }),
        record: {
          invoiceData: { items: [{ vat: { rate: 0, exemption: null }, isExport: false }] },
          vatBreakdown: [{ rate: 0, items: 1, base: 10, vat: 0, exemption: null }],
        },
      },
      {
        clause: `${CLAUSE}: an export with its buyer`,
        change: { ...withItem({ vat: EXEMPT, isExport: true }), buyer: ABROAD },
        record: { invoiceData: { items: [{ isExport: true }] } },
      },
    ],
    shop.test,
  );
});

const refused = (path: string, code: string, item: object, change: object = {}): RefusedRow => ({
  clause: `${CLAUSE}: ${JSON.stringify({ ...item, ...change })}`,
  change: { ...withItem(item), ...change },
  path,
  code,
});

describe('refused', () => {
  const exported = { vat: { rate: 0 }, isExport: true };
  testRefused(
    [
      refused('items[0].vat.exemption', 'FIELD_TYPE_INVALID', { vat: { rate: 0, exemption: 26 } }),
      refused('items[0].isExport', 'FIELD_TYPE_INVALID', { isExport: 'yes' }),
      refused('items[0].vat.exemption', 'VALUE_UNKNOWN', {
        vat: { rate: 0, exemption: 'vat_cl26' },
      }),
      refused('items[0].vat', 'EXEMPTION_WITH_RATE', { vat: { ...EXEMPT, rate: 21 } }),
      refused('buyer', 'EXPORT_NEEDS_BUYER', exported),
      ...['address', 'city', 'country'].map((field) =>
        refused(`buyer.${field}`, 'EXPORT_NEEDS_BUYER', exported, {
          buyer: { ...ABROAD, [field]: null },
        }),
      ),
      refused('items[1].vat.rate', 'EXPORT_WITH_VAT', {}, { items: [wine, tea], buyer: ABROAD }),
    ],
    shop.test,
  );
  testRefused(
    [
      refused('items[0].vat.exemption', 'COMPANY_NOT_IN_VAT', { vat: EXEMPT }),
      refused('items[0].isExport', 'COMPANY_NOT_IN_VAT', exported, { buyer: ABROAD }),
    ],
    outsideVat.test,
  );

  test(`${CLAUSE}: all problems at once, and nothing is stored`, async () => {
    const before = await shop.test.get('/api/invoices');
    const items = [
      { ...wine, vat: { rate: 7, exemption: 'VAT_CL30' } },
      { ...tea, vat: EXEMPT },
    ];
    const { body } = await shop.test.draft(cashInvoice({ items, discountAmount: 0.00001 }));
    expect((body.details as Body[]).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'items[0].vat EXEMPTION_WITH_RATE',
      'items[0].vat.rate EXPORT_WITH_VAT',
      'discountAmount TOO_MANY_DECIMALS',
      'buyer EXPORT_NEEDS_BUYER',
    ]);
    expect((await shop.test.get('/api/invoices')).body).toEqual(before.body);
  });
});

describe('registered', () => {
  test(`${CLAUSE}: all is exempt, and there is no VAT`, async () => {
    const record = await shop.test.fiscalized(cashInvoice({ items: [exam] }));
    expect(record).toMatchObject({
      totals: { withoutVat: 100.01, vat: 0, total: 100.01 },
      vatBreakdown: [{ rate: 0, items: 1, base: 100.005, vat: 0, exemption: 'VAT_CL26' }],
    });
    const message = await messageOf(record);
    expect(message).toContain(' TaxFreeAmt="100.01"');
    expect(message).toContain(' TotVATAmt="0.00"');
    expect(message).toContain('<SameTax ExemptFromVAT="VAT_CL26" NumOfItems="1" ');
    expect(message).not.toMatch(/ VR=| VA=| VATRate=| VATAmt=| GoodsExAmt=/);
  });

  test(`${CLAUSE}: exports with their buyer`, async () => {
    const aside = { ...exam, vat: { rate: 0, exemption: 'VAT_CL44' } };
    const change = { items: [wine, { ...wine, name: 'Savjet', vat: EXEMPT }, aside] };
    const record = await shop.test.fiscalized(nonCashInvoice({ ...change, buyer: ABROAD }));
    const message = await messageOf(record);
    expect(message).toContain(' GoodsExAmt="246.90"');
    expect(message).toContain(' TaxFreeAmt="100.01"');
    const { status, body } = await shop.test.post(`/api/invoices/${record.id}/cancel`);
    expect({ status, body }).toMatchObject({ status: 201, body: { status: 'Fiscalized' } });
    expect((body.invoiceData.items as Body[]).map(({ isExport }) => isExport ?? null)).toEqual([
      true,
      true,
      null,
    ]);
    expect(await messageOf(body as Body)).toContain(' GoodsExAmt="-246.90"');
  });

  test(`${CLAUSE}: returned in part and then wholly, 0 % and exempt are each at zero`, async () => {
    const sale = await strict.test.fiscalized(
      cashInvoice({ items: [exam, book, tea], discountAmount: 1 }),
    );
    const items = [
      { index: 0, quantity: 1 },
      { index: 1, quantity: 1 },
    ];
    const part = await strict.test.post(`/api/invoices/${sale.id}/return`, { items });
    const last = await strict.test.post(`/api/invoices/${sale.id}/cancel`);
    expect([part.status, last.status]).toEqual([201, 201]);
    const documents = [sale, part.body, last.body] as Body[];
    const sums = new Map<string, number>();
    for (const { rate, exemption, base } of documents.flatMap(
      (one) => one.vatBreakdown as Body[],
    )) {
      const key = String(exemption ?? rate);
      sums.set(key, (sums.get(key) ?? 0) + Math.round(base * 10_000));
    }
    expect(Object.fromEntries(sums)).toEqual({ 21: 0, 0: 0, VAT_CL26: 0 });
    expect(await messageOf(last.body as Body)).toMatch(/ TaxFreeAmt="-\d+\.\d\d"/);
    const again = await strict.test.post(`/api/invoices/${sale.id}/cancel`);
    expectRefusal(again, { path: 'original.id', code: 'ALREADY_CANCELLED' });
  });

  test(`${CLAUSE}: delivered later it is the same document`, async () => {
    await service.script({ type: 'drop' });
    const { body } = await shop.test.createAndPrint(cashInvoice({ items: [exam, book] }));
    expect(body).toMatchObject({
      status: 'Offline',
      vatBreakdown: [{ exemption: null }, { exemption: 'VAT_CL26' }],
    });
    await service.deliverNow();
    await shop.test.until(body.id as string, 'Fiscalized');
    const sent = await service.submissionsOf(body.id as string);
    const documents = sent.map(
      ({ request }) => /<Invoice .*<\/Invoice>/s.exec(String(request))?.[0],
    );
    expect(documents).toHaveLength(2);
    expect(documents[1]).toBe(documents[0]);
    expect(documents[0]).toContain(' EX="VAT_CL26" ');
  });

  test(`${CLAUSE}: a corrective's line is as its original's`, async () => {
    const sale = await shop.test.fiscalized(cashInvoice({ items: [exam, book] }));
    const swapped = [
      takenBack({ ...exam, vat: { rate: 0 } }),
      takenBack({ ...book, vat: EXEMPT, isExport: true }),
    ];
    const { body } = await shop.test.draft({ ...correctiveOf(sale, swapped), buyer: ABROAD });
    expect(
      (body.details as Body[]).map(({ path, code, message }) => [path, code, message]),
    ).toEqual(
      [
        ['items[0].vat', 'VAT_CL26'],
        ['items[1].vat', '0'],
        ['items[1].isExport', 'false'],
      ].map(([path, value]) => [
        path,
        'CORRECTIVE_VAT_RATE_MISMATCH',
        `${path} must be as on the original line: ${value}.`,
      ]),
    );
  });

  test(`${CLAUSE}: the same call with another exemption is another call`, async () => {
    const sent = { ...cashInvoice({ items: [exam] }), externalId: 'exempt-1' };
    await shop.test.fiscalized(sent);
    const items = [{ ...exam, vat: { rate: 0, exemption: 'VAT_CL27' } }];
    const { status, body } = await shop.test.draft({ ...sent, items });
    expect({ status, differs: body.differs }).toEqual({
      status: 409,
      differs: ['items[0].vat.exemption'],
    });
  });
});

testNothingFound(service);
