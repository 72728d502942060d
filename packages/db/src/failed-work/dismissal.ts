// Failed invoices that nothing is to be done about are set aside, with a reason. A dismissal ends when
// the invoice is fiscalized again, so that it is seen if it fails again.

import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { findCandidates } from './retry.ts';
import type { BatchScope, SkipReason } from './retry.ts';

const DISMISS = {
  name: 'dismiss_failed',
  text: `
    with failed as materialized (
      select i.id, i.failure from invoice i
      where i.id = any($1::uuid[]) and ($2::uuid is null or i.company_id = $2)
        and i.status = 'Failed' order by i.id for update of i
    ), changed as (
      update invoice i set dismissed_at = now(), dismissed_by = $3, dismissal_reason = $4
      from failed where i.id = failed.id
      returning i.id, i.company_id, failed.failure
    ), audited as (
      insert into audit_log (actor, company_id, action, entity_id, before, after)
      select $3, company_id, 'invoice.dismissed', id, jsonb_build_object('failure', failure::jsonb),
             jsonb_build_object('reason', $4::text)
      from changed
    )
    select id from changed`,
};

/** @param reason in the person's own words. @returns the ids that were set aside, and all others. */
export async function dismissFailed(
  db: Database,
  { actor, companyId }: BatchScope,
  ids: readonly string[],
  reason: string,
): Promise<{ dismissed: string[]; skipped: SkipReason[] }> {
  const changed = await run<{ id: string }>(db.pool, DISMISS, [ids, companyId, actor, reason]);
  const done = new Set(changed.map(({ id }) => id));
  const found = await findCandidates(db, companyId, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const skipped = [...new Set(ids)].flatMap((id): SkipReason[] => {
    if (done.has(id)) return [];
    const row = rows.get(id);
    return [row ? { id, why: 'NOT_FAILED', status: row.status } : { id, why: 'NOT_FOUND' }];
  });
  return { dismissed: [...done], skipped };
}
