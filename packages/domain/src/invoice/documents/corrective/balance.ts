// What is left of a sale after its correctives, and what a further one may take back (extensions
// §1).
//
// The root is the document that a chain of `original`s ends at. It and all correctives in force
// that lead to it, directly or through another corrective, are one account: each line counts with
// its own sign, so that a corrective of a corrective gives back what it cancels. Lines are counted
// by quantity, which also holds where totals are zero.

import type {
  ComputedInvoice,
  IicReference,
  InvoiceItem,
  InvoiceLine,
  InvoiceRequest,
  InvoiceTotals,
} from '../../invoice.ts';
import type { Decimal, DecimalText } from '../../../money.ts';
import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { ZERO, decimal, signOf, sum, toDecimalText, toShortestText } from '../../../money.ts';
import { vatKey } from '../../vat.ts';
import { takesBack } from '../document-kinds.ts';
import { identifyLinesBeside } from './line-identity.ts';
import type { IdentifyLines } from './line-identity.ts';
import { sentence } from '../../../sentences.ts';

/** What an account needs to know of a document. */
export interface CountedDocument {
  id: string;
  /** The document that it corrects; null of the root. */
  originalId: string | null;
  request: Pick<InvoiceRequest, 'discountAmount'>;
  items: readonly InvoiceItem[];
  computed: {
    lines: readonly Pick<
      InvoiceLine,
      'quantity' | 'rebatePercentage' | 'discount' | 'base' | 'vatRate' | 'exemption'
    >[];
    totals: Pick<InvoiceTotals, 'total'>;
  };
}

/** The root, or a corrective that counts against it. */
export interface DocumentInForce extends CountedDocument {
  request: InvoiceRequest;
  computed: ComputedInvoice;
  /** What a corrective of an advance names; null or absent for others. */
  iicReferences?: readonly IicReference[] | null;
}

/** A line of which something is left. */
export interface CorrectableItem {
  /** Its index in the items of the root; null for a line that a corrective has re-issued. */
  index: number | null;
  /** The document that has the line. */
  invoiceId: string;
  /** Its index in the items of that document. */
  line: number;
  name: string;
  /** What is left of it. Positive, at most 3 decimals. */
  quantity: DecimalText;
}

/** What is left of a root. */
export interface Correctable {
  /** Euros with VAT, 2 decimals; never negative. */
  total: DecimalText;
  /** The root's lines in their order, then re-issued ones. */
  items: CorrectableItem[];
}

/** A line of a document in force, or a part of one. Amounts are those of the whole line. */
export interface CountedLine {
  key: string;
  documentId: string;
  index: number;
  name: string;
  quantity: Decimal;
  base: Decimal;
  discount: Decimal;
}

/** A key of the account: the lines that are the same, and what they come to. */
interface Account {
  /** Of the root, in its order. */
  sold: CountedLine[];
  /** Positive ones of correctives, oldest first. */
  reissued: CountedLine[];
  /** All of them, each with its sign. */
  net: Decimal;
}

/**
 * What is left of the root. @param documents the root first, then what is in force, oldest first.
 */
export function computeCorrectable(documents: readonly CountedDocument[]): Correctable {
  const [root] = documents;
  if (root === undefined) throw new Error('there is no root');
  const items = linesLeft(root.id, linesOf(documents)).map(
    ({ documentId, index, name, quantity }) => ({
      index: documentId === root.id ? index : null,
      invoiceId: documentId,
      line: index,
      name,
      quantity: toShortestText(quantity),
    }),
  );
  const total = sum(documents.map(({ computed }) => decimal(computed.totals.total)));
  return { total: toDecimalText(signOf(total) < 0 ? ZERO : total, 2), items };
}

/**
 * What is left of a document after its correctives and theirs, each line with its sign. All of it
 * where it has none, and where nothing is left: taking that back once more is refused as such.
 */
export function leftOf(target: DocumentInForce, documents: readonly DocumentInForce[]) {
  const correctives = correctivesOf(target, documents);
  const ids = new Set([target, ...correctives].map(({ id }) => id));
  /** The lines of the document and its correctives. */
  const chain = linesOf(documents).filter(({ documentId }) => ids.has(documentId));
  const left = linesLeft(target.id, chain);
  // What a corrective took back is left of it with a minus; of a sale that is too much taken back.
  if (takesBack(target.request.type)) {
    left.push(...linesLeft(target.id, chain.map(negated)).map(negated));
  }
  const isNothing = left.length === 0 || tookTheLast(target, correctives, documents) !== null;
  const isWhole = correctives.length === 0 || isNothing;
  const own = chain.filter(({ documentId }) => documentId === target.id);
  return { chain, isNothing, isWhole, lines: isWhole ? own : left };
}

