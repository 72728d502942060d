import { prepared, run } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { HAS_CONTENT, IN_SCOPE } from '../invoice/stored-invoice.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';

/** What makes a Draft or Failed invoice Pending; what was said of its failure is cleared. */
export const REQUEUED = `
  status = 'Pending', failure = null,
  dismissed_at = null, dismissed_by = null, dismissal_reason = null, updated_at = now()`;

const REQUEST_FISCALIZATION = prepared(
  'request_fiscalization',
  `
    with changed as (
      update invoice i
      set ${REQUEUED}
      where i.id = $1 and ${IN_SCOPE} and i.status in ('Draft', 'Failed')
        and ${HAS_CONTENT}
      returning id, company_id, environment
    ), added as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
      select id, 'fiscalize', company_id, environment, now() + $4 * interval '1 millisecond', $5
      from changed
    )
    select id from changed`,
);

/**
 * Sets a Draft or Failed invoice to Pending and adds the work, in one statement.
 * @param scheduledInMs when it is scheduled among all Pending invoices, from now (a fair queue of
 * the companies).
 * @param trace what the work belongs to, as `traceparent`; null for nothing.
 * @returns whether it was changed: of many calls at once, one gets true.
 */
export async function requestFiscalization(
  db: Database,
  scope: InvoiceScope,
  id: string,
  scheduledInMs: number,
  trace: string | null = null,
): Promise<boolean> {
  const values = [id, scope.companyId, scope.environment, scheduledInMs, trace];
  return (await run(db.pool, REQUEST_FISCALIZATION, values)).length === 1;
}
