// An invoice that is not found: that there is none is said only once none can come any more.

import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import { isDetached } from '@fiscal/db/invoice';
import type { EndCreate } from '@fiscal/db/invoice';
import type { RequestHandler, Response } from 'express';
import { validate as isUuid } from 'uuid';
import { noSuch, refuse } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';
import { seeking } from '../http/refusal/storing.ts';

/** The reads of an invoice by its id, below `/api`. */
export const INVOICE_READS = [
  '/invoices/:id',
  '/invoices/:id/pdf',
  '/invoices/cash/:id',
  '/invoices/cash/:id/pdf',
];

/**
 * What a read looks for is known before who calls: where PostgreSQL is away, the key cannot be
 * looked up either, and the response must not say that nothing is stored.
 */
export const seekInvoice: RequestHandler<{ id: string }> = ({ params: { id } }, response, next) => {
  if (isUuid(id)) seeking(response, { kind: 'look-up', invoiceId: id });
  next();
};

/** As seekInvoice, of many at once: a call with a body that only reads. */
export const seekStatuses: RequestHandler = (_request, response, next) => {
  response.locals.isRead = true;
  seeking(response, { kind: 'search' });
  next();
};

/**
 * What `find` finds; null only where no create of the id can become visible any more (decisions
 * §2).
 * @param response of a call that only looks for it; null where the call stores something
 * afterwards, and so has stored nothing if PostgreSQL goes away meanwhile.
 * @throws StorageUnavailableError where that is not known.
 */
export async function findOrEnd<Found>(
  { endCreate }: { endCreate: EndCreate },
  response: Response | null,
  id: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> {
  if (response !== null) seeking(response, { kind: 'look-up', invoiceId: id });
  const found = await find();
  if (found !== null) return found;
  if (response !== null) seeking(response, { kind: 'look-up', invoiceId: id });
  await endCreate(id);
  return find();
}

/**
 * What is said of an invoice that was not found: that there is none, or that its month is detached.
 * @param scope its environment is null for either.
 * @param what the caller looked for.
 */
export async function absentInvoice(
  { db }: { db: Database },
  scope: { companyId: string; environment: Environment | null },
  id: string,
  what = 'invoice',
): Promise<Refusal> {
  if (!(await isDetached(db, scope, id))) return noSuch(what);
  return refuse('INVOICE_DETACHED', 'What the invoice says is older than five years and put away.');
}
