// Examples of the OpenAPI document: what a run of the service against the stand-in of the authority
// sent and returned. A declared table; tests hold every example against its schema.

import type { z } from 'zod';
import type { invoicePayload } from './invoice-payload.ts';
import type { statusEntries } from './status-query.ts';
import type { invoicePage, invoiceRecord } from './record-schema.ts';

type Payload = z.input<typeof invoicePayload>;
type Invoice = z.output<typeof invoiceRecord>;

const espresso = {
  name: 'Espreso',
  code: 'ESP',
  unit: 'kom',
  unitPrice: 1.8,
  quantity: 2,
  vat: { rate: 21 },
};
const buyer = {
  idType: 'TIN' as const,
  idNumber: '02345678',
  name: 'Kupac d.o.o.',
  address: 'Njegoševa 2',
  city: 'Nikšić',
  country: 'MNE',
};
/** What the record of an invoice repeats of the request. */
const byTransfer = {
  type: 'Invoice',
  orderNumber: 0,
  typeOfInvoice: 'NonCash',
  paymentMethod: 'ACCOUNT',
  paymentDeadline: '2026-12-05T00:00:00Z',
  buyer,
  note: 'Order 1017',
} as const;
const byCard = {
  typeOfInvoice: 'Cash',
  paymentMethod: 'CARD',
  paymentDeadline: '2026-11-21T10:00:00Z',
} as const;
const book = {
  name: 'Gorski vijenac',
  code: 'K-1847',
  unit: 'kom',
  unitPrice: 14,
  quantity: 1,
  vat: { rate: 7 },
};

/** A natural person pays two espressos by card. */
export const CASH_INVOICE: Payload = {
  type: 'Invoice',
  orderNumber: 0,
  ...byCard,
  items: [espresso],
  note: 'Order 1018',
};

/** A company pays by transfer. */
export const NON_CASH_INVOICE: Payload = { ...byTransfer, items: [book, espresso] };

/** One of the two espressos comes back. */
export const PARTIAL_CORRECTIVE: Payload = {
  type: 'Corrective',
  orderNumber: 0,
  ...byCard,
  items: [{ ...espresso, unitPrice: -1.8, quantity: -1 }],
  original: {
    id: '8A3F1B5C18DD671B045FC2CC59432936',
    issuedAt: '2026-11-21T05:20:02+01:00',
  },
};

/** The transfer's invoice is cancelled as a whole. */
export const FULL_CORRECTIVE: Payload = {
  ...NON_CASH_INVOICE,
  type: 'Corrective',
  items: [
    { ...book, unitPrice: -14, quantity: -1 },
    { ...espresso, unitPrice: -1.8, quantity: -2 },
  ],
  original: {
    id: '551DBD3AF151F79B768F7C240144FF75',
    issuedAt: '2026-11-21T05:20:02+01:00',
  },
};

const unsigned = {
  iic: null,
  fic: null,
  invoiceNumber: null,
  orderNumber: 0,
  fiscalizedAt: null,
  verificationUrl: null,
  attempts: 0,
};

/** A draft of NON_CASH_INVOICE. */
export const DRAFT: Invoice = {
  ...byTransfer,
  id: '01a1fc55-2af3-773d-a66b-45a24cfcd927',
  status: 'Draft',
  ...unsigned,
  operatorName: null,
  discountAmount: null,
  advancePaymentIic: null,
  original: null,
  externalId: null,
  invoiceData: { items: [book, espresso] },
  totals: { withoutVat: 17.6, vat: 1.74, total: 19.34 },
  vatBreakdown: [
    { rate: 21, items: 1, base: 3.6, vat: 0.756, exemption: null },
    { rate: 7, items: 1, base: 14, vat: 0.98, exemption: null },
  ],
  correctives: [],
  correctable: null,
  advance: null,
  environment: 'test',
  nextAttemptAt: null,
  deliverBefore: null,
  warnings: [],
  createdAt: '2026-11-21T04:20:02.421Z',
  updatedAt: '2026-11-21T04:20:02.421Z',
  taxPeriod: null,
  replaces: null,
  payments: [{ method: 'ACCOUNT', amount: 19.34, advancePaymentIic: null }],
  placeOfIssue: 'Podgorica',
};

/** The same after `fiscalize`. */
export const PENDING: Invoice = {
  ...DRAFT,
  status: 'Pending',
  updatedAt: '2026-11-21T04:20:02.428Z',
};

/** The same, registered. */
export const FISCALIZED: Invoice = {
  ...DRAFT,
  status: 'Fiscalized',
  iic: '551DBD3AF151F79B768F7C240144FF75',
  fic: 'b6a4ba1f-9b43-4fed-b694-0e1765036c82',
  invoiceNumber: 'sh382rp151/1/2026/ia414gd659',
  orderNumber: 1,
  fiscalizedAt: '2026-11-21T05:20:02+01:00',
  verificationUrl:
    'https://efitest.tax.gov.me/ic/#/verify?iic=551DBD3AF151F79B768F7C240144FF75&tin=06674242' +
    '&crtd=2026-11-21T05:20:02+01:00&ord=1&bu=sh382rp151&cr=ia414gd659&sw=nj528yv408&prc=19.34',
  correctable: {
    total: 19.34,
    items: [
      { index: 0, invoiceId: DRAFT.id, line: 0, name: book.name, quantity: 1 },
      { index: 1, invoiceId: DRAFT.id, line: 1, name: espresso.name, quantity: 2 },
    ],
  },
  attempts: 1,
  updatedAt: '2026-11-21T04:20:02.530Z',
};

