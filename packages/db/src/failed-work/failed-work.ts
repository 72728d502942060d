// Failed and stuck work: why, how much, how old. An invoice that failed is counted under the cause
// that PostgreSQL keeps in its row; three more causes are work that is tried again by itself but
// takes too long. Every statement reads open work only, by partial indexes: what went well is never
// looked at.

import { parseFailure, REMAINING_HOURS } from '@fiscal/domain';
import type { Environment, Failure } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { OF_PRINT } from '../work/work.ts';

/** Whose failed work: of one company, or of all for null; absent values narrow nothing. */
export interface WorkScope {
  companyId: string | null;
  environment: Environment;
  cashRegisterId?: string | undefined;
  /** Created at this instant or later. */
  from?: Date | undefined;
  /** Created before this instant. */
  to?: Date | undefined;
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

/** A cause with its invoices, counted. */
export interface FailureCause {
  /**
   * `<code>`, `<code>:<efiCode>`, `<code>:11:<key of the authority's words>`, or one of
   * STUCK_CAUSES.
   */
  cause: string;
  count: number;
  /** Of these, what the customer holds although the authority refused it. */
  urgent: number;
  /** The nearest deadline among what was handed out. */
  deliverBefore: Date | null;
  /** When the oldest of these invoices was created. */
  oldest: Date;
  /** Of the newest one that was not handed out, where there is one; null for stuck work. */
  failure: Failure | null;
}

/** Conditions on the invoice `i`, with the values of `valuesOf`. */
export function ofScope({ companyId }: WorkScope): string {
  return `i.environment = :environment and ${companyId === null ? 'true' : 'i.company_id = :companyId'}
    and (:cashRegisterId::uuid is null or i.cash_register_id = :cashRegisterId)
    and (:from::timestamptz is null or i.created_at >= :from)
    and (:to::timestamptz is null or i.created_at < :to)`;
}

export function valuesOf({ companyId, environment, cashRegisterId, from, to }: WorkScope) {
  return {
    environment,
    companyId,
    cashRegisterId: cashRegisterId ?? null,
    from: from ?? null,
    to: to ?? null,
  };
}

export function failedIn(scope: WorkScope): string {
  return `${ofScope(scope)} and i.status = 'Failed' and i.dismissed_at is null`;
}

/** Little of the law's window remains of what is offline. */
export const IS_LATE = `i.deliver_before <= now() + interval '${REMAINING_HOURS.soon} hours'`;

/** It is stuck; a condition on its work, which may be its missing print, is one on `w`. */
export function stuckIn(workScope: WorkScope, cause: StuckCause): string {
  const scope = ofScope(workScope);
  switch (cause) {
    case 'OFFLINE_LATE':
      return `${scope} and i.status = 'Offline' and ${IS_LATE}`;
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

/**
 * Every cause there is now: first what customers hold although it was refused, then by
 * deadline, then by how many there are.
 */
export async function readFailureCauses(db: Database, scope: WorkScope): Promise<FailureCause[]> {
  const failed = failedIn(scope);
  const stuck = (cause: StuckCause, from: string) => `
    select '${cause}' as cause, count(*)::int as count, 0 as urgent,
           min(i.deliver_before) as "deliverBefore", min(i.created_at) as oldest,
           null::json as failure
    from ${from} where ${stuckIn(scope, cause)} having count(*) > 0`;
  const read = statement.all<object, FailureCause>(
    null,
    `with causes as (
       select i.failure_cause as cause, count(*)::int as count,
              count(i.deliver_before)::int as urgent, min(i.deliver_before) as "deliverBefore",
              min(i.created_at) as oldest
       from invoice i where ${failed} group by i.failure_cause
     )
     select * from (
       select causes.*, (
         select i.failure from invoice i where ${failed} and i.failure_cause = causes.cause
         order by i.deliver_before desc, i.created_at desc, i.id desc limit 1
       ) as failure from causes
       union all ${stuck('OFFLINE_LATE', 'invoice i')}
       union all ${stuck('PENDING_STUCK', WAITING_SALES)}
       union all ${stuck('PRINT_FAILING', MISSING_PRINTS)}
     ) as found
     order by urgent = 0, "deliverBefore", count desc, cause`,
  );
  return (await read(db, valuesOf(scope))).map((row) => ({
    ...row,
    failure: parseFailure(row.failure),
  }));
}
