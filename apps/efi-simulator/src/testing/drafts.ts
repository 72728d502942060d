// Good documents of one test taxpayer, and the master data that makes them good.

import type { RegistryInput } from '../state/registry.ts';
import { header } from './request-builder.ts';
import type { Attributes, InvoiceDraft } from './request-builder.ts';

export const TIN = '12345678';
export const UNIT = 'bu123bu123';
export const TCR = 'tc123tc123';
export const SOFTWARE = 'ss123ss123';
const OPERATOR = 'oo123oo123';
const MAINTAINER = 'mm123mm123';

/** Attributes of an Invoice of the taxpayer outside VAT. */
export const OTHER_CODES = {
  TCRCode: 'tc321tc321',
  BusinUnitCode: 'bu321bu321',
  OperatorCode: 'oo321oo321',
  InvNum: 'bu321bu321/1/2026/tc321tc321',
  InvOrdNum: '1',
};

/** The instant of all tests: 2026-07-11, 15:51:04 in Podgorica. */
export const NOW_TEXT = '2026-07-11T15:51:04+02:00';
export const NOW = Date.parse(NOW_TEXT);

/** Text of an instant some milliseconds from that of the tests. */
export function at(offsetMs: number): string {
  const local = new Date(NOW + offsetMs + 2 * 3_600_000).toISOString().slice(0, 19);
  return `${local}+02:00`;
}

/** Master data of the test taxpayer, of a second one outside VAT and of an inactive one. */
export function registry(): RegistryInput {
  return {
    taxpayers: [
      { tin: TIN, name: 'Test d.o.o.', isInVat: true },
      { tin: '87654321', name: 'Mala radnja', isInVat: false },
      { tin: '11112222', name: 'Zatvorena radnja', isInVat: true, active: false },
    ],
    businessUnits: [
      { code: UNIT, tin: TIN },
      { code: 'bu321bu321', tin: '87654321' },
    ],
    softwareCodes: [{ code: SOFTWARE }, { code: 'ss999ss999', active: false }],
    maintainers: [{ code: MAINTAINER }],
    operators: [
      { code: OPERATOR, tin: TIN },
      { code: 'oo321oo321', tin: '87654321' },
    ],
    tcrs: [
      { code: TCR, tin: TIN, businessUnitCode: UNIT, internalId: '1', softwareCode: SOFTWARE },
      {
        code: 'tc321tc321',
        tin: '87654321',
        businessUnitCode: 'bu321bu321',
        internalId: '1',
        softwareCode: SOFTWARE,
      },
      {
        code: 'tc999tc999',
        tin: TIN,
        businessUnitCode: UNIT,
        internalId: '9',
        softwareCode: SOFTWARE,
        active: false,
      },
    ],
  };
}

/** Five lines of a real receipt of July 2026, with its tax groups and totals. */
const ITEMS: readonly Attributes[] = [
  item('COCA COLA ZERO', '1', '2.9752', '3.6000', '2.9752', '21.00', '0.6248', '3.6000'),
  item('Cezar salata', '2', '10.8696', '12.5000', '21.7391', '15.00', '3.2609', '25.0000'),
  item('VODA AQUA BIANCA 0.25L', '1', '2.1488', '2.6000', '2.1488', '21.00', '0.4512', '2.6000'),
  item('GRILOVANO POVRCE', '1', '9.5652', '11.0000', '9.5652', '15.00', '1.4348', '11.0000'),
  item('Brancin na zaru', '1', '14.6957', '16.9000', '14.6957', '15.00', '2.2043', '16.9000'),
];

function item(
  ...values: readonly [string, string, string, string, string, string, string, string]
) {
  const [N, Q, UPB, UPA, PB, VR, VA, PA] = values;
  return { N, U: 'kom', Q, UPB, UPA, PB, VR, VA, PA };
}

