// What must be true of every invoice that was ever stored, whatever was sent: Spec, Resources and
// their fields; decisions §4, §5; extensions §2, §3, §5, §6, §9. Written without the domain's
// functions, so that a hole in its validator shows here.

import { expectedInvoice } from '../money/oracle.ts';
import type { SentLine } from '../money/oracle.ts';
import { absolute, add, isZero, rational, subtract, total as sumOf } from '../money/rational.ts';

/** A payment of the request. */
interface SentPayment {
  method: string;
  amount: number;
}

/** A payment as it is computed. */
interface Payment {
  method: string;
  amount: string;
  advanceIic: string | null;
}

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
  externalId?: string;
  taxPeriod?: string;
  replaces?: string;
  payments?: SentPayment[];
}

interface StoredLine extends Record<string, unknown> {
  vatRate: string | null;
  exemption?: string;
  isExport?: true;
}

interface StoredAmounts {
  lines: StoredLine[];
  sameTaxGroups: {
    vatRate: string | null;
    exemption?: string;
    itemCount: number;
    base: string;
    vat: string;
  }[];
  totals: { withoutVat: string; vat: string; total: string; taxFree?: string; exported?: string };
  payments?: Payment[];
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
  computed: StoredAmounts;
  seller: { operatorCode?: string; placeOfIssue?: string };
  form: number;
  ordinal: string | null;
  external_id: string | null;
  has_digest: boolean;
  /** How many rows of its external id are not superseded; 0 without one. */
  holders: number;
  superseded_by: string | null;
  replaces: string | null;
  /** Type, status and what correctives in force have left of the document that it replaces. */
  replaced: string | null;
  /** Of the document that `advancePaymentIic` names, where the company has it. */
  advance_type: string | null;
  /** `2026-12`: of the month after the one in which it was stored, in Podgorica. */
  next_month: string;
  operator_names: 'free' | 'known';
  /** The active ones: `name:code`. */
  operators: string[];
  is_in_vat: boolean;
  prices_include_vat: boolean;
  original_request: StoredRequest | null;
  original_computed: StoredAmounts | null;
  original_iic: string | null;
  original_status: string | null;
  original_time: string | null;
}

const FIELDS = (
  'type orderNumber typeOfInvoice paymentMethod paymentDeadline items buyer note discountAmount ' +
  'operatorName advancePaymentIic original'
).split(' ');
/** Absent where they say nothing. */
const NEW_FIELDS = ['externalId', 'taxPeriod', 'replaces', 'payments'] as const;
const ITEM_FIELDS =
  'name code unit unitPrice quantity vat rebatePercentage rebateReducingBase isExport'.split(' ');
const EXEMPTION = /^VAT_CL(3|4|14|15|17|20|26|27|28|29|30|44)$/;
const METHODS = {
  Cash: ['BANKNOTE', 'CARD', 'BUSINESSCARD', 'OTHER-CASH', 'ADVANCE'],
  NonCash: ['ACCOUNT', 'BUSINESSCARD', 'FACTORING', 'ORDER', 'ADVANCE', 'OTHER'],
} as const;
const CASH_METHODS = ['BANKNOTE', 'CARD', 'OTHER-CASH'];
const IIC = /^[0-9A-F]{32}$/;

/** Every rule that the row breaks, one sentence each. */
export function brokenRules(row: StoredRow): string[] {
  const { request } = row;
  const rules: [string, boolean][] = [
    ['has no fields but those of the contract', hasOnly(request, [...FIELDS, ...NEW_FIELDS])],
    [
      'has no new field that says nothing',
      NEW_FIELDS.every((name) => !(name in request) || request[name]?.length),
    ],
    ['its form is that of its fields', row.form === (hasNewContent(row) ? 2 : 1)],
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
    ['discountAmount is an amount', isDiscount(request)],
    ['the buyer is one', isBuyer(request.buyer)],
    ['the columns say what the request says', areColumnsTrue(row)],
    ['the amounts are those of the sentences', areAmountsTrue(row)],
    ['a corrective fits its original', fitsOriginal(row)],
    ['externalId is one', isExternalIdTrue(row)],
    ['taxPeriod is a month', isTaxPeriod(row)],
    ['replaces names what was cancelled', isReplacing(row)],
    ['operatorName selects the operator', isOperatorTrue(row)],
    ['an export has its buyer, and no VAT', isExportTrue(row)],
    ...rulesOfPayments(row),
    ...request.items.flatMap((item, index) => rulesOfItem(item, index, row)),
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => `not true: ${rule}`);
}

