// Where a remedy is to be applied: each cash register once, or each company where it is about what
// all its cash registers share.

import type { FailedInvoice, RemedyAction } from '../work.ts';

/** A cash register and its company. */
export type Place = Pick<
  FailedInvoice,
  'companyId' | 'companyName' | 'cashRegisterId' | 'cashRegisterName'
>;

/** Each place once by its key, in the order in which the invoices come. */
export function placesOf<Row extends Place>(
  action: RemedyAction,
  invoices: readonly Row[],
): Map<string, Row> {
  const places = new Map<string, Row>();
  for (const invoice of invoices) {
    const key = isOfCompany(action) ? invoice.companyId : invoice.cashRegisterId;
    if (!places.has(key)) places.set(key, invoice);
  }
  return places;
}

/** Its certificate, and its own data. */
export function isOfCompany(action: RemedyAction): boolean {
  return action === 'upload-certificate' || action === 'edit-company';
}
