// The INITIAL cash deposit: once per cash register and day in Podgorica, before the first
// cash invoice (Spec, Rules 3–5). One row a register and day; its claim makes it a single flight
// over all workers. State by state: pending (being registered), registered, refused (the next cash
// invoice tries again), offline (unanswered; delivered later, before the invoices of its day).

import { DELIVERY_WINDOW_HOURS, FORMS, parseFailure } from '@fiscal/domain';
import type { Failure, StoredFailure } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '../audit/audit-actions.ts';
import { insertAudit } from '../audit/audit-row.ts';
import type { ComposedAction } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { RECORD_REPLY, replyValues, insertSubmission } from '../fiscalization/submissions.ts';
import type { ReplyValues, NewSubmission, SubmissionReply } from '../fiscalization/submissions.ts';
import { columnsOf } from '../work/work.ts';
import type { Claim } from '../work/work.ts';

/** See the head of the file. */
export type CashDepositStatus = 'pending' | 'registered' | 'refused' | 'offline';

/** The key of a deposit. */
export interface DepositDay {
  cashRegisterId: string;
  tcrCode: string;
  /** Calendar day in Podgorica, `YYYY-MM-DD`. */
  localDate: string;
}

/** What the authority has for a day: both null where that is not known, or where it has nothing. */
export interface KnownDeposit {
  /** Decimal text with 2 decimals. */
  cashAmount: string | null;
  fcdc: string | null;
}

/** A claimed deposit; only the holder of the newest token writes its result. */
export interface ClaimedCashDeposit {
  id: string;
  cashRegisterId: string;
  claim: Claim;
  /** By PostgreSQL's clock. */
  claimedAt: Date;
  /** What is to be registered: decimal text with 2 decimals. */
  requestedAmount: string;
  /** XSD ChangeDateTime of the first message; null if none was written yet. */
  changeDateTime: string | null;
  /** Registered before, and now to be changed by hand. */
  wasRegistered: boolean;
  /** What the authority had before this message, as far as it is known. */
  known: KnownDeposit;
  /** How often it was claimed, this time included. */
  attempts: number;
}

const claim = statement.maybe<
  DepositDay & { id: string; leaseMs: number; amount: string | null; isAgain: boolean },
  ClaimedCashDeposit
>(
  'claim_cash_deposit',
  `insert into cash_deposit as d
     (id, cash_register_id, local_date, form, requested_amount, tcr_code, status, claim_token, leased_until,
      attempts)
   values (:id, :cashRegisterId, :localDate::date, ${FORMS.cashDeposit}, coalesce(:amount, (
       select initial_cash_amount from cash_register where id = :cashRegisterId)), :tcrCode, 'pending', 1,
     now() + :leaseMs * interval '1 millisecond', 1)
   on conflict (cash_register_id, tcr_code, local_date) do update
   set claim_token = d.claim_token + 1, leased_until = excluded.leased_until,
       requested_amount = coalesce(:amount, d.requested_amount),
       attempts = d.attempts + 1, updated_at = now(),
       status = case d.status when 'refused' then 'pending' else d.status end,
       change_date_time =
         case when d.status in ('refused', 'registered') then null else d.change_date_time end
   where (d.status in ('pending', 'refused', 'offline') or :isAgain::boolean)
     and (d.leased_until is null or d.leased_until < now()) and d.form <= ${FORMS.cashDeposit}
   returning id, cash_register_id as "cashRegisterId",
     json_build_object('subjectId', id, 'token', claim_token::text) as claim,
     requested_amount as "requestedAmount", change_date_time as "changeDateTime",
     status = 'registered' as "wasRegistered",
     json_build_object('cashAmount', cash_amount, 'fcdc', fcdc) as known, attempts,
     now() as "claimedAt"`,
);

/**
 * Claims the INITIAL deposit of the day. A refused one is begun anew; an unanswered one is sent
 * again.
 * @param again claims a registered one, too: the authority lets its amount change until the first
 * cash invoice of the day (Protocol §4). `cashAmount`: decimal text with 2 decimals; null leaves
 * the amount that was asked for last, the register's `initialCashAmount` where there was none.
 * @returns null if there is nothing to do, or another claim of it is valid.
 */
export function claimInitialDeposit(
  db: Database,
  day: DepositDay,
  leaseMs: number,
  again: { cashAmount: string | null } | null = null,
): Promise<ClaimedCashDeposit | null> {
  const amount = again?.cashAmount ?? null;
  return claim(db, { ...day, id: uuidv7(), leaseMs, amount, isAgain: again !== null });
}

const renewing = (table: 'cash_deposit' | 'withdrawal') => `
  update ${table} d set leased_until = now() + :leaseMs * interval '1 millisecond'
  from held where d.id = held.id and d.claim_token = held.token and d.leased_until is not null
  returning d.id as "subjectId", d.claim_token as token`;
const renew = statement.all<{ subjectIds: string[]; tokens: string[]; leaseMs: number }, Claim>(
  'renew_deposit_leases',
  `with held as (
     select * from unnest(:subjectIds::uuid[], :tokens::bigint[]) as held (id, token)
   ), deposits as (${renewing('cash_deposit')}), withdrawals as (${renewing('withdrawal')})
   select * from deposits union all select * from withdrawals`,
);

