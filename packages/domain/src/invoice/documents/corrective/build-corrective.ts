// Builds the corrective of a cancellation or a return in one call (extensions §11): what the caller
// would send otherwise, for the same rules. What it takes back is what is left at that moment.

import type { InvoiceItem } from '../../invoice.ts';
import { LINE_DECIMALS } from '../../invoice-line.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { issueDateTimeOf } from '../../../local-time.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { ZERO, decimal, divide, roundTo, signOf, sum, toShortestText } from '../../../money.ts';
import type { Decimal } from '../../../money.ts';
import type { PartialInvoice } from '../../partial-invoice.ts';
import { computeInvoice } from '../../totals.ts';
import { validateQuantity } from '../../validate-items.ts';
import { takesBack } from '../document-kinds.ts';
import { leftOf, moreThanSold } from './balance.ts';
import type { CountedLine, DocumentInForce } from './balance.ts';
import { validateOriginalStatus } from './corrective-invoice.ts';
import type { OriginalInvoice } from './corrective-invoice.ts';

/** A part of a line: it is named by `index`, or by `invoiceId` and `line`, as in `correctable`. */
export interface ReturnedItem {
  index?: number | null | undefined;
  invoiceId?: string | null | undefined;
  line?: number | null | undefined;
  quantity?: number | undefined;
}

/** What a cancellation or, with `items`, a return says; ill-shaped fields were taken out. */
export type ReturnCall = Pick<PartialInvoice, 'externalId' | 'note' | 'operatorName'> & {
  items?: readonly (ReturnedItem | undefined)[] | undefined;
};

/** What is taken back, and how it is priced. */
export interface TakenBack extends PricingContext {
  original: Pick<OriginalInvoice, 'status' | 'iic' | 'issueDateTime'> & { id: string };
  /** Its root first, then what is in force there, oldest first. */
  documents: readonly DocumentInForce[];
}

/**
 * The corrective that a call asks for; of a call with issues only what the call itself says.
 * @param now when it is due, as far as that is known.
 * @param shapeIssues what the check of shapes has found.
 */
export function buildCorrective(
  kind: 'cancel' | 'return',
  { items = [], ...said }: ReturnCall,
  taken: TakenBack,
  now: Date,
  shapeIssues: readonly Issue[],
): { request: PartialInvoice; issues: Issue[] } {
  const { original, documents } = taken;
  const { iic, issueDateTime } = original;
  const status = validateOriginalStatus(original);
  const target = documents.find(({ id }) => id === original.id);
  if (status.length > 0 || target === undefined || iic === null || issueDateTime === null) {
    return { request: said, issues: status };
  }
  const { chain, isNothing, isWhole, lines: left } = leftOf(target, documents);
  const returned =
    kind === 'cancel'
      ? { lines: left, issues: [] }
      : returnedLines(items, target, isNothing ? [] : left, shapeIssues);
  const { lines, issues } = returned;
  if (issues.length > 0 || shapeIssues.length > 0) return { request: said, issues };
  const { typeOfInvoice, paymentMethod, advancePaymentIic, buyer, discountAmount } = target.request;
  const request: PartialInvoice = {
    ...said,
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice,
    paymentMethod,
    // Of one method among several, the advance is that of the original.
    advancePaymentIic: paymentMethod === 'ADVANCE' ? advancePaymentIic : null,
    paymentDeadline: issueDateTimeOf(now),
    items: takenItems(lines, documents),
    buyer,
    discountAmount:
      kind === 'cancel' && isWhole ? discountAmount : discountOf(lines, left, chain, taken),
    original: { id: iic, issuedAt: issueDateTime },
  };
  return { request, issues: [] };
}

/** The lines with both signs turned. */
function takenItems(
  lines: readonly CountedLine[],
  documents: readonly DocumentInForce[],
): InvoiceItem[] {
  const itemsOf = new Map(documents.map(({ id, items }) => [id, items]));
  return lines.map(({ documentId, index, quantity }) => {
    const item = itemsOf.get(documentId)?.[index];
    if (item === undefined) throw new Error(`${documentId} has no line ${index}`);
    const price = Math.abs(item.unitPrice);
    const unitPrice = signOf(quantity) > 0 ? 0 - price : price;
    return { ...item, unitPrice, quantity: Number(toShortestText(quantity.neg())) };
  });
}

