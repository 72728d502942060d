// Failed and stuck work: why, how much, how old. An invoice that failed is counted under the cause
// that PostgreSQL keeps in its row; three more causes are work that is tried again by itself but
// takes too long. Every statement reads open work only, by partial indexes: what went well is never
// looked at.

import { parseFailure, REMAINING_HOURS } from '@fiscal/domain';
import type { Environment, Failure } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { OF_PRINT } from '../work/work.ts';

/** Whose failed work: of one company, or of all for null. */
export interface WorkScope {
  companyId: string | null;
  environment: Environment;
}

/** Work that has not failed and is not done either. */
export const STUCK_CAUSES = ['OFFLINE_LATE', 'PENDING_STUCK', 'PRINT_FAILING'] as const;
export type StuckCause = (typeof STUCK_CAUSES)[number];

/**
 * So long after its scheduled time a sale should have an outcome; at a till that time is half a
 * minute ago.
 */
const STUCK_AFTER_SECONDS = 150;
/** A print that failed so often fails again. */
export const FAILING_AFTER_ATTEMPTS = 3;

export interface FailureCause {
  /** `<code>`, `<code>:<efiCode>`, or one of STUCK_CAUSES. */
  cause: string;
  count: number;
  /** When the oldest of these invoices was created. */
  oldest: Date;
  /** Of the newest one; null for stuck work. */
  failure: Failure | null;
  /**
   * Everything that the authority said with code 11, which has many causes; null for the others.
   */
  words: (string | null)[] | null;
}

/** Conditions on the invoice `i`, with $1 the environment and $2 the company. */
export function ofScope({ companyId }: WorkScope): string {
  return `i.environment = $1 and ${companyId === null ? '$2::uuid is null' : 'i.company_id = $2'}`;
}

export function failedIn(scope: WorkScope): string {
  return `${ofScope(scope)} and i.status = 'Failed' and i.dismissed_at is null`;
}

/** It is stuck; a condition on its work, which may be its missing print, is one on `w`. */
export function stuckIn(workScope: WorkScope, cause: StuckCause): string {
  const scope = ofScope(workScope);
  switch (cause) {
    case 'OFFLINE_LATE':
      return `${scope} and i.status = 'Offline'
        and i.deliver_before <= now() + interval '${REMAINING_HOURS.soon} hours'`;
    case 'PENDING_STUCK':
      return `${scope} and i.status = 'Pending'
        and w.scheduled_at < now() - interval '${STUCK_AFTER_SECONDS} seconds'`;
    case 'PRINT_FAILING':
      return `${scope} and w.attempts >= ${FAILING_AFTER_ATTEMPTS}`;
  }
}

export const WAITING_SALES = `work w join invoice i on w.kind = 'fiscalize' and i.id = w.subject_id`;

/** At most one of an invoice has failed. */
export const MISSING_PRINTS = `work w join invoice i on w.${OF_PRINT} and i.id = w.subject_id`;

/** Every cause there is now, the most frequent first. */
export async function readFailureCauses(db: Database, scope: WorkScope): Promise<FailureCause[]> {
  const failed = failedIn(scope);
  const stuck = (cause: StuckCause, from: string) => `
    select '${cause}' as cause, count(*)::int as count, min(i.created_at) as oldest,
           null::json as failure, null::text[] as words
    from ${from} where ${stuckIn(scope, cause)} having count(*) > 0`;
  const { rows } = await db.pool.query<FailureCause>(
    `with causes as (
       select i.failure_cause as cause, count(*)::int as count, min(i.created_at) as oldest
       from invoice i where ${failed} group by i.failure_cause
     )
     select causes.*, (
       select i.failure from invoice i where ${failed} and i.failure_cause = causes.cause
       order by i.created_at desc, i.id desc limit 1
     ) as failure, case when causes.cause like '%:11' then (
       select array_agg(distinct i.failure ->> 'efiMessage') from invoice i
       where ${failed} and i.failure_cause = causes.cause
     ) end as words from causes
     union all ${stuck('OFFLINE_LATE', 'invoice i')}
     union all ${stuck('PENDING_STUCK', WAITING_SALES)}
     union all ${stuck('PRINT_FAILING', MISSING_PRINTS)}
     order by count desc, cause`,
    [scope.environment, scope.companyId],
  );
  return rows.map((row) => ({ ...row, failure: parseFailure(row.failure) }));
}
