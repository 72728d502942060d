// What must be true of every invoice that was ever stored, whatever was sent: Spec, Resources and
// their fields; decisions §4, §5. Written without the domain's functions, so that a hole in its
// validator shows here.

import { expectedInvoice } from '../money/oracle.ts';
import type { SentLine } from '../money/oracle.ts';
import { absolute, add, isZero, rational, subtract } from '../money/rational.ts';

/** A stored request. */
interface StoredRequest {
  type: string;
  orderNumber: number;
  typeOfInvoice: 'Cash' | 'NonCash';
  paymentMethod: string;
  paymentDeadline: string;
  items: (SentLine & { name: string; code?: string | null; unit?: string | null })[];
  buyer: Record<string, string | null> | null;
  note: string | null;
  discountAmount: number | null;
  operatorName: string | null;
  advancePaymentIic: string | null;
  original: { id: string; issuedAt: string } | null;
}

/** A row of the invoice table, with its company's settings and its original. */
export interface StoredRow {
  status: string;
  document_type: string;
  type_of_invoice: string;
  payment_method: string;
  order_number: string;
  note: string | null;
  request: StoredRequest;
  computed: {
    lines: Record<string, string>[];
    sameTaxGroups: { vatRate: string; itemCount: number; base: string; vat: string }[];
    totals: { withoutVat: string; vat: string; total: string };
  };
  is_in_vat: boolean;
  prices_include_vat: boolean;
  original_request: StoredRequest | null;
  original_iic: string | null;
  original_status: string | null;
  original_time: string | null;
}

const FIELDS = (
  'type orderNumber typeOfInvoice paymentMethod paymentDeadline items buyer note discountAmount ' +
  'operatorName advancePaymentIic original'
).split(' ');
const ITEM_FIELDS =
  'name code unit unitPrice quantity vat rebatePercentage rebateReducingBase'.split(' ');
const METHODS = {
  Cash: ['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'BUSINESSCARD', 'FACTORING', 'ORDER', 'ADVANCE', 'OTHER'],
} as const;
const IIC = /^[0-9A-F]{32}$/;

/** Every rule that the row breaks, one sentence each. */
export function brokenRules(row: StoredRow): string[] {
  const { request } = row;
  const rules: [string, boolean][] = [
    ['has no fields but those of the contract', hasOnly(request, FIELDS)],
    ['its type is one of the list', ['Invoice', 'Corrective', 'Advance'].includes(request.type)],
    ['orderNumber is in range', isWhole(request.orderNumber, 0, 2_147_483_647)],
    [
      'paymentMethod is in the matrix',
      METHODS[request.typeOfInvoice].some((method) => method === request.paymentMethod),
    ],
    ['paymentDeadline is a date-time', isDateTime(request.paymentDeadline)],
    ['has 1 to 1000 items', isWhole(request.items.length, 1, 1000)],
    ['note is a text', isText(request.note, 1000, '\r\n')],
    ['operatorName is a text', isText(request.operatorName, 100)],
    [
      'ADVANCE has its IIC, and nothing else has one',
      request.paymentMethod === 'ADVANCE'
        ? IIC.test(request.advancePaymentIic ?? '')
        : request.advancePaymentIic === null,
    ],
    ['discountAmount is an amount', isDiscount(request)],
    ['the buyer is one', isBuyer(request.buyer)],
    ['the columns say what the request says', areColumnsTrue(row)],
    ['the amounts are those of the sentences', areAmountsTrue(row)],
    ['a corrective fits its original', fitsOriginal(row)],
    ...request.items.flatMap((item, index) => rulesOfItem(item, index, row)),
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => `not true: ${rule}`);
}

function rulesOfItem(
  item: StoredRequest['items'][number],
  index: number,
  { request, is_in_vat: isInVat }: StoredRow,
): [string, boolean][] {
  const at = (rule: string) => `items[${index}] ${rule}`;
  const isCorrective = request.type === 'Corrective';
  const rebate = item.rebatePercentage ?? 0;
  const isPriceSignRight = isCorrective
    ? item.unitPrice === 0 || item.unitPrice < 0 === item.quantity < 0
    : item.unitPrice >= 0;
  return [
    [at('has no fields but those of the contract'), hasOnly(item, ITEM_FIELDS)],
    [at('has a name'), isText(item.name, 200) && isVisible(item.name)],
    [at('code is a text'), isText(item.code ?? null, 50)],
    [at('unit is a text'), isText(item.unit ?? null, 50)],
    [at('unitPrice is an amount'), isDecimal(item.unitPrice, 4) && isPriceSignRight],
    [
      at('quantity is one'),
      isDecimal(item.quantity, 3) && (isCorrective ? item.quantity !== 0 : item.quantity > 0),
    ],
    [at('vat.rate is configured'), (isInVat ? [21, 15, 7, 0] : [0]).includes(item.vat.rate)],
    [at('rebate is a percentage'), isDecimal(rebate, 4) && rebate >= 0 && rebate <= 100],
    [
      at('rebateReducingBase is a boolean or nothing'),
      [true, false, null].includes(item.rebateReducingBase ?? null),
    ],
  ];
}

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).every((name) => names.includes(name));

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** A number that its shortest text writes with so few decimals, below 10^10. */
function isDecimal(value: unknown, decimals: number): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) >= 1e10) return false;
  const { n, d } = rational(value);
  return (n * 10n ** BigInt(decimals)) % d === 0n;
}

