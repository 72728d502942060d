// The INITIAL cash deposit of 0.00: once per cash register and day in Podgorica, before the first
// cash invoice (Spec, Rules 3–5). One row a register and day; its claim makes it a single flight
// over all workers. State by state: pending (being registered), registered, refused (the next cash
// invoice tries again), offline (unanswered; delivered later, before the invoices of its day).

import { v7 as uuidv7 } from 'uuid';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import type { Failure } from '../invoice/stored-invoice.ts';
import { ANSWER_SUBMISSION, answerValues } from '../fiscalization/submissions.ts';
import type { NewSubmission, SubmissionAnswer } from '../fiscalization/submissions.ts';
import { columnsOf } from '../work/work.ts';
import type { Claim } from '../work/work.ts';

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
  claim: Claim;
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
    claim: { subjectId: row.id, token: row.claim_token },
    requestedAmount: row.requested_amount,
    changeDateTime: row.change_date_time,
    wasRegistered: row.status === 'registered',
    known: { cashAmount: row.cash_amount, fcdc: row.fcdc },
    attempts: row.attempts,
  };
}

const RENEW = {
  name: 'renew_deposit_leases',
  text: `
    update cash_deposit d set leased_until = now() + $3 * interval '1 millisecond'
    from unnest($1::uuid[], $2::bigint[]) as held (id, token)
    where d.id = held.id and d.claim_token = held.token and d.leased_until is not null
    returning d.id as "subjectId", d.claim_token as token`,
};

/** Renews the leases of deposits in hand. @returns the claims that are still the newest. */
export function renewDepositLeases(
  db: Database,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Claim[]> {
  return run<Claim>(db.pool, RENEW, [...columnsOf(claims), leaseMs]);
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
    deposit.claim.token,
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
export async function recordCashDeposit(
  db: Database,
  deposit: ClaimedCashDeposit,
  answer: SubmissionAnswer | null,
  result: CashDepositResult,
): Promise<boolean> {
  const rows = await run(db.pool, SETTLE, [
    ...answerValues(answer),
    deposit.id,
    deposit.claim.token,
    result.status,
    result.fcdc,
    result.failure === null ? null : JSON.stringify(result.failure),
    result.nextAttemptMs,
    result.cashAmount,
  ]);
  return rows.length === 1;
}
