// A document beside the others that it belongs to: what it comes to, and what they say of it. The
// same is asked when it is accepted and, under locks of these documents, when it becomes Pending
// (extensions §1).

import { issue } from '../../issue.ts';
import type { Issue } from '../../issue.ts';
import { decimal, sum, toDecimalText } from '../../money.ts';
import type { ComputedInvoice, IicReference, InvoiceRequest } from '../invoice.ts';
import type { PricingContext } from '../invoice-line.ts';
import { computeInvoice } from '../totals.ts';
import { advanceExceeded, referencesOf } from './advance/advance-account.ts';
import type { AdvanceAccount } from './advance/advance-account.ts';
import { weighCorrective } from './corrective/balance.ts';
import type { DocumentInForce, Weighing } from './corrective/balance.ts';
import { computeCorrective } from './corrective/corrective-amounts.ts';
import { payCorrective, weighPayments } from './corrective/corrective-payments.ts';
import { DOCUMENT_KINDS, takesBack } from './document-kinds.ts';
import { weighReplaced } from './replaced-document.ts';
import type { ReplacedDocument } from './replaced-document.ts';
import {
  advancePaymentOf,
  paymentsOf,
  registeredTypeOfInvoice,
  requestedPayments,
  withPayments,
} from '../payments.ts';
import type { Payment } from '../payment-methods.ts';
import type { DocumentType } from './document-kinds.ts';
import { sentence } from '../../sentences.ts';

/** What `advancePaymentIic` names: an advance, another document of the company, or none of it. */
export type PayingAdvance =
  | { kind: 'advance'; account: AdvanceAccount }
  | { kind: 'no-advance'; type: DocumentType }
  | { kind: 'unknown' };

/** What a document belongs to. */
export interface Relations {
  /** Of a corrective: its root first, then what is in force, oldest first; else empty. */
  documents: readonly DocumentInForce[];
  /** Of a corrective whose root is an advance: its account. */
  correctedAdvance: AdvanceAccount | null;
  /** Of a document that is paid by ADVANCE. */
  payingAdvance: PayingAdvance | null;
  /** Of a document that replaces another one; null where there is none with the IIC. */
  replaced: ReplacedDocument | null;
}

/** Of a document that no other decides about. */
export const NO_RELATIONS: Relations = {
  documents: [],
  correctedAdvance: null,
  payingAdvance: null,
  replaced: null,
};

/** A document as it was sent, and how it is priced. */
export interface SentDocument {
  request: InvoiceRequest;
  /** Of a corrective. */
  originalId: string | null;
  context: PricingContext;
}

/** What a document comes to, and what other documents say of it. */
export interface DecidedDocument extends Weighing {
  computed: ComputedInvoice;
  payments: readonly Payment[];
  /** What the corrective of an advance names; null for any other document. */
  iicReferences: IicReference[] | null;
}

/** @param isStrict `strictCorrectives` of the company. */
export function decideDocument(
  sent: SentDocument,
  relations: Relations,
  isStrict: boolean,
): DecidedDocument {
  const { request, originalId, context } = sent;
  const { documents, correctedAdvance } = relations;
  const [root, ...inForce] = documents;
  const chain = originalId !== null && root !== undefined ? ([root, ...inForce] as const) : null;
  const amounts =
    chain !== null ? computeCorrective(request, context, chain) : computeInvoice(request, context);
  const payments =
    chain !== null
      ? payCorrective(sent, amounts.totals.total, chain)
      : requestedPayments(request, amounts.totals.total);
  const computed = withPayments(amounts, payments, request);
  const decided: DecidedDocument = {
    computed,
    payments,
    issues: [],
    warnings: [],
    iicReferences: null,
  };
  if (chain !== null) {
    const corrective = { request, originalId, items: request.items, computed };
    // A root that corrects another document itself: that is not stored here, and what is left of it
    // is known when the authority has said what it is (decideElsewhere).
    if (!isRootElsewhere(documents)) {
      add(decided, weighCorrective(corrective, documents, isStrict));
      add(decided, weighPayments(request, payments, chain, isStrict));
    }
    const original = documents.find(({ id }) => id === originalId);
    if (original !== undefined) {
      decided.warnings.push(...differencesOf(corrective, original, chain[0]));
      if (DOCUMENT_KINDS[original.request.type].paysInvoices && correctedAdvance !== null) {
        const lineCount = request.items.length;
        decided.iicReferences = referencesOf(computed.totals.total, lineCount, correctedAdvance);
      }
    }
  }
  add(decided, ofAdvances(decided, relations, takesBack(request.type) === true, isStrict));
  if (request.replaces) add(decided, weighReplaced(relations.replaced));
  const { typeOfInvoice, paymentMethod } = request;
  if (registeredTypeOfInvoice(typeOfInvoice, payments) !== typeOfInvoice) {
    decided.warnings.push(sentence('nonCash', { paymentMethod }));
  }
  return decided;
}

