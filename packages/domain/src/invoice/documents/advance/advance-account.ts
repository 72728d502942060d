// What an advance has paid and what is left of it (extensions §1, Advances), and what a corrective
// of it has to name (protocol §5.2 and §13, IICRefs).

import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import { ZERO, decimal, signOf, sum, toDecimalText } from '../../../money.ts';
import type { Decimal, DecimalText } from '../../../money.ts';
import type { DocumentInForce } from '../corrective/balance.ts';
import type { IicReference } from '../../invoice.ts';
import { sentence } from '../../../sentences.ts';

/** An invoice in force that an advance has paid. */
export interface AdvancePayment {
  id: string;
  /** Null until it is signed. */
  iic: string | null;
  issueDateTime: string | null;
  /** Whether it is Fiscalized: only then may it be named. */
  isRegistered: boolean;
  /** What the advance has paid of it, after its own correctives in force; 2 decimals. */
  amount: DecimalText;
}

/** An advance with everything in force that belongs to it. */
export interface AdvanceAccount {
  iic: string;
  issueDateTime: string;
  /** The advance first, then its correctives, oldest first. */
  documents: readonly DocumentInForce[];
  /** In the order of their issue. */
  payments: readonly AdvancePayment[];
}

/** An advance as its record shows it. */
export interface AdvanceBalance {
  /** Its total. Euros with 2 decimals, as all of these. */
  paid: DecimalText;
  used: DecimalText;
  /** Below zero where more was paid out of it than it has. */
  left: DecimalText;
  /** What is paid with it. */
  invoices: { id: string; iic: string | null; amount: DecimalText }[];
}

/** `left` = paid − used − what its correctives took back beyond the amounts that they name. */
export function computeAdvance({ iic, documents, payments }: AdvanceAccount): AdvanceBalance {
  const [advance, ...correctives] = documents;
  if (advance === undefined) throw new Error('there is no advance');
  const paid = totalOf(advance);
  const used = sum(payments.map(({ amount }) => decimal(amount)));
  const takenBack = sum(correctives.map(totalOf));
  const named = sum([...namedAmounts(iic, documents).values()]);
  return {
    paid: toDecimalText(paid, 2),
    used: toDecimalText(used, 2),
    left: toDecimalText(paid.minus(used).plus(takenBack).plus(named), 2),
    invoices: payments
      .filter(({ amount }) => signOf(decimal(amount)) !== 0)
      .map(({ id, iic: ofInvoice, amount }) => ({ id, iic: ofInvoice, amount })),
  };
}

/** Said in the record of an advance: of its named invoices, those that were cancelled later. */
export function warningsOfAdvance({ iic, documents, payments }: AdvanceAccount): string[] {
  const amounts = new Map(payments.map((payment) => [payment.iic, payment.amount]));
  return [...namedAmounts(iic, documents)].flatMap(([named, amount]) => {
    const now = amounts.get(named) ?? '0.00';
    if (amount.lte(decimal(now))) return [];
    const values = { iic: named, amount: toDecimalText(amount, 2), paid: now };
    return sentence('advanceReduced', values);
  });
}

/**
 * So many references a corrective has at most. The schema takes 1 000; beside many lines they would
 * not fit into a message any more. What is not named is named by the next corrective.
 */
export function mostReferences(lineCount: number): number {
  return lineCount <= 20 ? 1000 : 200;
}

/**
 * What a corrective of an advance names: registered invoices in the order of their issue, each with
 * the part of its payment that no corrective in force has named, together at most what this one
 * takes back; where there is none, the advance itself with the amount taken back. Decisions §4.
 * @param total of the corrective.
 */
export function referencesOf(
  total: DecimalText,
  lineCount: number,
  { iic, issueDateTime, documents, payments }: AdvanceAccount,
): IicReference[] {
  const named = namedAmounts(iic, documents);
  const takenBack = decimal(total).abs();
  const references: IicReference[] = [];
  let rest = takenBack;
  for (const payment of payments) {
    if (!payment.isRegistered || payment.iic === null || payment.issueDateTime === null) continue;
    const unnamed = decimal(payment.amount).minus(named.get(payment.iic) ?? ZERO);
    const part = unnamed.lt(rest) ? unnamed : rest;
    if (signOf(part) <= 0) continue;
    const amount = toDecimalText(part, 2);
    references.push({ iic: payment.iic, issueDateTime: payment.issueDateTime, amount });
    rest = rest.minus(part);
    if (references.length === mostReferences(lineCount)) break;
  }
  if (references.length > 0) return references;
  return [{ iic, issueDateTime, amount: toDecimalText(takenBack, 2) }];
}

/** What of a document speaks against an advance. */
export interface AdvanceUse {
  /** Euros with 2 decimals that leave the advance. */
  amount: DecimalText;
  /** Of the payload. */
  path: 'advancePaymentIic' | 'items';
}

/** An issue where more leaves the advance than is left of it. */
export function advanceExceeded({ amount, path }: AdvanceUse, account: AdvanceAccount): Issue[] {
  const balance = decimal(computeAdvance(account).left);
  if (signOf(decimal(amount)) <= 0 || decimal(amount).lte(balance)) return [];
  const left = toDecimalText(signOf(balance) < 0 ? ZERO : balance, 2);
  const message =
    path === 'items'
      ? sentence('moreOfAdvance', { amount, left })
      : sentence('moreThanAdvance', { amount, left });
  return [{ ...issue('ADVANCE_EXCEEDED', path, message), left: Number(left) }];
}

/** By IIC of an invoice; a reference to the advance itself names none. */
function namedAmounts(
  advanceIic: string,
  documents: readonly DocumentInForce[],
): Map<string, Decimal> {
  const named = new Map<string, Decimal>();
  for (const { iic, amount } of documents.flatMap(({ iicReferences }) => iicReferences ?? [])) {
    if (iic === advanceIic) continue;
    named.set(iic, (named.get(iic) ?? ZERO).plus(decimal(amount)));
  }
  return named;
}

const totalOf = ({ computed }: DocumentInForce): Decimal => decimal(computed.totals.total);
