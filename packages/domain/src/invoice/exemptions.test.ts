import { describe, expect, test } from '@jest/globals';
import { articleOf, EXEMPTIONS, legalBasesOf } from './exemptions.ts';
import type { InvoiceItem } from './invoice.ts';
import type { PartialInvoice, PartialItem } from './partial-invoice.ts';
import { computeInvoice } from './totals.ts';
import { validateInvoice } from './validate-invoice.ts';

const CONTEXT = {
  isInVat: true,
  pricesIncludeVat: false,
  vatRates: [21, 15, 7, 0],
  now: new Date('2026-11-26T12:00:00Z'),
  writtenText: (text: string) => text,
};

const line: InvoiceItem = { name: 'Pregled', unitPrice: 10, quantity: 1, vat: { rate: 0 } };
const abroad = { idType: 'VAT', idNumber: 'DE1', name: 'Kupac', address: 'Weg 1', city: 'Berlin' };
const exempt = { rate: 0, exemption: 'VAT_CL26' } as const;

function validated(
  items: PartialItem[],
  change: Partial<PartialInvoice> & { isInVat?: boolean; blamed?: string } = {},
) {
  const { isInVat = true, blamed, ...fields } = change;
  const request: PartialInvoice = {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-01T00:00:00Z',
    items: items.map((item) => ({ ...line, ...item })),
    ...fields,
  };
  const shape = blamed === undefined ? [] : [{ code: 'SHAPE', path: blamed, message: '' }];
  return validateInvoice(request, { ...CONTEXT, isInVat }, shape);
}

const found = (...said: Parameters<typeof validated>): string[] =>
  validated(...said).issues.map(({ path, code }) => `${path} ${code}`);

describe('Extensions §5: an exemption', () => {
  test.each(EXEMPTIONS)('%s goes with the rate 0', (exemption) => {
    expect(found([{ vat: { rate: 0, exemption } }])).toEqual([]);
  });

  test('is one of the twelve of the schema', () => {
    expect(EXEMPTIONS.map((code) => articleOf(code))).toEqual(
      [3, 4, 14, 15, 17, 20, 26, 27, 28, 29, 30, 44].map((article) => `Čl. ${article}`),
    );
  });

  test.each<[PartialItem['vat'], string[]]>([
    [{ rate: 0, exemption: null }, []],
    [{ rate: 21, exemption: null }, []],
    [{ rate: 0, exemption: 'VAT_CL25' }, ['items[0].vat.exemption VALUE_UNKNOWN']],
    [{ rate: 0, exemption: 'vat_cl26' }, ['items[0].vat.exemption VALUE_UNKNOWN']],
    [{ rate: 0, exemption: '' }, ['items[0].vat.exemption VALUE_UNKNOWN']],
    [{ rate: 21, exemption: 'VAT_CL26' }, ['items[0].vat EXEMPTION_WITH_RATE']],
    [{ rate: 20, exemption: 'VAT_CL26' }, ['items[0].vat EXEMPTION_WITH_RATE']],
    [
      { rate: 7, exemption: 'VAT' },
      ['items[0].vat.exemption VALUE_UNKNOWN', 'items[0].vat EXEMPTION_WITH_RATE'],
    ],
  ])('written as %j has the issues %j', (vat, issues) => {
    expect(found([{ vat }])).toEqual(issues);
  });

  test('needs no configured rate of 0', () => {
    const { invoice, issues } = validateInvoice(
      { ...validated([{ vat: exempt }]).invoice },
      { ...CONTEXT, vatRates: [21] },
    );
    expect(issues).toEqual([]);
    expect(invoice?.items[0]?.vat).toEqual(exempt);
  });

  test('of a company outside VAT is refused, as are its exports, all at once', () => {
    const items = [{ vat: { rate: 21, exemption: 'VAT_CL26' } }, { isExport: true }];
    expect(found(items, { isInVat: false })).toEqual([
      'items[0].vat.rate COMPANY_NOT_IN_VAT',
      'items[0].vat.exemption COMPANY_NOT_IN_VAT',
      'items[1].isExport COMPANY_NOT_IN_VAT',
    ]);
    const unused = [{ vat: { rate: 0, exemption: null }, isExport: false }];
    expect(found(unused, { isInVat: false })).toEqual([]);
  });

  test('stays as it was sent, and what was left out stays out', () => {
    const items = [{ vat: exempt }, { vat: { rate: 0, exemption: null }, isExport: false }, {}];
    expect(validated(items).invoice?.items).toEqual([
      { ...line, vat: exempt },
      { ...line, vat: { rate: 0, exemption: null }, isExport: false },
      line,
    ]);
  });
});

