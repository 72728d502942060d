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
import { validateItemCount, validateQuantity } from '../../validate-items.ts';
import { takesBack } from '../document-kinds.ts';
import { cancelledLines, computeCorrectable, moreThanSold } from './balance.ts';
import type { DocumentInForce, TakenLine } from './balance.ts';
import { validateOriginalStatus } from './corrective-invoice.ts';
import type { OriginalInvoice } from './corrective-invoice.ts';
import { identifyLinesBeside } from './line-identity.ts';

/** A part of a line that is returned; ill-shaped fields were taken out. */
export interface ReturnedItem {
  /** Its index in the items of the sale, or `invoiceId` and `line` as in `correctable`. */
  index?: number | null | undefined;
  invoiceId?: string | null | undefined;
  line?: number | null | undefined;
  quantity?: number | undefined;
}

/** What a cancellation or a return says; ill-shaped fields were taken out. */
export interface ReturnCall {
  externalId?: string | null | undefined;
  note?: string | null | undefined;
  operatorName?: string | null | undefined;
  /** Of a return: an ill-shaped element leaves `undefined`. */
  items?: readonly (ReturnedItem | undefined)[] | undefined;
}

/** What is taken back of the document, and how it is priced. */
export interface TakenBack {
  original: Pick<OriginalInvoice, 'status' | 'iic' | 'issueDateTime'> & { id: string };
  /** Its root first, then what is in force there, oldest first. */
  documents: readonly DocumentInForce[];
  context: PricingContext;
}

/**
 * The corrective that a call asks for; of a call with issues only what the call itself says.
 * @param kind `cancel` takes back everything that is left, `return` the items of the call.
 * @param now when it is due, as far as that is known.
 * @param shapeIssues what the check of shapes has found.
 */
export function buildCorrective(
  kind: 'cancel' | 'return',
  { externalId, note, operatorName, items }: ReturnCall,
  { original, documents, context }: TakenBack,
  now: Date,
  shapeIssues: readonly Issue[],
): { request: PartialInvoice; issues: Issue[] } {
  const said: PartialInvoice = { externalId, note, operatorName };
  const target = documents.find(({ id }) => id === original.id);
  const status = validateOriginalStatus(original);
  const { iic, issueDateTime } = original;
  if (status.length > 0 || target === undefined || iic === null || issueDateTime === null) {
    return { request: said, issues: status };
  }
  const taken =
    kind === 'cancel'
      ? { ...cancelledLines(target, documents), others: [], issues: [] }
      : returnedLines(items ?? [], target, documents, shapeIssues);
  if (taken.issues.length > 0 || shapeIssues.length > 0) {
    return { request: said, issues: taken.issues };
  }
  const { typeOfInvoice, paymentMethod, advancePaymentIic, buyer, discountAmount } = target.request;
  const request: PartialInvoice = {
    ...said,
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice,
    paymentMethod,
    advancePaymentIic,
    paymentDeadline: issueDateTimeOf(now),
    items: takenItems(taken.lines, documents),
    buyer,
    discountAmount: taken.isWhole ? discountAmount : discountOf(taken, documents, context),
    original: { id: iic, issuedAt: issueDateTime },
  };
  return { request, issues: [] };
}

const HALF_A_CENT = decimal('0.005');

/** What is taken back. */
interface Taken {
  lines: readonly TakenLine[];
  /** What is left after it. */
  others: readonly TakenLine[];
  /** The documents that it is taken from: the one that is named, and its correctives. */
  chain: readonly DocumentInForce[];
  /** Whether it is the whole document that is named, as it is. */
  isWhole: boolean;
}

/** The lines with both signs turned. */
function takenItems(
  lines: readonly TakenLine[],
  documents: readonly DocumentInForce[],
): InvoiceItem[] {
  return lines.map(({ documentId, index, quantity }) => {
    const item = documents.find(({ id }) => id === documentId)?.items[index];
    if (item === undefined) throw new Error(`${documentId} has no line ${index}`);
    const price = Math.abs(item.unitPrice);
    const unitPrice = signOf(quantity) > 0 ? 0 - price : price;
    return { ...item, unitPrice, quantity: Number(toShortestText(quantity.neg())) };
  });
}

