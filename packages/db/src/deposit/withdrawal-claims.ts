// The worker's side of withdrawals.ts: a withdrawal is claimed, gets its time once, and is sent
// until the authority replies.

import { DELIVERY_WINDOW_HOURS, FORMS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement, violates } from '../connection/statement.ts';
import { insertSubmission } from '../fiscalization/submissions.ts';
import type { NewSubmission } from '../fiscalization/submissions.ts';
import { inScope, IS_FREE, scopeValues } from '../work/work.ts';
import type { Claim, DeliveryScope, ScopeValues } from '../work/work.ts';

/** A claimed withdrawal with what signing it needs. */
export interface ClaimedWithdrawal {
  claim: Claim;
  /** By PostgreSQL's clock. */
  claimedAt: Date;
  createdAt: Date;
  environment: Environment;
  companyId: string;
  company: { tin: string };
  cashRegisterId: string;
  tcrCode: string;
  /** Decimal text with 2 decimals. */
  cashAmount: string;
  /** Its time, whole seconds; null until it is fixed. */
  changedAt: Date | null;
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  attempts: number;
}

/** One that breaks is due ever later. @param due which ones of `w` may be taken. */
const claiming = (due: string) => `
  with next as (
    select w.id from withdrawal w
    where ${due} and w.deliver_before > now() and w.form <= ${FORMS.withdrawal} and ${IS_FREE}
    order by w.created_at limit 1 for update skip locked
  )
  update withdrawal w
  set claim_token = w.claim_token + 1, attempts = w.attempts + 1, updated_at = now(),
      leased_until = now() + :leaseMs * interval '1 millisecond',
      next_attempt_at = now() + least(w.attempts, 20) * interval '15 seconds'
  from next, company c where w.id = next.id and c.id = w.company_id
  returning json_build_object('subjectId', w.id, 'token', w.claim_token::text) as claim,
    now() as "claimedAt", w.created_at as "createdAt", w.environment, w.company_id as "companyId",
    json_build_object('tin', c.tin) as company, w.cash_register_id as "cashRegisterId",
    w.tcr_code as "tcrCode", w.cash_amount as "cashAmount", w.changed_at as "changedAt",
    w.attempts, (
      select k.id from certificate k
      where k.company_id = w.company_id and k.environment = w.environment and k.is_active
    ) as "certificateId"`;

/** The oldest one that no worker has taken yet; null if there is none. */
export const claimNewWithdrawal = statement.maybe<{ leaseMs: number }, ClaimedWithdrawal>(
  'claim_new_withdrawal',
  claiming(`w.status = 'pending' and w.attempts = 0`),
);

const claimDue = statement.maybe<ScopeValues & { leaseMs: number }, ClaimedWithdrawal>(
  'claim_due_withdrawal',
  claiming(`w.status in ('pending', 'offline') and w.next_attempt_at <= now()
      and ${inScope('w.environment', 'w.company_id')}`),
);

/** The oldest one that is to be sent now, for the first time or again; null if there is none. */
export function claimDueWithdrawal(
  db: Database,
  scope: DeliveryScope,
  leaseMs: number,
): Promise<ClaimedWithdrawal | null> {
  return claimDue(db, { ...scopeValues(scope), leaseMs });
}

const localDate = (instant: string) => `(${instant} at time zone 'Europe/Podgorica')::date`;
const fixTime = statement.maybe<Claim & { wanted: Date }, { changedAt: Date }>(
  'fix_withdrawal_time',
  `update withdrawal w
   set changed_at = time.at, updated_at = now(),
       deliver_before = time.at + interval '${DELIVERY_WINDOW_HOURS} hours'
   from (
     select case when next.local_date = own.local_date then next.at else (
       select max(l.changed_at) - interval '1 second' from withdrawal l
       where l.cash_register_id = own.cash_register_id and l.local_date = own.local_date
         and not exists (select from withdrawal e where e.cash_register_id = l.cash_register_id
           and e.changed_at = l.changed_at - interval '1 second')
     ) end as at
     from withdrawal own cross join lateral (
       select greatest(date_trunc('second', case
           when ${localDate(':wanted::timestamptz')} = own.local_date then :wanted
           else own.created_at end), max(changed_at) + interval '1 second') as at
       from withdrawal
       where cash_register_id = own.cash_register_id and local_date = own.local_date
     ) latest cross join lateral (select latest.at, ${localDate('latest.at')} as local_date) next
     where own.id = :subjectId
   ) time
   where w.id = :subjectId and w.claim_token = :token and w.changed_at is null
   returning w.changed_at as "changedAt"`,
);

/**
 * Fixes its time, once and for all, by the second, on the day of its acceptance: after that of the
 * last one of its cash register; where the day has no such second left, at the latest free one. It
 * is that of its acceptance where `wanted` is of another day. docs/adr/0031.
 * @returns it; null if the claim was lost.
 */
export async function fixWithdrawalTime(
  db: Database,
  { claim }: ClaimedWithdrawal,
  wanted: Date,
): Promise<Date | null> {
  for (;;) {
    try {
      return (await fixTime(db, { ...claim, wanted }))?.changedAt ?? null;
    } catch (error) {
      // Another one has got the second meanwhile: the statement sees it now.
      if (!violates(error, 'withdrawal_changed_at_key')) throw error;
    }
  }
}

const storeSubmission = statement.run<Claim & NewSubmission>(
  'insert_withdrawal_submission',
  insertSubmission(
    'cash_deposit_id',
    `(select id, cash_register_id from withdrawal
      where id = :subjectId and claim_token = :token and changed_at is not null)`,
  ),
);

/** Stores its message before it is sent. @returns false if the claim was lost. */
export async function storeWithdrawalSubmission(
  db: Database,
  { claim }: ClaimedWithdrawal,
  submission: NewSubmission,
): Promise<boolean> {
  return (await storeSubmission(db, { ...submission, ...claim })) === 1;
}