/** Whether these documents correct one that is not stored here. @param documents the root first. */
export function isRootElsewhere(documents: readonly DocumentInForce[]): boolean {
  return takesBack(documents[0]?.request.type) === true;
}

function add(decided: DecidedDocument, { issues, warnings }: Weighing): void {
  decided.issues.push(...issues);
  decided.warnings.push(...warnings);
}

/** Whether the document takes more out of an advance than is left of it. */
function ofAdvances(
  { computed, payments, iicReferences }: DecidedDocument,
  { correctedAdvance, payingAdvance }: Relations,
  isCorrective: boolean,
  isStrict: boolean,
): Weighing {
  const issues: Issue[] = [];
  const warnings: string[] = [];
  const excess: Issue[] = [];
  if (correctedAdvance !== null) {
    const { iic } = correctedAdvance;
    const ofInvoices = (iicReferences ?? []).filter((reference) => reference.iic !== iic);
    const named = sum(ofInvoices.map(({ amount }) => decimal(amount)));
    const amount = toDecimalText(decimal(computed.totals.total).times('-1').minus(named), 2);
    excess.push(...advanceExceeded({ amount, path: 'items' }, correctedAdvance));
  }
  if (payingAdvance?.kind === 'advance') {
    const amount = advancePaymentOf(payments)?.amount ?? '0.00';
    excess.push(...advanceExceeded({ amount, path: 'advancePaymentIic' }, payingAdvance.account));
  }
  // A corrective carries what its original says, which was accepted once.
  if (payingAdvance?.kind === 'no-advance' && !isCorrective) {
    const message =
      'advancePaymentIic must be the IIC of an Advance; it is that of a document of the type ' +
      `${payingAdvance.type}.`;
    issues.push(issue('NOT_AN_ADVANCE', 'advancePaymentIic', message));
  }
  if (payingAdvance?.kind === 'unknown' && !isCorrective) {
    warnings.push(sentence('advanceUnknown'));
  }
  if (isStrict) issues.push(...excess);
  else warnings.push(...excess.map(({ message }) => message.replace(/\.$/, '')));
  return { issues, warnings };
}

/**
 * Whether a corrective that was accepted earlier would have other amounts by now, because another
 * one came or failed since: it is to be sent anew. Null where it has the same.
 */
export function outdated(accepted: ComputedInvoice, now: ComputedInvoice): Issue | null {
  if (amountsOf(accepted) === amountsOf(now)) return null;
  const { withoutVat, vat, total } = now.totals;
  const [would, was] =
    total === accepted.totals.total
      ? [paymentWords(now), paymentWords(accepted)]
      : [total, accepted.totals.total];
  const message =
    'Another corrective of the original came or failed since this one was accepted, so that its ' +
    `amounts would be others now (${would} instead of ${was}): create it anew.`;
  const outdatedIssue: Issue = {
    ...issue('CORRECTIVE_OUTDATED', '', message),
    totals: { withoutVat: Number(withoutVat), vat: Number(vat), total: Number(total) },
  };
  if (now.payments !== undefined) {
    outdatedIssue.payments = now.payments.map(({ method, amount }) => ({
      method,
      amount: Number(amount),
    }));
  }
  return outdatedIssue;
}

/** What it comes to by method, or in all where one pays it. */
const paymentWords = ({ payments, totals }: ComputedInvoice): string =>
  payments?.map(({ method, amount }) => `${method} ${amount}`).join(', ') ?? totals.total;

function amountsOf({ lines, totals, payments }: ComputedInvoice): string {
  const { withoutVat, total } = totals;
  return JSON.stringify([withoutVat, total, lines.map(({ base, vat }) => [base, vat]), payments]);
}

/** Whose sale is taken back, and what paid it, are the original's. */
function differencesOf(
  corrective: Pick<DocumentInForce, 'request' | 'computed'>,
  original: Pick<DocumentInForce, 'request' | 'computed'>,
  root: Pick<DocumentInForce, 'request' | 'computed'>,
): string[] {
  const warnings: string[] = [];
  const [buyer, sold] = [buyerOf(corrective.request), buyerOf(original.request)];
  if (buyer === null && sold !== null) {
    warnings.push(sentence('buyerLost', { sold }));
  } else if (buyer !== sold) {
    warnings.push(sentence('buyerOther', { sold: sold ?? sentence('itHasNone') }));
  }
  const own = advancePaymentOf(paymentsOf(corrective));
  const paid = advancePaymentOf(paymentsOf(original)) ?? advancePaymentOf(paymentsOf(root));
  const iic = paid?.advanceIic ?? null;
  if (own !== null && own.advanceIic !== iic) {
    warnings.push(sentence('advanceOther', { iic: iic ?? sentence('itHasNone') }));
  }
  return warnings;
}

function buyerOf({ buyer }: InvoiceRequest): string | null {
  return buyer ? `${buyer.idType} ${buyer.idNumber}` : null;
}
