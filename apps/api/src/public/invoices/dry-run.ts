// `?dryRun=true`: what a call would come to, by the same rules; nothing is stored. Extensions §11.

import type { NewInvoice } from '@fiscal/db/invoice';
import type { Issue } from '@fiscal/domain';
import type { Request, Response } from 'express';
import { WRITTEN } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { writeJson } from '../../http/response/json-response.ts';
import { amountsOf } from './record.ts';

/** 400: a call is not carried out where its caller may have wanted none. */
export const DRY_RUN_INVALID: Issue = {
  code: 'QUERY_INVALID',
  path: 'dryRun',
  message: 'dryRun must be true or false, and its name be written so.',
};

/** Whether the call is only tried; null where that is not clear. */
export function readDryRun(query: Request['query']): boolean | null {
  const names = Object.keys(query).filter((name) => /^dry_?-?run$/i.test(name));
  if (names.length === 0) return false;
  const value = query.dryRun;
  return names.length === 1 && (value === 'true' || value === 'false') ? value === 'true' : null;
}

export function sendDryRun(response: Response, invoice: NewInvoice): Result<never> {
  response.type('json').send(writeJson(dryRunOf(invoice)));
  return WRITTEN;
}

/** Fields of the record that it would have. */
export function dryRunOf({ request, computed, warnings }: NewInvoice) {
  return {
    discountAmount: request.discountAmount ?? null,
    invoiceData: { items: request.items },
    ...amountsOf(computed),
    warnings,
  };
}