function rulesOfItem(
  item: StoredRequest['items'][number],
  index: number,
  { request, computed, is_in_vat: isInVat }: StoredRow,
): [string, boolean][] {
  const at = (rule: string) => `items[${index}] ${rule}`;
  const isCorrective = request.type === 'Corrective';
  const rebate = item.rebatePercentage ?? 0;
  const { rate, exemption = null } = item.vat;
  const line = computed.lines[index];
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
    [at('vat.rate is configured'), (isInVat ? [21, 15, 7, 0] : [0]).includes(rate)],
    [
      at('vat.exemption is one'),
      hasOnly(item.vat, ['rate', 'exemption']) &&
        (exemption === null || (isInVat && rate === 0 && EXEMPTION.test(exemption))),
    ],
    [
      at('isExport is one or nothing'),
      [true, false, null].includes(item.isExport ?? null) && (isInVat || !item.isExport),
    ],
    [
      at('is taxed as it says'),
      line !== undefined &&
        line.exemption === (exemption ?? undefined) &&
        line.vatRate === (isInVat && exemption === null ? rate.toFixed(2) : null) &&
        line.isExport === (item.isExport === true ? true : undefined),
    ],
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
    row.note === request.note &&
    row.external_id === (request.externalId ?? null) &&
    row.replaces === (request.replaces ?? null)
  );
}

/** Of what a release before would sign as something else. */
function hasNewContent({ request, computed, seller }: StoredRow): boolean {
  return (
    request.items.some(({ vat, isExport }) => Boolean(vat.exemption) || isExport === true) ||
    [computed.payments, request.taxPeriod, request.replaces, seller.operatorCode].some(Boolean) ||
    seller.placeOfIssue !== undefined
  );
}

/** Extensions §9: what is superseded can never be registered. */
function isExternalIdTrue(row: StoredRow): boolean {
  const { externalId } = row.request;
  if (externalId === undefined) return !row.has_digest && row.superseded_by === null;
  return (
    isText(externalId, 100) &&
    isVisible(externalId) &&
    row.has_digest &&
    row.holders === 1 &&
    (row.superseded_by === null ||
      (['Draft', 'Failed'].includes(row.status) && row.ordinal === null))
  );
}

/** Extensions §6. */
function isTaxPeriod({ request: { taxPeriod }, next_month: nextMonth }: StoredRow): boolean {
  if (taxPeriod === undefined) return true;
  const month = `${taxPeriod.slice(3)}-${taxPeriod.slice(0, 2)}`;
  return /^(0[1-9]|1[0-2])\/[0-9]{4}$/.test(taxPeriod) && month <= nextMonth;
}

/** Extensions §6: a document of which nothing is left comes to zero with its correctives. */
function isReplacing({ request: { replaces, type }, replaced }: StoredRow): boolean {
  if (replaces === undefined) return true;
  const isCancelled = /^(Invoice|Advance) Fiscalized 0\.00$/.test(replaced ?? '');
  return type === 'Invoice' && IIC.test(replaces) && isCancelled;
}

/** Extensions §3: NFC, case and blanks ignored. */
function isOperatorTrue(row: StoredRow): boolean {
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s/gu, '');
  const name = row.request.operatorName;
  const operators = row.operators.map((operator) => operator.split(':'));
  const selected = operators.find(([own]) => name !== null && keyOf(own!) === keyOf(name));
  const isAllowed = name === null || selected !== undefined || row.operator_names === 'free';
  return isAllowed && row.seller.operatorCode === selected?.[1];
}

/** Extensions §5. */
function isExportTrue({ request: { items, buyer } }: StoredRow): boolean {
  if (!items.some(({ isExport }) => isExport)) return true;
  const fields = [buyer?.address, buyer?.city, buyer?.country];
  return items.every(({ vat }) => vat.rate === 0) && fields.every((text) => isVisible(text ?? ''));
}

/** The payments that a document comes to, and what they are where `paymentMethod` pays all. */
function paidBy(request: StoredRequest, { payments, totals: { total } }: StoredAmounts) {
  const { paymentMethod: method, advancePaymentIic: advanceIic } = request;
  const alone: Payment[] = [{ method, amount: total, advanceIic }];
  return { alone, paid: payments ?? alone };
}