/** NFC, no control characters but `breaks`, no halves of characters, not too long; or nothing. */
function isText(value: unknown, most: number, breaks = ''): boolean {
  if (value === null) return true;
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  const characters = Array.from(value);
  const isClean = characters.every((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (breaks.includes(character)) return true;
    return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && code !== 0xfffe && code !== 0xffff;
  });
  return isClean && characters.length <= most && value === value.normalize('NFC');
}

/** Has a letter, a digit, a sign or a symbol that is not one of the invisible fillers. */
const isVisible = (text: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u.test(
    text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ''),
  );

function isDateTime(text: string): boolean {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(readable(zoned)));
}

/** `+0200` and fractions of nanoseconds are ISO 8601, but not Date.parse's. */
const readable = (text: string): string =>
  text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/[.,](\d{1,3})\d*/, '.$1');

function isDiscount({ discountAmount, type }: StoredRequest): boolean {
  if (discountAmount === null) return true;
  return isDecimal(discountAmount, 4) && (type === 'Corrective' || discountAmount >= 0);
}

function isBuyer(buyer: StoredRequest['buyer']): boolean {
  if (buyer === null) return true;
  const { idType, idNumber, name, address, city, country } = buyer;
  return (
    hasOnly(buyer, ['idType', 'idNumber', 'name', 'address', 'city', 'country']) &&
    ['TIN', 'ID', 'PASS', 'VAT', 'TAX', 'SOC'].includes(idType ?? '') &&
    (idType === 'TIN'
      ? /^(\d{8}|\d{13})$/.test(idNumber ?? '')
      : isText(idNumber, 20) && isVisible(idNumber ?? '')) &&
    isText(name, 400) &&
    isVisible(name ?? '') &&
    isText(address, 200) &&
    isText(city, 100) &&
    (country === null || /^[A-Z]{3}$/.test(country ?? ''))
  );
}

function areColumnsTrue(row: StoredRow): boolean {
  const { request } = row;
  return (
    row.document_type === request.type &&
    row.type_of_invoice === request.typeOfInvoice &&
    row.payment_method === request.paymentMethod &&
    Number(row.order_number) === request.orderNumber &&
    row.note === request.note
  );
}

/** Decisions §5, and no amount of 10^10 or more. */
function areAmountsTrue(row: StoredRow): boolean {
  const { request, computed } = row;
  const expected = expectedInvoice({
    items: request.items,
    discountAmount: request.discountAmount,
    isInVat: row.is_in_vat,
    pricesIncludeVat: row.prices_include_vat,
  });
  const isLimited = Math.abs(Number(expected.totals.total)) < 1e10;
  const areLines = computed.lines.every((line, index) =>
    Object.entries(expected.lines[index] ?? { missing: '' }).every(([name, amount]) =>
      isAmount(line[name], amount, request),
    ),
  );
  const { total, withoutVat, vat } = computed.totals;
  return (
    isLimited &&
    areLines &&
    computed.lines.length === expected.lines.length &&
    isAmount(total, expected.totals.total, request) &&
    isAmount(withoutVat, expected.totals.withoutVat, request) &&
    isAmount(vat, expected.totals.vat, request) &&
    isZero(subtract(rational(total), add(rational(withoutVat), rational(vat)))) &&
    computed.sameTaxGroups.length === expected.groups.length
  );
}

/** An amount of a corrective may be a cent beside its own, so that all documents come to zero. */
function isAmount(actual: string | undefined, expected: string, { type }: StoredRequest): boolean {
  if (actual === expected) return true;
  if (type !== 'Corrective' || actual === undefined) return false;
  const { n, d } = absolute(subtract(rational(actual), rational(expected)));
  return n * 100n <= d;
}

function fitsOriginal(row: StoredRow): boolean {
  const { request, original_request: original } = row;
  if (request.type !== 'Corrective') return request.original === null && original === null;
  if (request.original === null || original === null) return false;
  const issuedAt = Date.parse(readable(request.original.issuedAt));
  const rates = new Set(original.items.map(({ vat }) => vat.rate));
  return (
    row.original_status === 'Fiscalized' &&
    request.original.id === row.original_iic &&
    Math.floor(issuedAt / 1000) === Date.parse(row.original_time ?? '') / 1000 &&
    request.typeOfInvoice === original.typeOfInvoice &&
    request.paymentMethod === original.paymentMethod &&
    request.items.every(({ quantity, vat }) => quantity > 0 || rates.has(vat.rate))
  );
}