/**
 * Said in the record of a root of which more was taken back than was sold, by a company that is not
 * strict.
 */
export function warningsOfSale(documents: readonly CountedDocument[]): string[] {
  const lines = linesOf(documents);
  const bases = basesOf(documents);
  const tolerance = CENT.times(String(documents.length));
  const warnings: string[] = [];
  for (const [key, net] of netsOf(lines)) {
    const first = lines.find((line) => line.key === key);
    if (signOf(net) >= 0 || first === undefined) continue;
    const quantity = toShortestText(net.abs());
    warnings.push(sentence('tookMoreOfItem', { quantity, name: first.name }));
  }
  for (const [key, base] of warnings.length === 0 ? bases : []) {
    if (base.plus(tolerance).gte(ZERO)) continue;
    const amount = toDecimalText(base.abs(), 2);
    warnings.push(sentence('tookMoreOfRate', { amount, ofRate: ofGroup(key) }));
  }
  return warnings;
}

/** A corrective that is weighed against what is left. */
export type WeighedCorrective = Omit<CountedDocument, 'id'>;

/** What speaks against a corrective, and what is only to be said of it. */
export interface Weighing {
  issues: Issue[];
  warnings: string[];
}

/**
 * Whether a corrective takes back no more than is left. Extensions §1.
 * @param documents the root first, then what is in force, oldest first.
 * @param isStrict whether taking back more is refused; else it is a warning.
 */
export function weighCorrective(
  corrective: WeighedCorrective,
  documents: readonly CountedDocument[],
  isStrict: boolean,
): Weighing {
  const cancelled = alreadyCancelled(corrective, documents);
  if (cancelled !== null) return { issues: [cancelled], warnings: [] };
  const lacksDiscount = discountWarning(corrective, documents);
  const excess = excessOf(corrective, documents);
  if (isStrict && excess.length > 0) return { issues: excess, warnings: [] };
  // Where the discount explains it, its sentence alone says what to do.
  const warnings =
    lacksDiscount === null
      ? excess.map(({ message }) => message.replace(/\.$/, ''))
      : [lacksDiscount];
  return { issues: [], warnings };
}

function linesOf(documents: readonly CountedDocument[]): CountedLine[] {
  const identify = identifyLinesBeside(documents);
  return documents.flatMap((document) => countedLines(document, identify));
}

function countedLines(
  { id, items, computed }: CountedDocument,
  identify: IdentifyLines,
): CountedLine[] {
  return identify(items, computed.lines).map(({ key, item, line }, index) => ({
    key,
    documentId: id,
    index,
    name: item.name,
    quantity: decimal(line.quantity),
    base: decimal(line.base),
    discount: decimal(line.discount),
  }));
}

const negated = (line: CountedLine): CountedLine => ({ ...line, quantity: line.quantity.neg() });

/**
 * The positive lines of which something is left, with that. Equal lines are used up in order, those
 * of the root first, so that the last ones are left.
 */
function linesLeft(rootId: string, lines: readonly CountedLine[]): CountedLine[] {
  const left = new Map<CountedLine, Decimal>();
  for (const { sold, reissued, net } of accountsOf(rootId, lines).values()) {
    const ofSold = smaller(net, sum(sold.map(({ quantity }) => quantity)));
    shareFromTheEnd(ofSold, sold, left);
    shareFromTheEnd(net.minus(ofSold), reissued, left);
  }
  return lines.flatMap((line) => {
    const quantity = left.get(line);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
}

function accountsOf(rootId: string, lines: readonly CountedLine[]): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const line of lines) {
    const account = accounts.get(line.key) ?? { sold: [], reissued: [], net: ZERO };
    if (signOf(line.quantity) > 0) {
      (line.documentId === rootId ? account.sold : account.reissued).push(line);
    }
    account.net = account.net.plus(line.quantity);
    accounts.set(line.key, account);
  }
  return accounts;
}

