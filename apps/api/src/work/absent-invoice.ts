// What is said of an invoice that was not found: that there is none, or that its month is detached.

import type { Environment } from '@fiscal/domain';
import { isDetached } from '@fiscal/db/invoice';
import type { Dependencies } from '../dependencies.ts';
import { noSuch, refuse } from '../http/refusal/refusal.ts';
import type { Refusal } from '../http/refusal/refusal.ts';

/** @param scope its environment is null for either. @param what the caller looked for. */
export async function absentInvoice(
  { db }: Pick<Dependencies, 'db'>,
  scope: { companyId: string; environment: Environment | null },
  id: string,
  what = 'invoice',
): Promise<Refusal> {
  if (!(await isDetached(db, scope, id))) return noSuch(what);
  return refuse('INVOICE_DETACHED', 'What the invoice says is older than five years and put away.');
}
