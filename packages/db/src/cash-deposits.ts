// The INITIAL cash deposit of 0.00: once per cash register and day in Podgorica, before the first
// cash invoice (Spec, Rules 3–5). One row a register and day; its claim makes it a single flight
// over all workers. State by state: pending (being registered), registered, refused (the next cash
// invoice tries again), offline (unanswered; delivered later, before the invoices of its day).

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { run } from './client.ts';
import type { Database } from './client.ts';
import { scopeValues } from './delivery-scope.ts';
import type { DeliveryScope } from './delivery-scope.ts';
import type { Failure } from './invoices.ts';
import { ANSWER_SUBMISSION, answerValues } from './submissions.ts';
import type { NewSubmission, SubmissionAnswer } from './submissions.ts';

export type CashDepositStatus = 'pending' | 'registered' | 'refused' | 'offline';

/** The deposit of which drawer and day. */
export interface DepositDay {
  cashRegisterId: string;
  tcrCode: string;
  /** Calendar day in Podgorica, `YYYY-MM-DD`. */
  localDate: string;
}

/** What the authority has for a day: both null where nobody knows, or where it has nothing. */
export interface KnownDeposit {
  /** Decimal text with 2 decimals. */
  cashAmount: string | null;
  fcdc: string | null;
}

/** A deposit in hand; only the holder of the newest token writes its result. */
export interface ClaimedCashDeposit {
  id: string;
  cashRegisterId: string;
  claimToken: string;
  /** What is to be registered: decimal text with 2 decimals. */
  requestedAmount: string;
  /** XSD ChangeDateTime of the first message; null if none was written yet. */
  changeDateTime: string | null;
  /** Registered before, and now to be changed by hand. */
  wasRegistered: boolean;
  /** What the authority had before this message, as far as it is known. */
  known: KnownDeposit;
  /** How often it was taken in hand, this time included. */
  attempts: number;
}

const CLAIM = {
  name: 'claim_cash_deposit',
  text: `
    insert into cash_deposit as d
      (id, cash_register_id, local_date, requested_amount, tcr_code, status, claim_token, leased_until,
       attempts)
    values ($1, $2, $3::date, coalesce($5, '0.00'), $7, 'pending', 1,
      now() + $4 * interval '1 millisecond', 1)
    on conflict (cash_register_id, tcr_code, local_date) do update
    set claim_token = d.claim_token + 1, leased_until = excluded.leased_until,
        requested_amount = coalesce($5, d.requested_amount),
        attempts = d.attempts + 1, updated_at = now(),
        status = case d.status when 'refused' then 'pending' else d.status end,
        change_date_time =
          case when d.status in ('refused', 'registered') then null else d.change_date_time end
    where (d.status in ('pending', 'refused', 'offline') or $6::boolean)
      and (d.leased_until is null or d.leased_until < now())
    returning id, cash_register_id, claim_token, requested_amount, cash_amount, change_date_time,
      status, fcdc, attempts`,
};

/**
 * Takes the INITIAL deposit of the day in hand.
 * A refused one is begun anew; an unanswered one is sent again.
 * @param again takes a registered one, too: the authority lets its amount change until the first cash
 * invoice of the day (Protocol §4). `cashAmount`: decimal text with 2 decimals; null leaves the
 * amount that was asked for last, 0.00 where there was none.
 * @returns null if there is nothing to do, or it is in somebody else's hands.
 */
export async function claimInitialDeposit(
  db: Database,
  { cashRegisterId, tcrCode, localDate }: DepositDay,
  leaseMs: number,
  again: { cashAmount: string | null } | null = null,
): Promise<ClaimedCashDeposit | null> {
  const amount = again?.cashAmount ?? null;
  const values = [uuidv7(), cashRegisterId, localDate, leaseMs, amount, again !== null, tcrCode];
  const [row] = await run<ClaimRow>(db.pool, CLAIM, values);
  return row ? claimedOf(row) : null;
}

interface ClaimRow {
  id: string;
  cash_register_id: string;
  claim_token: string;
  requested_amount: string;
  cash_amount: string | null;
  change_date_time: string | null;
  status: CashDepositStatus;
  fcdc: string | null;
  attempts: number;
}

function claimedOf(row: ClaimRow): ClaimedCashDeposit {
  return {
    id: row.id,
    cashRegisterId: row.cash_register_id,
    claimToken: row.claim_token,
    requestedAmount: row.requested_amount,
    changeDateTime: row.change_date_time,
    wasRegistered: row.status === 'registered',
    known: { cashAmount: row.cash_amount, fcdc: row.fcdc },
    attempts: row.attempts,
  };
}

const FIND = {
  name: 'find_initial_deposit',
  text: `
    select status, failure from cash_deposit
    where cash_register_id = $1 and tcr_code = $2 and local_date = $3::date`,
};

/** Where the deposit of the day stands; null if nobody has begun with it. */
export async function findInitialDeposit(
  db: Database,
  { cashRegisterId, tcrCode, localDate }: DepositDay,
): Promise<{ status: CashDepositStatus; failure: Failure | null } | null> {
  const [row] = await run<{ status: CashDepositStatus; failure: Failure | null }>(db.pool, FIND, [
    cashRegisterId,
    tcrCode,
    localDate,
  ]);
  return row ?? null;
}

