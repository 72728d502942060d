// Where a remedy is to be applied: each cash register once, or each company where it is about a
// certificate, which all its cash registers share.

import type { FailedInvoice, RemedyAction } from './work-schemas.ts';

export interface Place {
  key: string;
  companyId: string;
  companyName: string;
  cashRegisterId: string;
  cashRegisterName: string;
}

type Row = Pick<FailedInvoice, 'companyId' | 'companyName' | 'cashRegisterId' | 'cashRegisterName'>;

/** In the order in which the invoices come. */
export function placesOf(action: RemedyAction, invoices: readonly Row[]): Place[] {
  const places = new Map<string, Place>();
  for (const { companyId, companyName, cashRegisterId, cashRegisterName } of invoices) {
    const key = action === 'upload-certificate' ? companyId : cashRegisterId;
    if (places.has(key)) continue;
    places.set(key, { key, companyId, companyName, cashRegisterId, cashRegisterName });
  }
  return [...places.values()];
}
