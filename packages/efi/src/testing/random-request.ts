// Random invoices as shops could send them: every kind of document, texts in every script, numbers
// at their bounds. Not all of them are valid; the validator decides, and the rest are left out.
import {
  ALLOWED_PAYMENT_METHODS,
  BUYER_ID_TYPES,
  computeInvoice,
  decimal,
  DEFAULT_VAT_RATES,
  EXEMPTIONS,
  spread,
  TYPES_OF_INVOICE,
  validateInvoice,
} from '@fiscal/domain';
import type {
  InvoiceRequest,
  PartialInvoice,
  PartialItem,
  ValidationContext,
} from '@fiscal/domain';
import fc from 'fast-check';
import { transliterated } from '../message-size.ts';

/** A request that was accepted, and how its company calculates. */
export interface AcceptedRequest {
  request: InvoiceRequest;
  context: ValidationContext;
}

const IIC = '0123456789ABCDEF0123456789ABCDEF';

/** Letters that grow when they are escaped or transliterated, and some that vanish. */
const AWKWARD = [
  '"',
  '&',
  '<',
  '>',
  "'",
  ' ',
  '„',
  '“',
  '…',
  'đ',
  'Đ',
  'љ',
  'Њ',
  'Щ',
  'ß',
  'ﷺ',
  '㎥',
  '½',
  '™',
  '中',
  '한',
  'あ',
  'ก',
  'ש',
  'ع',
  'क',
  '😀',
  '👩‍👩‍👧',
  '🇲🇪',
  '\u200B',
  '\u0301',
  '\u00AD',
  '𐏿',
  '\uE000',
];

/** A text of at most so many code points. */
function textUpTo(length: number): fc.Arbitrary<string> {
  const cut = (text: string) => Array.from(text.normalize('NFC')).slice(0, length).join('');
  return fc.oneof(
    fc.string({ unit: fc.constantFrom(...AWKWARD), maxLength: length }).map(cut),
    fc.string({ unit: 'grapheme', maxLength: length }).map(cut),
    fc.string({ unit: 'binary', maxLength: Math.min(length, 30) }).map(cut),
    // At its full length, of one character.
    fc.constantFrom(...AWKWARD, 'x').map((unit) => cut(unit.repeat(length))),
    fc.constantFrom('Kafa', 'Šećer u prahu', 'Ћевапи'),
  );
}

const blankOr = (text: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: text }, fc.constantFrom(null, undefined, '', ' \u00A0'));

/** `units` of 10^-`places`, as JSON would bring it. */
const jsonNumber = (units: number, places: number): number => Number(`${units}e-${places}`);

function numberUpTo(most: number, places: number, edges: number[]): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: 1, max: 10 ** (places + 3) }).map((units) => jsonNumber(units, places)),
    fc.integer({ min: 1, max: most }).map((units) => jsonNumber(units, 0)),
  );
}

const anyPrice = numberUpTo(9_999_999_999, 4, [0, 0.0001, 0.0004, 9_999_999_999.9999, 100_000]);
const anyQuantity = numberUpTo(100_000, 3, [0.001, 0.003, 1, 1, 999.999, 9_999_999_999.999]);

const anyItem = fc.record({
  name: textUpTo(200),
  code: blankOr(textUpTo(50)),
  unit: blankOr(textUpTo(50)),
  unitPrice: anyPrice,
  quantity: anyQuantity,
  vat: fc.oneof(
    { weight: 3, arbitrary: fc.record({ rate: fc.constantFrom(...DEFAULT_VAT_RATES) }) },
    fc.record({ rate: fc.constant(0), exemption: fc.constantFrom(...EXEMPTIONS) }),
  ),
  isExport: fc.constantFrom(null, undefined, false),
  rebatePercentage: fc.oneof(
    fc.constantFrom(null, undefined, 0, 0.0001, 99.9999, 100),
    fc.integer({ min: 0, max: 1_000_000 }).map((units) => jsonNumber(units, 4)),
  ),
  rebateReducingBase: fc.constantFrom(true, false, null, undefined),
});

const anyBuyer = fc.record({
  idType: fc.constantFrom(...BUYER_ID_TYPES),
  idNumber: fc.oneof(fc.constantFrom('12345678', '1234567890123'), textUpTo(20)),
  name: textUpTo(400),
  address: blankOr(textUpTo(200)),
  city: blankOr(textUpTo(100)),
  country: fc.constantFrom('MNE', 'RKS', 'DEU', null, undefined, ''),
});