function shareFromTheEnd(
  quantity: Decimal,
  lines: readonly CountedLine[],
  left: Map<CountedLine, Decimal>,
): void {
  let rest = quantity;
  for (const line of lines.toReversed()) {
    if (signOf(rest) <= 0) return;
    const share = smaller(rest, line.quantity);
    left.set(line, share);
    rest = rest.minus(share);
  }
}

const smaller = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

/** Quantities by key, each with its sign. */
function netsOf(lines: readonly CountedLine[]): Map<string, Decimal> {
  const nets = new Map<string, Decimal>();
  for (const { key, quantity } of lines) nets.set(key, (nets.get(key) ?? ZERO).plus(quantity));
  return nets;
}

/** A corrective beside the documents in force: its lines with the keys that they have there. */
function ownLinesOf(
  corrective: WeighedCorrective,
  documents: readonly CountedDocument[],
): CountedLine[] {
  return countedLines({ ...corrective, id: '' }, identifyLinesBeside(documents));
}

/**
 * A second full cancellation: of the root, or of the corrective that is named as the original. Such
 * a document is refused whatever the company has set.
 */
function alreadyCancelled(
  corrective: WeighedCorrective,
  documents: readonly CountedDocument[],
): Issue | null {
  const [root] = documents;
  const original = documents.find(({ id }) => id === corrective.originalId);
  for (const target of new Set([root, original])) {
    if (target === undefined) continue;
    const correctives = correctivesOf(target, documents);
    if (!isReversalOf(corrective, target, documents)) continue;
    const last = tookTheLast(target, correctives, documents);
    if (last === null) continue;
    const others = correctives.toReversed().filter(({ id }) => id !== last.id);
    return {
      ...issue('ALREADY_CANCELLED', 'original.id', sentence('originalCancelled', { id: last.id })),
      correctives: [last, ...others].map(({ id }) => id),
    };
  }
  return null;
}

/** The correctives of a document, and those of these, in the order of `documents`. */
export function correctivesOf<Document extends CountedDocument>(
  target: CountedDocument,
  documents: readonly Document[],
): Document[] {
  const ids = new Set([target.id]);
  let count = 0;
  // An original need not stand before its corrective, whose number may be older.
  while (count !== ids.size) {
    count = ids.size;
    for (const { id, originalId } of documents) {
      if (originalId !== null && ids.has(originalId)) ids.add(id);
    }
  }
  return documents.filter(({ id }) => id !== target.id && ids.has(id));
}

/** Whether it takes back every line of the target in full, and nothing else but takes back. */
function isReversalOf(
  corrective: WeighedCorrective,
  target: CountedDocument,
  documents: readonly CountedDocument[],
): boolean {
  const nets = netsOf(linesOf(documents).filter(({ documentId }) => documentId === target.id));
  const own = ownLinesOf(corrective, documents);
  const ownNets = netsOf(own);
  const isOnlyTakingBack = own.every(
    ({ key, quantity }) => signOf(quantity) === -(signOf(nets.get(key) ?? ZERO) || 1),
  );
  const changed = [...nets].filter(([, net]) => signOf(net) !== 0);
  return (
    isOnlyTakingBack &&
    changed.length > 0 &&
    changed.every(([key, net]) => (ownNets.get(key) ?? ZERO).abs().gte(net.abs()))
  );
}

/** The corrective after which nothing is left of the target; null where something is. */
function tookTheLast(
  target: CountedDocument,
  correctives: readonly CountedDocument[],
  documents: readonly CountedDocument[],
): CountedDocument | null {
  const lines = Map.groupBy(linesOf(documents), ({ documentId }) => documentId);
  const nets = netsOf(lines.get(target.id) ?? []);
  const sold = new Map(nets);
  const isLeft = () =>
    [...sold].some(([key, net]) => signOf(net) * signOf(nets.get(key) ?? ZERO) > 0) ||
    // Of a root, what was re-issued is left, too.
    (target.originalId === null && [...nets.values()].some((net) => signOf(net) > 0));
  let last: CountedDocument | null = null;
  for (const corrective of correctives) {
    const wasLeft = isLeft();
    for (const { key, quantity } of lines.get(corrective.id) ?? []) {
      nets.set(key, (nets.get(key) ?? ZERO).plus(quantity));
    }
    if (isLeft()) last = null;
    else if (wasLeft) last = corrective;
  }
  return last;
}