/**
 * Renews the leases of claimed deposits and withdrawals.
 * @returns the claims that are still the newest.
 */
export function renewDepositLeases(
  db: Database,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Claim[]> {
  return renew(db, { ...columnsOf(claims), leaseMs });
}

const find = statement.maybe<
  DepositDay,
  { status: CashDepositStatus; failure: StoredFailure | null }
>(
  'find_initial_deposit',
  `select status, failure from cash_deposit
   where cash_register_id = :cashRegisterId and tcr_code = :tcrCode and local_date = :localDate::date`,
);

/** Null where no deposit of the day was begun. */
export async function findInitialDeposit(
  db: Database,
  day: DepositDay,
): Promise<{ status: CashDepositStatus; failure: Failure | null } | null> {
  const row = await find(db, day);
  return row && { ...row, failure: parseFailure(row.failure) };
}

interface HeldDeposit {
  depositId: string;
  token: string;
}

const storeSubmission = statement.run<HeldDeposit & NewSubmission & { changeDateTime: string }>(
  'insert_deposit_submission',
  `with fixed as (
     update cash_deposit
     set change_date_time = coalesce(change_date_time, :changeDateTime), updated_at = now(),
         cash_amount = null, fcdc = null
     where id = :depositId and claim_token = :token
     returning id, cash_register_id
   ) ${insertSubmission('cash_deposit_id', 'fixed')}`,
);

/**
 * Stores the message of a deposit before it is sent. From now on, until a reply comes, it is not
 * known what the authority has.
 * @param changeDateTime XSD ChangeDateTime; the first one is kept.
 * @returns false if the claim was lost.
 */
export async function storeDepositSubmission(
  db: Database,
  { claim }: ClaimedCashDeposit,
  changeDateTime: string,
  submission: NewSubmission,
): Promise<boolean> {
  const held = { depositId: claim.subjectId, token: claim.token };
  const values = { ...submission, ...held, changeDateTime };
  return (await storeSubmission(db, values)) === 1;
}

/** @param also what else the statement sets. */
function recording(
  name: string,
  table: 'cash_deposit' | 'withdrawal',
  action: ComposedAction<AuditAction>,
  also: string,
) {
  return statement.run<
    ReplyValues & HeldDeposit & Omit<CashDepositResult, 'failure'> & { failure: string | null }
  >(
    name,
    `with replied as (${RECORD_REPLY}), recorded as (
       update ${table}
       set status = :status::cash_deposit_status, fcdc = :fcdc, failure = :failure::json, ${also}
           next_attempt_at = now() + :nextAttemptMs * interval '1 millisecond',
           leased_until = null, updated_at = now()
       where id = :depositId and claim_token = :token
       returning id, cash_register_id, status
     ), audited as (${insertAudit(
       {
         actor: `'worker'`,
         companyId: 'r.company_id',
         action,
         entityId: 'd.id',
         after: `jsonb_build_object(
           'fcdc', :fcdc::text, 'cashAmount', :cashAmount::text, 'failure', :failure::json)`,
       },
       'recorded d join cash_register r on r.id = d.cash_register_id',
     )})
     select id from recorded`,
  );
}
type Recorded<Noun extends string> = ComposedAction<
  Extract<AuditAction, `${Noun}.${CashDepositResult['status']}`>
>;
const DEPOSIT: Recorded<'cash-deposit'> = { sql: `'cash-deposit.' || d.status` };
const WITHDRAWAL: Recorded<'withdrawal'> = { sql: `'withdrawal.' || d.status` };
const RECORD = {
  deposit: recording(
    'record_cash_deposit',
    'cash_deposit',
    DEPOSIT,
    `cash_amount = :cashAmount, deliver_before = case when :status::text = 'offline'
       then coalesce(deliver_before, created_at + interval '${DELIVERY_WINDOW_HOURS} hours') end,`,
  ),
  withdrawal: recording('record_withdrawal', 'withdrawal', WITHDRAWAL, ''),
};

/** What became of a deposit, with what the authority has now, as far as it is known. */
export interface CashDepositResult extends KnownDeposit {
  status: Exclude<CashDepositStatus, 'pending'>;
  failure: Failure | null;
  /** For `offline`: how long until it is tried again. */
  nextAttemptMs: number | null;
}

/**
 * Records the outcome of a deposit, or of a withdrawal.
 * @param reply null if nothing could be sent.
 * @returns false if the claim was lost.
 */
export async function recordCashDeposit(
  db: Database,
  { claim }: { claim: Claim },
  reply: SubmissionReply | null,
  result: CashDepositResult,
  of: keyof typeof RECORD = 'deposit',
): Promise<boolean> {
  const failure = result.failure === null ? null : JSON.stringify(result.failure);
  const held = { depositId: claim.subjectId, token: claim.token };
  const values = { ...replyValues(reply), ...held, ...result, failure };
  return (await RECORD[of](db, values)) === 1;
}