/** A good non-cash invoice, issued and sent at the tests' instant. */
export function goodInvoice(ordinal = 1): InvoiceDraft {
  return {
    header: header(NOW_TEXT),
    invoice: {
      InvType: 'INVOICE',
      TypeOfInv: 'NONCASH',
      IssueDateTime: NOW_TEXT,
      InvNum: `${UNIT}/${String(ordinal)}/2026/${TCR}`,
      InvOrdNum: String(ordinal),
      TCRCode: TCR,
      IsIssuerInVAT: 'true',
      TotPriceWoVAT: '51.12',
      TotVATAmt: '7.98',
      TotPrice: '59.10',
      OperatorCode: OPERATOR,
      BusinUnitCode: UNIT,
      SoftCode: SOFTWARE,
      IsReverseCharge: 'false',
    },
    payMethods: [{ Type: 'ACCOUNT', Amt: '59.10' }],
    seller: {
      IDType: 'TIN',
      IDNum: TIN,
      Name: 'Test d.o.o.',
      Address: 'Studentska ulica b.b.',
      Town: 'Podgorica',
      Country: 'MNE',
    },
    items: ITEMS,
    sameTaxes: [
      { NumOfItems: '2', PriceBefVAT: '5.1240', VATRate: '21.00', VATAmt: '1.0760' },
      { NumOfItems: '3', PriceBefVAT: '46.0000', VATRate: '15.00', VATAmt: '6.9000' },
    ],
  };
}

/** A draft with other attributes of Invoice. */
export function withInvoice(attributes: Attributes, draft = goodInvoice()): InvoiceDraft {
  return { ...draft, invoice: { ...draft.invoice, ...attributes } };
}

/** The same document sent another time, marked as a subsequent delivery or not. */
export function sentAgain(draft: InvoiceDraft, mark?: string): InvoiceDraft {
  return { ...draft, header: header(NOW_TEXT, mark) };
}

/** The same invoice paid with banknotes. */
export function goodCashInvoice(ordinal = 1): InvoiceDraft {
  return {
    ...withInvoice({ TypeOfInv: 'CASH' }, goodInvoice(ordinal)),
    payMethods: [{ Type: 'BANKNOTE', Amt: '59.10' }],
  };
}

/** A draft with the other sign before each amount. */
export function negative(draft: InvoiceDraft): InvoiceDraft {
  const negate = (attributes: Attributes, ...names: string[]): Attributes => {
    const present = names.filter((name) => attributes[name] !== undefined);
    const negated = present.map((name) => [name, `-${attributes[name] ?? ''}`]);
    return { ...attributes, ...(Object.fromEntries(negated) as Attributes) };
  };
  return {
    ...draft,
    invoice: negate(
      draft.invoice,
      'TotPriceWoVAT',
      'TotVATAmt',
      'TotPrice',
      'TaxFreeAmt',
      'GoodsExAmt',
    ),
    payMethods: draft.payMethods.map((method) => negate(method, 'Amt')),
    items: draft.items?.map((line) => negate(line, 'Q', 'PB', 'VA', 'PA')) ?? null,
    sameTaxes: draft.sameTaxes?.map((group) => negate(group, 'PriceBefVAT', 'VATAmt')) ?? null,
  };
}

/** The full cancellation of a draft that was registered under an IIC. */
export function cancellationOf(original: InvoiceDraft, iic: string, ordinal: number): InvoiceDraft {
  const { IssueDateTime } = original.invoice;
  const numbers = { InvNum: `${UNIT}/${String(ordinal)}/2026/${TCR}`, InvOrdNum: String(ordinal) };
  return {
    ...withInvoice({ InvType: 'CORRECTIVE', ...numbers }, negative(original)),
    header: header(NOW_TEXT),
    correctiveInv: { IICRef: iic, IssueDateTime, Type: 'CORRECTIVE' },
  };
}

/** A good INITIAL deposit of the tests' instant. */
export function goodDeposit(): Attributes {
  return {
    ChangeDateTime: NOW_TEXT,
    Operation: 'INITIAL',
    CashAmt: '0.00',
    TCRCode: TCR,
    IssuerTIN: TIN,
  };
}

/** A good registration of a new TCR. */
export function goodTcr(): Attributes {
  return {
    IssuerTIN: TIN,
    BusinUnitCode: UNIT,
    TCRIntID: '2',
    SoftCode: SOFTWARE,
    MaintainerCode: MAINTAINER,
    ValidFrom: '2026-07-11',
    Type: 'REGULAR',
  };
}