/** By so much a document may be off what it takes back, as clients share a discount in cents. */
export const CENT = decimal('0.01');

/** Lines that take back more than is left of them, then rates of which more is taken back. */
function excessOf(corrective: WeighedCorrective, documents: readonly CountedDocument[]): Issue[] {
  const known = linesOf(documents);
  const nets = netsOf(known);
  const matched = new Set(
    known.filter(({ quantity }) => signOf(quantity) > 0).map(({ key }) => key),
  );
  const own = ownLinesOf(corrective, documents);
  const issues: Issue[] = [];
  const blamedGroups = new Set<string>();
  for (const [key, quantity] of netsOf(own)) {
    if (signOf(quantity) >= 0 || !matched.has(key)) continue;
    const left = positivePart(nets.get(key) ?? ZERO);
    if (quantity.abs().lte(left)) continue;
    const first = own.find((line) => line.key === key && signOf(line.quantity) < 0);
    if (first === undefined) continue;
    const line = corrective.computed.lines[first.index];
    if (line !== undefined) blamedGroups.add(vatKey(line));
    issues.push(moreThanSold(`items[${first.index}].quantity`, first.name, quantity.abs(), left));
  }
  return [...issues, ...excessOfGroups(corrective, documents, blamedGroups)];
}

/** More of an item than is left. @param path of the quantity. */
export function moreThanSold(path: string, name: string, quantity: Decimal, left: Decimal): Issue {
  const values = { path, quantity: toShortestText(quantity), name };
  const message = left.eq('1')
    ? sentence('oneLeftOfItem', values)
    : sentence('moreOfItem', { ...values, left: toShortestText(left) });
  return { ...issue('MORE_THAN_SOLD', path, message), left: Number(toShortestText(left)) };
}

/**
 * What the lines of a rate or exemption take back together is bounded by what is left of its base;
 * so is a line that matches none, such as a later discount. Clients share a discount among
 * correctives in cents: a cent a document is no excess.
 */
function excessOfGroups(
  corrective: WeighedCorrective,
  documents: readonly CountedDocument[],
  blamed: ReadonlySet<string>,
): Issue[] {
  const tolerance = CENT.times(String(documents.length + 1));
  return [...basesOf([corrective])].flatMap(([key, base]) => {
    const left = positivePart(basesOf(documents).get(key) ?? ZERO);
    const isExcess = signOf(base) < 0 && base.abs().minus(left).gt(tolerance);
    if (!isExcess || blamed.has(key)) return [];
    const leftText = toDecimalText(left, 2);
    const message = sentence('moreOfRate', {
      ofRate: ofGroup(key),
      amount: toDecimalText(base.abs(), 2),
      left: leftText,
    });
    return { ...issue('MORE_THAN_SOLD', 'items', message), left: Number(leftText) };
  });
}

/** @param key of `basesOf`. */
function ofGroup(key: string): string {
  if (key === '') return '';
  const rate = Number(key);
  return Number.isNaN(rate)
    ? sentence('ofExemption', { exemption: key })
    : sentence('atRate', { rate });
}

/** Bases by `vatKey`. */
function basesOf(documents: readonly WeighedCorrective[]): Map<string, Decimal> {
  const bases = new Map<string, Decimal>();
  for (const line of documents.flatMap(({ computed }) => computed.lines)) {
    const key = vatKey(line);
    bases.set(key, (bases.get(key) ?? ZERO).plus(decimal(line.base)));
  }
  return bases;
}

const positivePart = (value: Decimal): Decimal => (signOf(value) < 0 ? ZERO : value);

/** Spec, Corrective rules 5 names what to copy, and not the discount: it is easily left out. */
function discountWarning(
  corrective: WeighedCorrective,
  documents: readonly CountedDocument[],
): string | null {
  const [root] = documents;
  if (root === undefined) return null;
  const carried = decimal(corrective.request.discountAmount ?? 0).abs();
  const given = decimal(root.request.discountAmount ?? 0);
  if (carried.gte(given) || !isReversalOf(corrective, root, documents)) return null;
  return sentence('discountLost', {
    discount: toShortestText(given),
    amount: toDecimalText(decimal(corrective.computed.totals.total).abs(), 2),
    sold: toDecimalText(decimal(root.computed.totals.total), 2),
  });
}
