// TaxFreeAmt and GoodsExAmt against the lines, with and without export. Protocol §5.1, §5.4, §5.7.

import { afterAll, expect, test } from '@jest/globals';
import { cancellationOf, OTHER_CODES, withInvoice } from '../testing/drafts.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

/** A line of one piece: price and rate, or price and exemption. */
type Line = readonly [price: number, tax: string];

function itemOf([price, tax]: Line): Attributes {
  const base = price.toFixed(4);
  const prices = { N: 'Roba', U: 'kom', Q: '1', UPB: base, PB: base };
  if (tax === '') return { ...prices, UPA: base, PA: base };
  if (tax.startsWith('VAT')) return { ...prices, UPA: base, PA: base, EX: tax };
  const vat = (price * Number(tax)) / 100;
  const total = (price + vat).toFixed(4);
  return { ...prices, UPA: total, PA: total, VR: tax, VA: vat.toFixed(4) };
}

function groupOf(tax: string, lines: readonly Line[]): Attributes {
  const members = lines.filter(([, other]) => other === tax);
  const base = members.reduce((sum, [price]) => sum + price, 0);
  const group = { NumOfItems: String(members.length), PriceBefVAT: base.toFixed(4) };
  if (tax.startsWith('VAT')) return { ...group, ExemptFromVAT: tax };
  return { ...group, VATRate: tax, VATAmt: ((base * Number(tax)) / 100).toFixed(4) };
}

/** An invoice of lines; those of the taxpayer outside VAT have no tax. */
function sale(lines: readonly Line[], amounts: Attributes, buyer?: Attributes): InvoiceDraft {
  const base = lines.reduce((sum, [price]) => sum + price, 0);
  const vat = lines.reduce((sum, [price, tax]) => sum + (price * (Number(tax) || 0)) / 100, 0);
  const isOutside = lines[0]?.[1] === '';
  const total = (base + vat).toFixed(2);
  const totals = { TotPriceWoVAT: base.toFixed(2), TotPrice: total, TotVATAmt: vat.toFixed(2) };
  const draft = withInvoice({ ...totals, ...amounts });
  const taxes = [...new Set(lines.map(([, tax]) => tax))];
  const outside = { ...OTHER_CODES, IsIssuerInVAT: 'false', TotVATAmt: undefined };
  return {
    ...(isOutside ? withInvoice(outside, draft) : draft),
    seller: { ...draft.seller, ...(isOutside && { IDNum: '87654321' }) },
    buyer,
    payMethods: [{ Type: 'ACCOUNT', Amt: total }],
    items: lines.map(itemOf),
    sameTaxes: isOutside ? null : taxes.map((tax) => groupOf(tax, lines)),
  };
}

const BUYER = {
  IDType: 'VAT',
  IDNum: 'DE123456789',
  Name: 'Käufer GmbH',
  Address: 'Weg 1',
  Town: 'Köln',
  Country: 'DEU',
};

const exported = (lines: readonly Line[], amounts: Attributes): InvoiceDraft =>
  sale(lines, amounts, BUYER);

const school: Line = [30.004, 'VAT_CL26'];
const clinic: Line = [12.5, 'VAT_CL27'];
const abroad: Line = [246, 'VAT_CL30'];
const zero: Line = [100, '0.00'];
const zeroToo: Line = [7, '0.00'];
const taxed: Line = [10, '21.00'];
const outside: Line = [80, ''];
const many: Line[] = Array.from({ length: 20 }, (_, index) => [index + 1, 'VAT_CL30']);

const identity = await keys.ca.issue({ tin: '87654321' });
const send = (draft: InvoiceDraft) =>
  running.sendInvoice(draft, draft.seller.IDNum === '87654321' ? { identity } : {});