/** Extensions §2; of a corrective's methods, fitsOriginal. */
function rulesOfPayments(row: StoredRow): [string, boolean][] {
  const { request, computed } = row;
  const { payments: sent, advancePaymentIic } = request;
  const isCorrective = request.type === 'Corrective';
  const { alone, paid } = paidBy(request, computed);
  const methods = paid.map(({ method }) => method);
  const sentMethods = sent?.map(({ method }) => method) ?? [request.paymentMethod];
  const sum = sumOf(paid.map(({ amount }) => rational(amount)));
  const sign = Math.sign(Number(computed.totals.total));
  const allowed: readonly string[] = METHODS[request.typeOfInvoice];
  return [
    [
      'payments are 1 to 10',
      sent === undefined ||
        (isWhole(sent.length, 1, 10) &&
          sent.every((each) => hasOnly(each, ['method', 'amount']) && isDecimal(each.amount, 2))),
    ],
    ['payments are in the matrix', methods.every((method) => allowed.includes(method))],
    ['ORDER stands alone', !methods.includes('ORDER') || methods.length === 1],
    ['ADVANCE pays once', methods.indexOf('ADVANCE') === methods.lastIndexOf('ADVANCE')],
    ['paymentMethod pays', isCorrective || methods.includes(request.paymentMethod)],
    [
      'payments are the total',
      isZero(subtract(sum, rational(computed.totals.total))) &&
        paid.every(({ amount }) => /\.\d\d$/.test(amount) && Math.sign(Number(amount)) === sign) &&
        (sign !== 0 || paid.length === 1),
    ],
    [
      'payments are as they were sent',
      JSON.stringify(computed.payments) !== JSON.stringify(alone) &&
        (sent === undefined
          ? isCorrective || computed.payments === undefined
          : sent.length === paid.length &&
            sent.every(({ method, amount }, index) => {
              const own = paid[index];
              return own?.method === method && Number(own.amount) === amount;
            })),
    ],
    [
      'ADVANCE has its IIC, and nothing else has one',
      paid.every(({ method, advanceIic }) =>
        method === 'ADVANCE' ? IIC.test(advanceIic ?? '') : advanceIic === null,
      ) &&
        (advancePaymentIic === null || sentMethods.includes('ADVANCE')),
    ],
    [
      'an advance is what pays as one',
      isCorrective || [null, 'Advance'].includes(row.advance_type),
    ],
  ];
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
  const areGroups = computed.sameTaxGroups.every((group, index) => {
    const own = expected.groups[index];
    return (
      group.vatRate === own?.vatRate &&
      group.exemption === own.exemption &&
      group.itemCount === own.itemCount &&
      isAmount(group.base, own.base, request) &&
      isAmount(group.vat, own.vat, request)
    );
  });
  const { total, withoutVat, vat, taxFree, exported } = computed.totals;
  return (
    isLimited &&
    areLines &&
    computed.lines.length === expected.lines.length &&
    isAmount(total, expected.totals.total, request) &&
    isAmount(withoutVat, expected.totals.withoutVat, request) &&
    isAmount(vat, expected.totals.vat, request) &&
    isZero(subtract(rational(total), add(rational(withoutVat), rational(vat)))) &&
    computed.sameTaxGroups.length === expected.groups.length &&
    areGroups &&
    isAmount(taxFree, expected.totals.taxFree, request) &&
    isAmount(exported, expected.totals.exported, request)
  );
}

/** An amount of a corrective may be a cent beside its own, so that all documents come to zero. */
function isAmount(actual: unknown, expected: string | undefined, { type }: StoredRequest): boolean {
  if (actual === expected) return true;
  if (type !== 'Corrective' || typeof actual !== 'string' || expected === undefined) return false;
  const { n, d } = absolute(subtract(rational(actual), rational(expected)));
  return n * 100n <= d;
}

function fitsOriginal(row: StoredRow): boolean {
  const { request, original_request: original, original_computed: sold } = row;
  if (request.type !== 'Corrective') return request.original === null && original === null;
  if (request.original === null || original === null || sold === null) return false;
  const issuedAt = Date.parse(readable(request.original.issuedAt));
  const kinds = new Set(original.items.map(kindOf));
  const methods = paidBy(original, sold).paid.map(({ method }) => method);
  const ownMethods = paidBy(request, row.computed).paid.map(({ method }) => method);
  const isCash = (method: string) => CASH_METHODS.includes(method);
  return (
    row.original_status === 'Fiscalized' &&
    request.original.id === row.original_iic &&
    Math.floor(issuedAt / 1000) === Date.parse(row.original_time ?? '') / 1000 &&
    request.typeOfInvoice === original.typeOfInvoice &&
    request.paymentMethod === original.paymentMethod &&
    ownMethods.every((method) => methods.includes(method)) &&
    methods.some(isCash) === ownMethods.some(isCash) &&
    request.items.every((item) => item.quantity > 0 || kinds.has(kindOf(item)))
  );
}

/** What a line that takes back has from the original. */
const kindOf = ({ vat, isExport }: SentLine): string =>
  `${vat.exemption ?? vat.rate} ${isExport === true}`;