const anyDeadline = fc.oneof(
  fc.constantFrom(
    '1900-01-01T00:00:00+14:00',
    '9998-12-31T23:59:59-14:00',
    '2026-02-28T23:30',
    '0000-01-01T00:00Z',
    '2026-07-11T23:59:59.999999999Z',
    '2026-10-25T02:30:00+0200',
    '9999-12-31T23:59:59Z',
  ),
  fc
    .date({ min: new Date('1900-01-02'), max: new Date('9998-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

/** A whole invoice is turned, or some of its lines, as a correction has them. */
function asCorrective(invoice: PartialInvoice, turned: readonly boolean[]): PartialInvoice {
  const items = (invoice.items ?? []).map((item, index): PartialItem | undefined =>
    item && turned[index % turned.length]
      ? { ...item, unitPrice: -(item.unitPrice ?? 0), quantity: -(item.quantity ?? 0) }
      : item,
  );
  const original = { id: IIC, issuedAt: '2026-07-11T15:51:04+02:00' };
  return { ...invoice, type: 'Corrective', items, original };
}

const anyInvoice = fc
  .record({
    type: fc.constantFrom('Invoice', 'Corrective', 'CORRECTIVE', 'Advance'),
    orderNumber: fc.constantFrom(0, 1, 2_147_483_647),
    typeOfInvoice: fc.constantFrom(...TYPES_OF_INVOICE),
    method: fc.nat(),
    paymentDeadline: anyDeadline,
    items: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
    repeated: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.constantFrom(20, 60, 125)),
    buyer: fc.option(anyBuyer),
    note: blankOr(textUpTo(1000)),
    taxPeriod: fc.constantFrom('12/2026', null, undefined, ''),
    replaces: fc.constantFrom(IIC, null),
    operatorName: blankOr(textUpTo(100)),
    discountAmount: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.constantFrom(0, 0.0001, 0.01, 1),
      fc.integer({ min: 1, max: 10_000_000 }).map((units) => jsonNumber(units, 4)),
    ),
    turned: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  })
  .map(({ method, repeated, turned, ...invoice }): PartialInvoice => {
    const methods = ALLOWED_PAYMENT_METHODS[invoice.typeOfInvoice];
    const paymentMethod = methods[method % methods.length] ?? 'ORDER';
    const items = Array.from({ length: repeated }, () => invoice.items).flat();
    const replaces = invoice.type === 'Invoice' ? invoice.replaces : null;
    const whole = { ...invoice, paymentMethod, items, advancePaymentIic: IIC, replaces };
    return invoice.type.toLowerCase() === 'corrective' ? asCorrective(whole, turned) : whole;
  });

const anyContext = fc.record({
  isInVat: fc.boolean(),
  pricesIncludeVat: fc.boolean(),
  vatRates: fc.constant(DEFAULT_VAT_RATES),
  now: fc.constant(new Date('2026-11-26T12:00:00Z')),
  writtenText: fc.constant(transliterated),
});

/** Methods by their place among those that are allowed, each with its weight. */
const anyParts = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 100 })), { maxLength: 10 });

/** The request paid in so many parts, as far as the rules and the total allow it. */
function inParts(
  request: InvoiceRequest,
  context: ValidationContext,
  parts: [number, number][],
): InvoiceRequest | null {
  const { total } = computeInvoice(request, context).totals;
  const amounts = spread(
    decimal(total),
    parts.map(([, weight]) => decimal(weight)),
    2,
  );
  const methods = ALLOWED_PAYMENT_METHODS[request.typeOfInvoice];
  const payments = parts.flatMap(([place], index) => {
    const method = methods[place % methods.length] ?? 'ORDER';
    const amount = Number(amounts[index]?.toFixed());
    return amount === 0 ? [] : [{ method, amount }];
  });
  const paymentMethod = payments[0]?.method;
  const paid = { ...request, paymentMethod, payments, advancePaymentIic: IIC };
  return validateInvoice(paid, context).invoice;
}

/** What the validator accepts of them. */
export const anyAcceptedRequest: fc.Arbitrary<AcceptedRequest> = fc
  .tuple(anyInvoice, anyContext, anyParts)
  .map(([sent, context, parts]) => {
    const items = sent.items?.map((item) =>
      item && !context.isInVat ? { ...item, vat: { rate: 0 } } : item,
    );
    const request = validateInvoice({ ...sent, items }, context).invoice;
    if (request === null || parts.length === 0) return { request, context };
    return { request: inParts(request, context, parts) ?? request, context };
  })
  .filter((accepted): accepted is AcceptedRequest => accepted.request !== null);
