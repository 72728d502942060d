// What is said of a change of an invoice, also by a process of another release (CONTRIBUTING.md).

import { ENVIRONMENTS, INVOICE_STATUSES } from '@fiscal/domain';
import type { Environment, InvoiceStatus } from '@fiscal/domain';
import { isOfKnownVersion } from './message-version.ts';

/** An invoice in its new status. */
export interface InvoiceChange {
  invoiceId: string;
  companyId: string;
  environment: Environment;
  status: InvoiceStatus;
}

/**
 * @param payload `<invoice id> <company id> <environment> <status> v1`; a later release may add
 * words before its version.
 * @returns null where it is not understood, so that the whole has to be read again.
 */
export function readInvoiceChange(payload: string): InvoiceChange | null {
  const [invoiceId = '', companyId = '', ...words] = payload.split(' ');
  const environment = ENVIRONMENTS.find((known) => known === words[0]);
  const status = INVOICE_STATUSES.find((known) => known === words[1]);
  if (environment === undefined || status === undefined || !isOfKnownVersion(payload)) return null;
  return { invoiceId, companyId, environment, status };
}
