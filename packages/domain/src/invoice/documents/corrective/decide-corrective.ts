// A corrective beside the documents that it belongs to: what it comes to, and what speaks against it.
// The same is asked when it is accepted and, under a lock of the root, when it becomes Pending.

import { issue } from '../../../issue.ts';
import type { Issue } from '../../../issue.ts';
import type { ComputedInvoice, InvoiceRequest } from '../../invoice.ts';
import type { PricingContext } from '../../invoice-line.ts';
import { weighCorrective } from './balance.ts';
import type { DocumentInForce, Weighing } from './balance.ts';
import { computeCorrective } from './corrective-amounts.ts';

/** A corrective as it was sent, and how it is priced. */
export interface SentCorrective {
  request: InvoiceRequest;
  originalId: string;
  context: PricingContext;
}

/** What a document comes to, and what other documents say of it. */
export interface DecidedDocument extends Weighing {
  computed: ComputedInvoice;
}

/**
 * Computes a corrective and weighs it. Extensions §1.
 * @param documents the root first, then what is in force, oldest first; the original is among them.
 * @param isStrict `strictCorrectives` of the company.
 */
export function decideCorrective(
  { request, originalId, context }: SentCorrective,
  documents: readonly DocumentInForce[],
  isStrict: boolean,
): DecidedDocument {
  const { items } = request;
  const computed = computeCorrective(request, context, documents);
  const corrective = { request, originalId, items, computed };
  const { issues, warnings } = weighCorrective(corrective, documents, isStrict);
  const original = documents.find(({ id }) => id === originalId);
  const differences = original === undefined ? [] : differencesOf(request, original.request);
  return { computed, issues, warnings: [...warnings, ...differences] };
}

/**
 * Whether a corrective that was accepted earlier would have other amounts by now, because another one
 * came or failed since: it is to be sent anew. Null where it has the same.
 */
export function outdated(accepted: ComputedInvoice, now: ComputedInvoice): Issue | null {
  if (amountsOf(accepted) === amountsOf(now)) return null;
  const { withoutVat, vat, total } = now.totals;
  const message =
    'Another corrective of the original came or failed since this one was accepted, so that its ' +
    `amounts would be others now (${total} instead of ${accepted.totals.total}): create it anew.`;
  return {
    ...issue('CORRECTIVE_OUTDATED', '', message),
    totals: { withoutVat: Number(withoutVat), vat: Number(vat), total: Number(total) },
  };
}

function amountsOf({ lines, totals }: ComputedInvoice): string {
  const { withoutVat, total } = totals;
  return JSON.stringify([withoutVat, total, lines.map(({ base, vat }) => [base, vat])]);
}

/** Whose sale is taken back, and what paid it, are the original's. */
function differencesOf(request: InvoiceRequest, original: InvoiceRequest): string[] {
  const warnings: string[] = [];
  const [buyer, sold] = [buyerOf(request), buyerOf(original)];
  if (buyer === null && sold !== null) {
    warnings.push(`the corrective has no buyer; the original was sold to ${sold}`);
  } else if (buyer !== sold) {
    warnings.push(`buyer is not the original's: ${sold ?? 'it has none'}`);
  }
  const isPaidByAdvance = request.paymentMethod === 'ADVANCE';
  const advance = original.advancePaymentIic ?? null;
  if (isPaidByAdvance && (request.advancePaymentIic ?? null) !== advance) {
    warnings.push(`advancePaymentIic is not the original's: ${advance ?? 'it has none'}`);
  }
  return warnings;
}

function buyerOf({ buyer }: InvoiceRequest): string | null {
  return buyer ? `${buyer.idType} ${buyer.idNumber}` : null;
}