describe('Extensions §5: an export', () => {
  const sold = { isExport: true };

  test.each<[string, PartialItem[], Partial<PartialInvoice> & { blamed?: string }, string[]]>([
    ['with its buyer', [sold], { buyer: { ...abroad, country: 'DEU' } }, []],
    ['without a buyer', [sold], {}, ['buyer EXPORT_NEEDS_BUYER']],
    [
      'with a buyer of unknown country',
      [sold],
      { buyer: abroad },
      ['buyer.country EXPORT_NEEDS_BUYER'],
    ],
    [
      'with a buyer of unknown place',
      [{}, sold],
      { buyer: { ...abroad, address: ' ', city: null, country: null } },
      ['address', 'city', 'country'].map((name) => `buyer.${name} EXPORT_NEEDS_BUYER`),
    ],
    ['with a buyer of another shape', [sold], { blamed: 'buyer' }, ['buyer SHAPE']],
    ['that is none', [{ isExport: false }, { vat: { rate: 21 } }], {}, []],
    [
      'beside lines with VAT',
      [sold, { vat: { rate: 21 } }, { vat: { rate: 20 } }, { ...sold, vat: { rate: 7 } }],
      { buyer: { ...abroad, country: 'DEU' } },
      [1, 2, 3].map((index) => `items[${index}].vat.rate EXPORT_WITH_VAT`),
    ],
    [
      'with everything wrong',
      [{ ...sold, vat: { rate: 7, exemption: 'VAT_CL30' } }],
      {},
      [
        'items[0].vat EXEMPTION_WITH_RATE',
        'items[0].vat.rate EXPORT_WITH_VAT',
        'buyer EXPORT_NEEDS_BUYER',
      ],
    ],
  ])('%s', (_name, items, change, issues) => {
    expect(found(items, change)).toEqual(issues);
  });
});

describe('Extensions §5: what exempt lines come to', () => {
  const book = { ...line, name: 'Knjiga', unitPrice: 5.005 };
  const exam = { ...line, unitPrice: 3.335, vat: exempt };
  const travel = { ...exam, vat: { rate: 0, exemption: 'VAT_CL44' as const } };
  const wine = { ...line, name: 'Vino', unitPrice: 10.005, isExport: true };

  test('0 % and each exemption are groups of their own, behind the rates', () => {
    const tea = { ...line, vat: { rate: 21 } };
    const { sameTaxGroups, totals, lines } = computeInvoice(
      { items: [travel, exam, book, tea, exam] },
      CONTEXT,
    );
    expect(sameTaxGroups).toEqual([
      { vatRate: '21.00', itemCount: 1, base: '10.0000', vat: '2.1000' },
      { vatRate: '0.00', itemCount: 1, base: '5.0050', vat: '0.0000' },
      { vatRate: null, exemption: 'VAT_CL26', itemCount: 2, base: '6.6700', vat: '0.0000' },
      { vatRate: null, exemption: 'VAT_CL44', itemCount: 1, base: '3.3350', vat: '0.0000' },
    ]);
    expect(totals).toEqual({ withoutVat: '25.01', vat: '2.10', total: '27.11', taxFree: '10.01' });
    expect(lines[0]).toMatchObject({ vatRate: null, exemption: 'VAT_CL44', vat: '0.0000' });
  });

  test('a company outside VAT has none', () => {
    const { lines, sameTaxGroups, totals } = computeInvoice(
      { items: [exam] },
      { ...CONTEXT, isInVat: false },
    );
    expect([lines[0]?.exemption, sameTaxGroups, totals.taxFree]).toEqual([
      undefined,
      [],
      undefined,
    ]);
  });

  test('exports count with their discount, and not as free of tax', () => {
    const items = [wine, { ...wine, vat: travel.vat }, exam];
    const { totals } = computeInvoice({ items, discountAmount: 2 }, CONTEXT);
    expect(totals).toEqual({
      withoutVat: '21.35',
      vat: '0.00',
      total: '21.35',
      taxFree: '3.05',
      exported: '18.30',
    });
  });

  test('without either nothing is stored that was not before', () => {
    const { lines, sameTaxGroups, totals } = computeInvoice({ items: [book] }, CONTEXT);
    const names = [...lines, ...sameTaxGroups, totals].flatMap((part) => Object.keys(part));
    for (const name of ['exemption', 'isExport', 'taxFree', 'exported']) {
      expect(names).not.toContain(name);
    }
  });

  test('the invoice names each article once, and that of exports at 0 %', () => {
    const basesOf = (items: InvoiceItem[]) => legalBasesOf(computeInvoice({ items }, CONTEXT));
    expect(basesOf([book])).toEqual([]);
    expect(basesOf([{ ...wine, vat: exempt }])).toEqual(basesOf([exam]));
    expect(basesOf([wine, exam, exam])).toEqual([
      {
        me: 'PDV nije obračunat u skladu sa članom 26 Zakona o PDV-u (oslobođenja od javnog interesa).',
        en: 'No VAT is charged under Article 26 of the VAT Law (exemptions in the public interest).',
      },
      {
        me: 'Izvoz: stopa PDV-a 0 % u skladu sa članom 25 Zakona o PDV-u.',
        en: 'Export: VAT rate of 0 % under Article 25 of the VAT Law.',
      },
    ]);
  });
});
