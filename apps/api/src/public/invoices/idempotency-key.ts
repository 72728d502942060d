// Spec, Limits: no idempotency header exists. A client that sends one believes that a repeated call does
// nothing, and would sell twice: its record says that it is not so, and what may be repeated.

import type { Request } from 'express';

/** Said in the record of whoever sends the header. */
export const IDEMPOTENCY_KEY_IGNORED =
  'the Idempotency-Key header has no effect: a repeated create makes another invoice. Keep the id ' +
  'with your order, or find the invoice by note or orderNumber in GET /api/invoices; an orderNumber ' +
  'above 0 is registered once, and fiscalize may be repeated';

/** The warning, where the call carries the header. */
export function idempotencyWarnings(request: Request): string[] {
  return request.get('Idempotency-Key') === undefined ? [] : [IDEMPOTENCY_KEY_IGNORED];
}