test.each<[string, InvoiceDraft]>([
  ['an exempt line beside one with VAT', sale([school, taxed], { TaxFreeAmt: '30.00' })],
  ['two exemptions', sale([school, clinic], { TaxFreeAmt: '42.50' })],
  ['a cent less', sale([clinic], { TaxFreeAmt: '12.49' })],
  ['a line at 0 %', sale([zero], {})],
  ['export under an exemption', exported([abroad], { GoodsExAmt: '246.00' })],
  ['export at 0 %', exported([zero], { GoodsExAmt: '100.00' })],
  [
    'export beside another exemption',
    exported([abroad, school], { GoodsExAmt: '246.00', TaxFreeAmt: '30.00' }),
  ],
  [
    'export under the exemption of another line',
    exported([abroad, [54, 'VAT_CL30']], { GoodsExAmt: '54.00', TaxFreeAmt: '246.00' }),
  ],
  ['export beside a line at 0 %', exported([zero, zeroToo], { GoodsExAmt: '7.00' })],
  [
    'export under both',
    exported([abroad, zero, school], { GoodsExAmt: '346.00', TaxFreeAmt: '30.00' }),
  ],
  ['a long list of export', exported(many, { GoodsExAmt: '210.00' })],
  ['outside VAT, without the amount', sale([outside], {})],
  ['outside VAT, with the amount', sale([outside], { TaxFreeAmt: '80.00' })],
  ['outside VAT, export', exported([outside, [20, '']], { GoodsExAmt: '20.00' })],
])('registered: %s', async (_what, draft) => {
  expect(await send(draft)).toMatchObject({ code: null, message: null });
});

const TAX_FREE = 'TaxFreeAmt is not the sum of PB of exempt items that are not exported';
const GOODS = 'GoodsExAmt is not the sum of PB of exported items';
const NO_ADDRESS = 'Address, Town and Country of the buyer must exist if GoodsExAmt exists';

test.each<[string, string, InvoiceDraft]>([
  [TAX_FREE, 'absent', sale([school, taxed], {})],
  [TAX_FREE, 'more than a cent off', sale([clinic], { TaxFreeAmt: '12.52' })],
  [TAX_FREE, 'a line at 0 % in it', sale([school, zero], { TaxFreeAmt: '130.00' })],
  [TAX_FREE, 'no exempt line', sale([taxed], { TaxFreeAmt: '10.00' })],
  [
    GOODS,
    'the export in both amounts',
    exported([abroad, school], { GoodsExAmt: '246.00', TaxFreeAmt: '276.01' }),
  ],
  [TAX_FREE, 'of a long list of export', exported(many, { GoodsExAmt: '0', TaxFreeAmt: '211.00' })],
  [TAX_FREE, 'outside VAT', sale([outside], { TaxFreeAmt: '79.00' })],
  [GOODS, 'more than a cent off', exported([abroad], { GoodsExAmt: '245.98' })],
  [GOODS, 'a part of a line at 0 %', exported([zero, zeroToo], { GoodsExAmt: '50.00' })],
  [
    GOODS,
    'only a part, and the other nowhere',
    exported([abroad, school], { GoodsExAmt: '246.00' }),
  ],
  [
    GOODS,
    'more than a long list of export',
    exported([...many, zero], { GoodsExAmt: '310.03', TaxFreeAmt: '0.00' }),
  ],
  [GOODS, 'outside VAT', exported([outside, [20, '']], { GoodsExAmt: '30.00' })],
  [
    'items with VAT must not exist if GoodsExAmt exists',
    'a line with VAT',
    exported([abroad, taxed], { GoodsExAmt: '246.00' }),
  ],
  ['Buyer must exist if GoodsExAmt exists', 'no buyer', sale([abroad], { GoodsExAmt: '246.00' })],
  ...['Address', 'Town', 'Country'].map((part): [string, string, InvoiceDraft] => [
    NO_ADDRESS,
    `no ${part}`,
    sale([abroad], { GoodsExAmt: '246.00' }, { ...BUYER, [part]: undefined }),
  ]),
])('refused with 11: %s: %s', async (message, _what, draft) => {
  expect(await send(draft)).toMatchObject({ code: 11, message });
});

test('a corrective takes back both amounts, each with its minus', async () => {
  const amounts = { GoodsExAmt: '246.00', TaxFreeAmt: '30.00' };
  const original = exported([abroad, school], amounts);
  await send(original);
  const corrective = cancellationOf(original, running.lastInvoice().iic, 2);
  const wrong = withInvoice({ TaxFreeAmt: amounts.TaxFreeAmt }, corrective);
  expect(await send(wrong)).toMatchObject({ code: 11, message: TAX_FREE });
  expect(await send(corrective)).toMatchObject({ code: null, message: null });
});