function returnedLines(
  items: readonly (ReturnedItem | undefined)[],
  target: DocumentInForce,
  documents: readonly DocumentInForce[],
  shapeIssues: readonly Issue[],
): Taken & { issues: Issue[] } {
  const nothing = { lines: [], others: [], chain: documents, isWhole: false, issues: [] };
  if (takesBack(target.request.type)) {
    const message = 'A corrective is not returned: cancel it, or return lines of the sale.';
    return { ...nothing, issues: [issue('RETURN_OF_CORRECTIVE', '', message)] };
  }
  if (shapeIssues.some(({ path }) => path === 'items')) return nothing;
  const ofCount = validateItemCount(items.length);
  if (ofCount.length > 0) return { ...nothing, issues: ofCount };
  const left = new Map(
    computeCorrectable(documents).items.map(({ invoiceId, line, quantity }) => [
      `${invoiceId} ${line}`,
      { documentId: invoiceId, index: line, quantity: decimal(quantity) },
    ]),
  );
  const seen = new Set<string>();
  const lines: TakenLine[] = [];
  const issues = items.flatMap((item, at): Issue[] => {
    const path = `items[${at}]`;
    if (item === undefined || shapeIssues.some((known) => known.path.startsWith(path))) return [];
    const quantity = item.quantity ?? 0;
    const ofQuantity = validateQuantity(`${path}.quantity`, quantity, false);
    const place = placeOf(item, target.id);
    const name = documents.find(({ id }) => id === place?.id)?.items[place?.index ?? -1]?.name;
    if (place === null || name === undefined) {
      const message =
        `${path} must name a line of the sale: index, or invoiceId and line, as in correctable ` +
        'of its record.';
      return [issue('LINE_UNKNOWN', path, message), ...ofQuantity];
    }
    const key = `${place.id} ${place.index}`;
    if (seen.has(key)) {
      const message = `${path} names a line that is named before: add the quantities up.`;
      return [issue('LINE_REPEATED', path, message), ...ofQuantity];
    }
    seen.add(key);
    if (ofQuantity.length > 0) return ofQuantity;
    const taken = { documentId: place.id, index: place.index, quantity: decimal(quantity) };
    const most = left.get(key)?.quantity ?? ZERO;
    if (taken.quantity.gt(most)) {
      return [moreThanSold(`${path}.quantity`, name, taken.quantity, most)];
    }
    lines.push(taken);
    left.set(key, { ...taken, quantity: most.minus(taken.quantity) });
    return [];
  });
  // A discount is spread over all lines of a corrective: one of lines that have different parts in
  // it would leave other amounts to the next one than are left.
  const reissued = lines.findIndex(({ documentId }) => documentId !== target.id);
  const isMixed = reissued >= 0 && lines.some(({ documentId }) => documentId === target.id);
  if (isMixed && target.request.discountAmount) {
    const message =
      `items[${reissued}] was re-issued after the sale, whose discount is not spread over it: return ` +
      'it in a call of its own, or cancel everything that is left.';
    issues.push(issue('RETURN_MIXED', `items[${reissued}]`, message));
  }
  const others = [...left.values()].filter(({ quantity }) => signOf(quantity) > 0);
  return { ...nothing, lines, others, issues };
}

/** Which line is named; null where none is, or two. */
function placeOf(
  { index, invoiceId, line }: ReturnedItem,
  rootId: string,
): { id: string; index: number } | null {
  const place = { id: invoiceId ?? rootId, index: line ?? index ?? -1 };
  // `line` is one of the document that is named with it, `index` one of the sale.
  if ((line ?? null) !== null && (invoiceId ?? null) === null) return null;
  if ((index ?? null) !== null && (place.id !== rootId || place.index !== index)) return null;
  return place;
}

/**
 * The share of the discount that goes with the lines: of each its part of what is left there, in
 * cents, and with the last ones all that is left. Half a cent aside it takes back no more than is
 * left of the lines, and leaves no more discount than the others come to.
 */
function discountOf(
  { lines, others, chain }: Taken,
  documents: readonly DocumentInForce[],
  context: PricingContext,
): number | null {
  const baseOf = (taken: readonly TakenLine[]): Decimal => {
    const { lines: computed } = computeInvoice({ items: takenItems(taken, documents) }, context);
    return sum(computed.map(({ base }) => decimal(base)));
  };
  const identify = identifyLinesBeside(documents);
  const known = chain.flatMap(({ id, items, computed }) =>
    identify(items, computed.lines).map(({ key, line }, index) => ({
      key,
      place: `${id} ${index}`,
      quantity: decimal(line.quantity),
      base: decimal(line.base),
      discount: decimal(line.discount),
    })),
  );
  const keys = new Map(known.map(({ place, key }) => [place, key]));
  const base = baseOf(lines);
  const sign = String(-signOf(base));
  const left = sum(known.map(({ discount }) => discount)).times(sign);
  let baseLeft = ZERO;
  let part = ZERO;
  const accounts = Map.groupBy(known, ({ key }) => key);
  const taken = Map.groupBy(lines, (line) => keys.get(`${line.documentId} ${line.index}`) ?? '');
  for (const [key, ofKey] of taken) {
    const account = accounts.get(key) ?? [];
    baseLeft = baseLeft.plus(sum(account.map((line) => line.base)));
    const discount = sum(account.map((line) => line.discount));
    const quantity = sum(ofKey.map((line) => line.quantity));
    const whole = sum(account.map((line) => line.quantity));
    part = part.plus(divide(discount.times(quantity), whole, LINE_DECIMALS));
  }
  const least = largest(left.minus(baseOf(others).abs()), base.abs().minus(baseLeft.abs()));
  const share =
    others.length === 0 ? left : largest(roundTo(part.times(sign), 2), least.minus(HALF_A_CENT));
  const amount = smallest(share, left, base.abs());
  return signOf(amount) > 0 ? Number(toShortestText(amount)) : null;
}

const largest = (...values: Decimal[]): Decimal =>
  values.reduce((most, value) => (value.gt(most) ? value : most));

const smallest = (...values: Decimal[]): Decimal =>
  values.reduce((least, value) => (value.lt(least) ? value : least));