const STORE_SUBMISSION = {
  name: 'insert_deposit_submission',
  text: `
    with fixed as (
      update cash_deposit set change_date_time = coalesce(change_date_time, $3), updated_at = now(),
        cash_amount = null, fcdc = null
      where id = $1 and claim_token = $2
      returning id, cash_register_id
    )
    insert into submission (id, kind, cash_deposit_id, cash_register_id, certificate_id,
      request_uuid, send_date_time, subsequent_delivery, request)
    select $4, 'cash_deposit', id, cash_register_id, $5, $6, $7, $8, $9 from fixed
    returning id`,
};

/**
 * Stores the message of a deposit before it is sent. From now on, until it is answered, nobody knows
 * what the authority has.
 * @param changeDateTime XSD ChangeDateTime; the first one is kept.
 * @returns false if the claim was lost.
 */
export async function storeDepositSubmission(
  db: Database,
  deposit: ClaimedCashDeposit,
  changeDateTime: string,
  submission: NewSubmission,
): Promise<boolean> {
  const stored = await run(db.pool, STORE_SUBMISSION, [
    deposit.id,
    deposit.claimToken,
    changeDateTime,
    submission.id,
    submission.certificateId,
    submission.requestUuid,
    submission.sendDateTime,
    submission.subsequentDelivery,
    submission.request,
  ]);
  return stored.length === 1;
}

const SETTLE = {
  name: 'settle_cash_deposit',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update cash_deposit
      set status = $11::cash_deposit_status, fcdc = $12, failure = $13, cash_amount = $15,
          next_attempt_at = now() + $14 * interval '1 millisecond',
          deliver_before = case when $11::text = 'offline'
            then coalesce(deliver_before, created_at + interval '48 hours') end,
          leased_until = null, updated_at = now()
      where id = $9 and claim_token = $10
      returning id, cash_register_id, status
    ), audited as (
      insert into audit_log (actor, company_id, action, entity_id, after)
      select 'worker', r.company_id, 'cash-deposit.' || s.status, s.id,
             jsonb_build_object('fcdc', $12::text, 'cashAmount', $15::text, 'failure', $13::jsonb)
      from settled s join cash_register r on r.id = s.cash_register_id
    )
    select id from settled`,
};

/** What became of a deposit, with what the authority has now, as far as it is known. */
export interface CashDepositResult extends KnownDeposit {
  status: Exclude<CashDepositStatus, 'pending'>;
  failure: Failure | null;
  /** For `offline`: how long until it is tried again. */
  nextAttemptMs: number | null;
}

/** @param answer null if nothing could be sent. @returns false if the claim was lost. */
export async function settleCashDeposit(
  db: Database,
  deposit: ClaimedCashDeposit,
  answer: SubmissionAnswer | null,
  result: CashDepositResult,
): Promise<boolean> {
  const rows = await run(db.pool, SETTLE, [
    ...answerValues(answer),
    deposit.id,
    deposit.claimToken,
    result.status,
    result.fcdc,
    result.failure === null ? null : JSON.stringify(result.failure),
    result.nextAttemptMs,
    result.cashAmount,
  ]);
  return rows.length === 1;
}

/** An unanswered deposit whose next attempt is due, with what signing it needs. */
export interface DueDeposit extends DepositDay {
  environment: Environment;
  companyId: string;
  company: { tin: string };
  /** The active certificate of the environment; null if there is none. */
  certificateId: string | null;
  /** XSD ChangeDateTime of its first message: an instant of its day. */
  changeDateTime: string;
  /** How often it was taken in hand. */
  attempts: number;
}

const FIND_DUE = {
  name: 'find_due_deposits',
  text: `
    select d.cash_register_id as "cashRegisterId", d.tcr_code as "tcrCode",
           d.local_date::text as "localDate", d.change_date_time as "changeDateTime", d.attempts,
           r.environment, r.company_id as "companyId", c.tin, k.id as "certificateId"
    from cash_deposit d
    join cash_register r on r.id = d.cash_register_id
    join company c on c.id = r.company_id
    left join certificate k
      on k.company_id = r.company_id and k.environment = r.environment and k.is_active
    where d.status = 'offline' and d.next_attempt_at <= now() and d.deliver_before > now()
      and (d.leased_until is null or d.leased_until < now()) and r.environment = any($1::environment[])
      and (r.environment, r.company_id) not in (select * from unnest($2::environment[], $3::uuid[]))
    order by d.created_at limit 1`,
};

/** The oldest unanswered deposit that can be tried again now; null if there is none. */
export async function findDueDeposit(
  db: Database,
  scope: DeliveryScope,
): Promise<DueDeposit | null> {
  const [row] = await run<DueRow>(db.pool, FIND_DUE, scopeValues(scope));
  if (!row) return null;
  const { tin, ...due } = row;
  return { ...due, company: { tin } };
}

const POSTPONE = {
  name: 'postpone_deposit',
  text: `
    update cash_deposit
    set attempts = attempts + 1, next_attempt_at = now() + $4 * interval '1 millisecond'
    where cash_register_id = $1 and tcr_code = $2 and local_date = $3::date and status = 'offline'`,
};

/** A due deposit that cannot be signed now lets those of others go first. */
export async function postponeDeposit(
  db: Database,
  { cashRegisterId, tcrCode, localDate }: DepositDay,
  nextAttemptMs: number,
): Promise<void> {
  await run(db.pool, POSTPONE, [cashRegisterId, tcrCode, localDate, nextAttemptMs]);
}

type DueRow = Omit<DueDeposit, 'company'> & DueDeposit['company'];
