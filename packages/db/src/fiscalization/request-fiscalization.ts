import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { IN_SCOPE } from '../invoice/stored-invoice.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';

/** What makes a Draft or Failed invoice Pending; whatever was said of its failure is over. */
export const BEGIN_AGAIN = `
  status = 'Pending', failure = null,
  dismissed_at = null, dismissed_by = null, dismissal_reason = null, updated_at = now()`;

const REQUEST_FISCALIZATION = {
  name: 'request_fiscalization',
  text: `
    with changed as (
      update invoice i
      set ${BEGIN_AGAIN}
      where i.id = $1 and ${IN_SCOPE} and i.status in ('Draft', 'Failed')
      returning id, company_id, environment
    ), added as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at)
      select id, 'fiscalize', company_id, environment, now() + $4 * interval '1 millisecond'
      from changed
    )
    select id from changed`,
};

/**
 * Sets a Draft or Failed invoice to Pending and adds the work, in one statement.
 * @param scheduledInMs its turn among all Pending invoices, from now; see apps/api/src/turns.ts.
 * @returns whether it was changed: of many calls at once, one is told true.
 */
export async function requestFiscalization(
  db: Database,
  scope: InvoiceScope,
  id: string,
  scheduledInMs: number,
): Promise<boolean> {
  const values = [id, scope.companyId, scope.environment, scheduledInMs];
  return (await run(db.pool, REQUEST_FISCALIZATION, values)).length === 1;
}
