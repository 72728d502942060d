// Who calls with an API key.

import type { ApiCaller } from '@fiscal/db/company';
import type { InvoiceScope } from '@fiscal/db/invoice';
import type { Response } from 'express';

/** The caller that requireCaller has let through. */
export function callerOf(response: Response): ApiCaller {
  const caller = response.locals.caller as ApiCaller | undefined;
  if (!caller) throw new Error('the route is not behind requireCaller');
  return caller;
}

/** Whose invoices a key sees. */
export function scopeOf({ company, environment }: ApiCaller): InvoiceScope {
  return { companyId: company.id, environment };
}