/** The parts of what is left that a return names, and what is wrong with it. */
function returnedLines(
  items: readonly (ReturnedItem | undefined)[],
  { id: rootId, request: { type } }: DocumentInForce,
  left: readonly CountedLine[],
  shapeIssues: readonly Issue[],
): { lines: CountedLine[]; issues: Issue[] } {
  const isBlamed = (path: string) => shapeIssues.some((known) => known.path.startsWith(path));
  const lines: CountedLine[] = [];
  if (takesBack(type)) {
    const message = 'A corrective is not returned: cancel it, or return lines of the sale.';
    return { lines, issues: [issue('RETURN_OF_CORRECTIVE', '', message)] };
  }
  const places = new Map(left.map((line) => [`${line.documentId} ${line.index}`, line]));
  const seen = new Set<CountedLine>();
  const issues: Issue[] = [];
  for (const [at, item] of items.entries()) {
    const path = `items[${at}]`;
    if (item?.quantity === undefined || isBlamed(path)) continue;
    const ofQuantity = validateQuantity(`${path}.quantity`, item.quantity, false);
    issues.push(...ofQuantity);
    const { index, invoiceId, line } = item;
    const known = places.get(`${invoiceId ?? rootId} ${line ?? index}`);
    // What is named twice over is one line: `index` is one of the sale.
    const isOfSale = known?.documentId === rootId;
    if (known === undefined || ((index ?? null) !== null && !(isOfSale && known.index === index))) {
      const message = `${path} names no line of the sale of which something is left.`;
      issues.push(issue('NOTHING_LEFT', path, message));
      continue;
    }
    const quantity = decimal(item.quantity);
    if (seen.has(known)) {
      const message = `${path} names a line that is named before: add the quantities up.`;
      issues.push(issue('LINE_REPEATED', path, message));
    } else if (quantity.gt(known.quantity)) {
      issues.push(moreThanSold(`${path}.quantity`, known.name, quantity, known.quantity));
    }
    // Each document spreads its discount over its own lines. A corrective of lines that have
    // different parts in one would leave other amounts to the next corrective than are left.
    const isMixed = lines.some(({ documentId }) => documentId !== known.documentId);
    if (isMixed && left.some(({ discount }) => signOf(discount) !== 0)) {
      const message =
        `${path} is of another document than the lines before it, which has another discount: ` +
        'return it in a call of its own, or cancel everything that is left.';
      issues.push(issue('RETURN_MIXED', path, message));
    }
    seen.add(known);
    lines.push({ ...known, quantity });
  }
  return { lines, issues };
}

const HALF_A_CENT = decimal('0.005');

/**
 * The share of the discount that goes with the lines: of each its part of what is left there, in
 * cents, and with the last ones all that is left. Half a cent aside it takes back no more than is
 * left of the lines, and leaves no more discount than the others come to.
 */
function discountOf(
  lines: readonly CountedLine[],
  left: readonly CountedLine[],
  chain: readonly CountedLine[],
  { documents, ...context }: TakenBack,
): number | null {
  const totalOf = (of: readonly CountedLine[], name: 'base' | 'discount' | 'quantity') =>
    sum(of.map((line) => line[name]));
  const priceOf = (taken: readonly CountedLine[]): Decimal => {
    const priced = computeInvoice({ items: takenItems(taken, documents) }, context);
    return sum(priced.lines.map(({ base }) => decimal(base)));
  };
  const price = priceOf(lines);
  const sign = String(-signOf(price));
  const discount = totalOf(chain, 'discount').times(sign);
  const most = smaller(discount, price.abs());
  const accounts = Map.groupBy(chain, ({ key }) => key);
  let part = ZERO;
  let baseLeft = ZERO;
  for (const [key, ofKey] of Map.groupBy(lines, (line) => line.key)) {
    const account = accounts.get(key) ?? [];
    const share = totalOf(account, 'discount').times(totalOf(ofKey, 'quantity'));
    part = part.plus(divide(share, totalOf(account, 'quantity'), LINE_DECIMALS));
    baseLeft = baseLeft.plus(totalOf(account, 'base'));
  }
  const others = priceOf(left).minus(price).abs();
  const isLast = totalOf(left, 'quantity').eq(totalOf(lines, 'quantity'));
  const least = larger(discount.minus(others), price.abs().minus(baseLeft.times(sign)));
  const share = larger(roundTo(part.times(sign), 2), least.minus(HALF_A_CENT));
  const amount = isLast ? most : smaller(share, most);
  return signOf(amount) > 0 ? Number(toShortestText(amount)) : null;
}

const larger = (a: Decimal, b: Decimal): Decimal => (a.gt(b) ? a : b);
const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);
