import type { ApiCaller } from '@fiscal/db/company';
import type { InvoiceScope } from '@fiscal/db/invoice';
import type { Response } from 'express';
import { refuse } from '../http/refusal.ts';

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

/** 409 where the key finds no cash register. */
export const NO_CASH_REGISTER = refuse(
  'CASH_REGISTER_MISSING',
  'The company has no cash register for this environment; add one in the panel.',
);
