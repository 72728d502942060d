// Messages for the tests of this package: one of each kind that the service sends.
import { messageNote } from '@fiscal/domain';
import type { CashRegisterCodes, ComputedInvoice, Payment, Seller } from '@fiscal/domain';
import type { CashDepositMessage } from '../messages/register-cash-deposit-request.ts';
import type { InvoiceMessage } from '../messages/register-invoice-request.ts';
import type { TcrMessage } from '../messages/register-tcr-request.ts';

/** UUID of the request in every message below. */
export const REQUEST_UUID = '22222222-2222-4222-8222-222222222222';
const ISSUED_AT = '2026-07-11T15:51:04+02:00';

const SELLER: Seller = {
  tin: '12345678',
  name: 'Kafana Kod Mora d.o.o.',
  address: 'Obala bb',
  town: 'Kotor',
  country: 'MNE',
  isInVat: true,
  vatNumber: '30/31-12345-6',
  bankAccount: '510-0000000000001-11',
};

const CODES: CashRegisterCodes = {
  businessUnitCode: 'bb111bb111',
  tcrCode: 'cc222cc222',
  softwareCode: 'ss333ss333',
  operatorCode: 'oo444oo444',
  maintainerCode: 'mm555mm555',
};

/** Two lines, two rates, a rebate, four decimals. */
export const COMPUTED: ComputedInvoice = {
  lines: [
    {
      name: 'Kafa',
      code: '32',
      unit: 'kom',
      quantity: '1',
      unitPriceBeforeVat: '2.9752',
      unitPriceAfterVat: '3.6000',
      rebatePercentage: null,
      effectiveRebatePercentage: null,
      rebateReducingBase: null,
      discount: '0.0000',
      base: '2.9752',
      vatRate: '21.00',
      vat: '0.6248',
      total: '3.6000',
    },
    {
      name: 'Salata',
      code: null,
      unit: 'kom',
      quantity: '2',
      unitPriceBeforeVat: '10.0000',
      unitPriceAfterVat: '10.3500',
      rebatePercentage: '10',
      effectiveRebatePercentage: '10',
      rebateReducingBase: true,
      discount: '0.0000',
      base: '18.0000',
      vatRate: '15.00',
      vat: '2.7000',
      total: '20.7000',
    },
  ],
  sameTaxGroups: [
    { vatRate: '21.00', itemCount: 1, base: '2.9752', vat: '0.6248' },
    { vatRate: '15.00', itemCount: 1, base: '18.0000', vat: '2.7000' },
  ],
  totals: { withoutVat: '20.98', vat: '3.32', total: '24.30' },
  decimals: 4,
};

/** One payment. @param amount euros with 2 decimals. */
export function paid(method: Payment['method'], amount: string, advanceIic?: string): Payment[] {
  return [{ method, amount, advanceIic: advanceIic ?? null }];
}

/** A cash invoice on its first, direct send. */
export const CASH_INVOICE: InvoiceMessage = {
  requestUuid: REQUEST_UUID,
  sendDateTime: ISSUED_AT,
  subsequentDelivery: null,
  seller: SELLER,
  codes: CODES,
  issued: {
    ordinal: 41,
    invoiceNumber: 'bb111bb111/41/2026/cc222cc222',
    issueDateTime: ISSUED_AT,
    iic: '0123456789ABCDEF0123456789ABCDEF',
    iicSignature: 'AB'.repeat(256),
    iicReferences: [],
  },
  type: 'Invoice',
  typeOfInvoice: 'Cash',
  payments: paid('BANKNOTE', '24.30'),
  paymentDeadline: '2026-07-11',
  taxPeriod: null,
  note: null,
  buyer: null,
  corrective: null,
  computed: COMPUTED,
  textEncoding: 'ascii',
};

/** A non-cash invoice to a company, with every text that needs care, delivered later. */
export const NON_CASH_INVOICE: InvoiceMessage = {
  ...CASH_INVOICE,
  sendDateTime: '2026-07-11T16:20:00+02:00',
  subsequentDelivery: 'SERVICE',
  typeOfInvoice: 'NonCash',
  payments: paid('ACCOUNT', '24.30'),
  paymentDeadline: '2026-08-10',
  note: 'Porudžbina "5" <hitno> & tačno',
  buyer: {
    idType: 'TIN',
    idNumber: '87654321',
    name: 'Đorđe i Čedo d.o.o.',
    address: 'Ulica Šćepana Đukića 1',
    city: 'Nikšić',
    country: null,
  },
};

/** The invoice that takes the place of a cancelled one, with its month. */
export const REPLACING_INVOICE: InvoiceMessage = {
  ...CASH_INVOICE,
  taxPeriod: '07/2026',
  note: messageNote({ replaces: 'FEDCBA9876543210FEDCBA9876543210', note: 'Porudžbina 5' }),
};

function negative(text: string): string {
  return `-${text}`;
}

/** The full cancellation of the cash invoice: amounts negative, unit prices positive. */
export const CORRECTIVE: InvoiceMessage = {
  ...CASH_INVOICE,
  type: 'Corrective',
  payments: paid('BANKNOTE', '-24.30'),
  issued: {
    ...CASH_INVOICE.issued,
    ordinal: 42,
    invoiceNumber: 'bb111bb111/42/2026/cc222cc222',
    iic: 'FEDCBA9876543210FEDCBA9876543210',
  },
  corrective: { iic: CASH_INVOICE.issued.iic, issueDateTime: ISSUED_AT },
  computed: {
    ...COMPUTED,
    lines: COMPUTED.lines.map((line) => ({
      ...line,
      quantity: negative(line.quantity),
      base: negative(line.base),
      vat: negative(line.vat),
      total: negative(line.total),
    })),
    sameTaxGroups: COMPUTED.sameTaxGroups.map((group) => ({
      ...group,
      base: negative(group.base),
      vat: negative(group.vat),
    })),
    totals: { withoutVat: '-20.98', vat: '-3.32', total: '-24.30' },
  },
};

