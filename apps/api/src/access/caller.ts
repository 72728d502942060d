// Who calls with an API key.

import type { ApiCaller, IssuerOfInvoices } from '@fiscal/db/company';
import type { InvoiceScope } from '@fiscal/db/invoice';
import type { Request, Response } from 'express';

/** The caller that requireCaller has let through. */
export function callerOf(response: Response): ApiCaller {
  const caller = response.locals.caller as ApiCaller | undefined;
  if (!caller) throw new Error('the route is not behind requireCaller');
  return caller;
}

/** Whose invoices a key sees. */
export function scopeOf({ company, environment }: IssuerOfInvoices): InvoiceScope {
  return { companyId: company.id, environment };
}

/** Whether the call only reads, so that it counts as a read, and live keys always may. */
export function isRead({ method }: Request, { locals }: Response): boolean {
  return method === 'GET' || method === 'HEAD' || locals.isRead === true;
}
