// What each kind of document must hold beside its lines. Protocol §5.2, §13; code 11. The texts are
// the simulator's own: the live service's are not known.

import type { Invoice } from '../message/invoice.ts';
import { firstRefusal, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

/**
 * Documents that sum up others: they refer to them, and need no lines of their own. Protocol §13.
 */
const SUMS_OF_INVOICES: readonly string[] = ['SUMMARY', 'PERIODICAL', 'CREDIT_NOTE'];

/** True for a document whose tax groups count invoices, not lines. */
export function isSumOfInvoices({ invType }: Invoice): boolean {
  return SUMS_OF_INVOICES.includes(invType);
}

/** The elements that the kind of document demands. */
export function checkDocumentType(invoice: Invoice): CheckResult {
  const { invType } = invoice;
  return firstRefusal([
    refuseIf(
      invoice.items === null && !isSumOfInvoices(invoice),
      `Items element must exist if InvType is equal to ${invType}`,
    ),
    refuseIf(
      invoice.iicRefs === null && isSumOfInvoices(invoice),
      `IICRefs element must exist if InvType is equal to ${invType}`,
    ),
    refuseIf(
      invoice.approvals === null && invType === 'CREDIT_NOTE',
      'Approvals element must exist if InvType is equal to CREDIT_NOTE',
    ),
    refuseIf(
      invoice.items !== null && invType === 'CREDIT_NOTE',
      'Items element must not exist if InvType is equal to CREDIT_NOTE',
    ),
    refuseIf(
      invType === 'PERIODICAL' && (invoice.buyer === null || invoice.taxPeriod === null),
      'Buyer and TaxPeriod must exist if InvType is equal to PERIODICAL',
    ),
  ]);
}