const { discountAmount, invoiceData, totals, vatBreakdown, warnings, payments } = DRAFT;
/** What DRAFT would come to. */
export const DRY_RUN = { discountAmount, invoiceData, totals, vatBreakdown, warnings, payments };

const CASH_ID = '01a1fc55-2b85-7790-9d8c-cbe1fdcebe7e';

const leftOfCash = (quantity: number, total: number): Invoice['correctable'] => ({
  total,
  items: [{ index: 0, invoiceId: CASH_ID, line: 0, name: espresso.name, quantity }],
});

/** CASH_INVOICE, registered. */
export const CASH_FISCALIZED: Invoice = {
  ...FISCALIZED,
  id: CASH_ID,
  iic: '8A3F1B5C18DD671B045FC2CC59432936',
  fic: '85204e0a-61b8-49c4-84a2-e20be3b9ca7a',
  invoiceNumber: 'sh382rp151/2/2026/ia414gd659',
  orderNumber: 2,
  ...byCard,
  buyer: null,
  note: 'Order 1018',
  invoiceData: { items: [espresso] },
  totals: { withoutVat: 3.6, vat: 0.76, total: 4.36 },
  vatBreakdown: [{ rate: 21, items: 1, base: 3.6, vat: 0.756, exemption: null }],
  correctable: leftOfCash(2, 4.36),
  verificationUrl:
    'https://efitest.tax.gov.me/ic/#/verify?iic=8A3F1B5C18DD671B045FC2CC59432936&tin=06674242' +
    '&crtd=2026-11-21T05:20:02+01:00&ord=2&bu=sh382rp151&cr=ia414gd659&sw=nj528yv408&prc=4.36',
  createdAt: '2026-11-21T04:20:02.566Z',
  updatedAt: '2026-11-21T04:20:02.597Z',
  payments: [{ method: 'CARD', amount: 4.36, advancePaymentIic: null }],
};

/** CASH_INVOICE, before it was signed. */
export const CASH_PENDING: Invoice = {
  ...CASH_FISCALIZED,
  ...unsigned,
  status: 'Pending',
  correctable: null,
};

/** PARTIAL_CORRECTIVE, registered. */
export const CORRECTIVE_FISCALIZED: Invoice = {
  ...CASH_FISCALIZED,
  id: '01a1fc55-2bae-73e0-8f36-41c507a1d2ff',
  type: 'Corrective',
  iic: '1CB61A6D8678CCC40F173F4B3FB14C62',
  fic: 'eb5a49a8-1fe5-482a-9479-a531ebed747f',
  invoiceNumber: 'sh382rp151/3/2026/ia414gd659',
  orderNumber: 3,
  note: null,
  original: PARTIAL_CORRECTIVE.original as Invoice['original'],
  invoiceData: { items: PARTIAL_CORRECTIVE.items as Invoice['invoiceData']['items'] },
  totals: { withoutVat: -1.8, vat: -0.38, total: -2.18 },
  vatBreakdown: [{ rate: 21, items: 1, base: -1.8, vat: -0.378, exemption: null }],
  correctable: leftOfCash(1, 2.18),
  verificationUrl:
    'https://efitest.tax.gov.me/ic/#/verify?iic=1CB61A6D8678CCC40F173F4B3FB14C62&tin=06674242' +
    '&crtd=2026-11-21T05:20:02+01:00&ord=3&bu=sh382rp151&cr=ia414gd659&sw=nj528yv408&prc=-2.18',
  createdAt: '2026-11-21T04:20:02.609Z',
  updatedAt: '2026-11-21T04:20:02.628Z',
  payments: [{ method: 'CARD', amount: -2.18, advancePaymentIic: null }],
};

/** CASH_INVOICE while the authority does not reply: signed, printed, delivered later. */
export const OFFLINE: Invoice = {
  ...CASH_FISCALIZED,
  status: 'Offline',
  fic: null,
  correctable: null,
  nextAttemptAt: '2026-11-21T04:21:02.598Z',
  deliverBefore: '2026-11-23T04:20:02.000Z',
};

const refusedDeposit = {
  error: 'The INITIAL cash deposit failed (code 53): TCR is not registered',
  code: 'INITIAL_DEPOSIT_FAILED',
  tcrCode: 'ia414gd659',
  efiCode: 53,
  efiMessage: 'TCR is not registered',
  retryable: false,
  remedy: 'Call POST /api/tcr/register with {} and check the ENU in the admin panel.',
} as const;

/** CASH_INVOICE, whose deposit was refused. */
export const FAILED: Invoice = {
  ...CASH_PENDING,
  status: 'Failed',
  attempts: 1,
  errorMessage: refusedDeposit.error,
  error: refusedDeposit,
};

/** GET /api/invoices?note=Order%201018 */
export const PAGE: z.output<typeof invoicePage> = {
  invoices: [CASH_FISCALIZED],
  nextCursor: null,
};

/** POST /api/invoices/status of both. */
export const STATUSES: z.output<typeof statusEntries> = [FISCALIZED, FAILED].map(
  ({ id, externalId, status, iic, fic, invoiceNumber, fiscalizedAt, updatedAt, error }) => ({
    id,
    externalId,
    status,
    iic,
    fic,
    invoiceNumber,
    fiscalizedAt,
    updatedAt,
    code: error?.code ?? null,
  }),
);