/** Several payments, by the names of their goldens; of a sale of 24.30 first 3.60 comes back. */
export const PAYMENT_MESSAGES: Readonly<Record<string, InvoiceMessage>> = {
  'mixed-invoice': {
    ...CASH_INVOICE,
    payments: [...paid('BANKNOTE', '10.00'), ...paid('CARD', '14.30')],
  },
  'advance-part-invoice': {
    ...CASH_INVOICE,
    payments: [
      ...paid('BANKNOTE', '2.00'),
      ...paid('ADVANCE', '20.00', '00112233445566778899AABBCCDDEEFF'),
      ...paid('BANKNOTE', '2.30'),
    ],
  },
  'partial-mixed-corrective': {
    ...CORRECTIVE,
    payments: [...paid('BANKNOTE', '-1.48'), ...paid('CARD', '-2.12')],
    computed: {
      ...CORRECTIVE.computed,
      lines: CORRECTIVE.computed.lines.slice(0, 1),
      sameTaxGroups: CORRECTIVE.computed.sameTaxGroups.slice(0, 1),
      totals: { withoutVat: '-2.98', vat: '-0.62', total: '-3.60' },
    },
  },
  'last-mixed-corrective': {
    ...CORRECTIVE,
    payments: [...paid('BANKNOTE', '-8.52'), ...paid('CARD', '-12.18')],
    computed: {
      ...CORRECTIVE.computed,
      lines: CORRECTIVE.computed.lines.slice(1),
      sameTaxGroups: CORRECTIVE.computed.sameTaxGroups.slice(1),
      totals: { withoutVat: '-18.00', vat: '-2.70', total: '-20.70' },
    },
  },
};

/** The cancellation of an advance that has paid two invoices. */
export const ADVANCE_CORRECTIVE: InvoiceMessage = {
  ...CORRECTIVE,
  issued: {
    ...CORRECTIVE.issued,
    iicReferences: [
      { iic: 'A'.repeat(32), issueDateTime: '2026-07-12T09:00:00+02:00', amount: '20' },
      { iic: 'B'.repeat(32), issueDateTime: '2026-07-13T09:00:00+02:00', amount: '4.30' },
    ],
  },
};

/** An invoice of a company outside VAT. */
export const INVOICE_OUTSIDE_VAT: InvoiceMessage = {
  ...CASH_INVOICE,
  payments: paid('BANKNOTE', '3.60'),
  seller: { ...SELLER, isInVat: false, vatNumber: null, bankAccount: null },
  computed: {
    lines: COMPUTED.lines.slice(0, 1).map((line) => ({
      ...line,
      unitPriceBeforeVat: '3.6000',
      base: '3.6000',
      vatRate: null,
      vat: '0.0000',
    })),
    sameTaxGroups: [],
    totals: { withoutVat: '3.60', vat: '0.00', total: '3.60' },
    decimals: 2,
  },
};

/** An invoice with a line at 0 %, paid by an advance. */
export const ZERO_RATE_INVOICE: InvoiceMessage = {
  ...CASH_INVOICE,
  typeOfInvoice: 'NonCash',
  payments: paid('ADVANCE', '3.60', '00112233445566778899AABBCCDDEEFF'),
  computed: {
    lines: COMPUTED.lines.slice(0, 1).map((line) => ({
      ...line,
      unitPriceBeforeVat: '3.6000',
      base: '3.6000',
      vatRate: '0.00',
      vat: '0.0000',
    })),
    sameTaxGroups: [{ vatRate: '0.00', itemCount: 1, base: '3.6000', vat: '0.0000' }],
    totals: { withoutVat: '3.60', vat: '0.00', total: '3.60' },
    decimals: 2,
  },
};

/** The deposit before the first cash invoice of the day. */
export const INITIAL_DEPOSIT: CashDepositMessage = {
  requestUuid: REQUEST_UUID,
  sendDateTime: '2026-07-11T07:00:00+02:00',
  subsequentDelivery: null,
  changeDateTime: '2026-07-11T07:00:00+02:00',
  operation: 'INITIAL',
  cashAmount: '0',
  tcrCode: CODES.tcrCode,
  issuerTin: SELLER.tin,
};

/** Cash that is taken out, delivered later. */
export const WITHDRAWAL: CashDepositMessage = {
  ...INITIAL_DEPOSIT,
  sendDateTime: '2026-07-11T21:45:30+02:00',
  subsequentDelivery: 'SERVICE',
  changeDateTime: '2026-07-11T21:40:07+02:00',
  operation: 'WITHDRAW',
  cashAmount: '150.5',
};

/** The registration of a cash register. */
export const TCR: TcrMessage = {
  requestUuid: REQUEST_UUID,
  sendDateTime: '2026-07-11T06:00:00+02:00',
  issuerTin: SELLER.tin,
  businessUnitCode: CODES.businessUnitCode,
  internalId: '1',
  softwareCode: CODES.softwareCode,
  maintainerCode: CODES.maintainerCode,
  validFrom: '2026-07-11',
  validTo: null,
  type: 'REGULAR',
  textEncoding: 'ascii',
};
