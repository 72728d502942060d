// Failed invoices that nothing is to be done about are set aside, with a reason. A dismissal ends
// when the invoice is fiscalized again, so that it is seen if it fails again.

import { statement } from '../connection/statement.ts';
import { insertAudit } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { findCandidates } from './retry.ts';
import type { BatchScope, SkipReason } from './retry.ts';

const dismiss = statement.all<
  BatchScope & { ids: readonly string[]; reason: string },
  { id: string }
>(
  'dismiss_failed',
  `with failed as materialized (
     select i.id, i.failure from invoice i
     where i.id = any(:ids::uuid[]) and (:companyId::uuid is null or i.company_id = :companyId)
       and i.status = 'Failed' order by i.id for update of i
   ), changed as (
     update invoice i set dismissed_at = now(), dismissed_by = :actor, dismissal_reason = :reason
     from failed where i.id = failed.id
     returning i.id, i.company_id, failed.failure
   ), audited as (${insertAudit(
     {
       actor: ':actor',
       companyId: 'company_id',
       action: 'invoice.dismissed',
       entityId: 'id',
       before: `jsonb_build_object('failure', failure)`,
       after: `jsonb_build_object('reason', :reason::text)`,
     },
     'changed',
   )})
   select id from changed`,
);

/**
 * @param reason in the person's own words.
 * @returns the ids that were set aside, and all others.
 */
export async function dismissFailed(
  db: Database,
  { actor, companyId }: BatchScope,
  ids: readonly string[],
  reason: string,
): Promise<{ dismissed: string[]; skipped: SkipReason[] }> {
  const changed = await dismiss(db, { actor, companyId, ids, reason });
  const done = new Set(changed.map(({ id }) => id));
  const found = await findCandidates(db, { companyId, ids });
  const rows = new Map(found.map((row) => [row.id, row]));
  const skipped = [...new Set(ids)].flatMap((id): SkipReason[] => {
    if (done.has(id)) return [];
    const row = rows.get(id);
    return [row ? { id, why: 'NOT_FAILED', status: row.status } : { id, why: 'NOT_FOUND' }];
  });
  return { dismissed: [...done], skipped };
}
