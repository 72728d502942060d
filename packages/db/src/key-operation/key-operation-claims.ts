// The worker's side of key-operations.ts: an operation is claimed once, done, and its result
// recorded.

import { FORMS } from '@fiscal/domain';
import type { Environment, Seller } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import type { ComposedAction } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { statement, violates } from '../connection/statement.ts';
import { LAST_DAY } from '../company/cash-registers.ts';
import type { EnteredCodes, TcrCodeHolder } from '../company/cash-registers.ts';
import { RECORD_REPLY, replyValues, insertSubmission } from '../fiscalization/submissions.ts';
import type { ReplyValues, NewSubmission, SubmissionReply } from '../fiscalization/submissions.ts';
import { CLAIMING, IS_FREE } from '../work/work.ts';
import type { Claim } from '../work/work.ts';
import type { KeyOperationInput, KeyOperationState } from './key-operations.ts';

interface Claimed {
  id: string;
  claim: Claim;
  /** By PostgreSQL's clock. */
  claimedAt: Date;
  companyId: string;
  environment: Environment;
  company: Pick<Seller, 'tin'>;
  /** What asked for it, as `traceparent`; null where nothing was traced. */
  trace: string | null;
}

/** Sends a message to the authority for a cash register, signed with `certificateId`. */
export interface ClaimedAuthorityOperation extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'register-tcr' | 'initial-deposit' }>;
  cashRegister: EnteredCodes & {
    internalId: string;
    type: 'REGULAR' | 'VENDING';
    /** XSD ValidTo, `YYYY-MM-DD`: asked for now, or known and not over; else null. */
    validTo: string | null;
    unconfirmedLastDay: string | null;
    /** See LAST_DAY. */
    lastDay: string | null;
  };
  certificateId: string | null;
}

/** Signs something that is not sent. */
export interface ClaimedLocalSigning extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'recreate-iic' | 'test-signature' }>;
}

/** Asks the public receipt check; signs nothing. */
export interface ClaimedReceiptCheck extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'check-receipt' }>;
}

/** An operation that one worker executes; only the newest claim records its result. */
export type ClaimedKeyOperation =
  ClaimedAuthorityOperation | ClaimedLocalSigning | ClaimedReceiptCheck;

/**
 * What is registered of one cash register is registered one after the other: of two last days the
 * one that is stored at the end is the one that the authority got at the end. ADR 11.
 */
const IS_BEHIND_ANOTHER = `
  o.kind = 'register-tcr' and exists (
    select from work w2 join key_operation o2 on o2.id = w2.subject_id
    where w2.kind = 'key_operation' and o2.kind = o.kind and o2.id <> o.id
      and o2.cash_register_id = o.cash_register_id
      and (w2.leased_until >= now() or o2.expires_at > now() and o2.form <= ${FORMS.keyOperation}
        and (w2.scheduled_at, w2.subject_id) < (w.scheduled_at, w.subject_id)))`;

/**
 * Claims the operation that has waited for the longest; null if there is none that has not expired.
 */
export const claimNextKeyOperation = statement.maybe<{ leaseMs: number }, ClaimedKeyOperation>(
  'claim_key_operation',
  `with next as (
     select w.subject_id from work w join key_operation o on o.id = w.subject_id
     where w.kind = 'key_operation' and o.expires_at > now() and ${IS_FREE}
       and o.form <= ${FORMS.keyOperation} and not (${IS_BEHIND_ANOTHER})
     order by w.scheduled_at limit 1 for update of w skip locked
   ), claimed as (
     update work w set ${CLAIMING}
     from next where w.subject_id = next.subject_id and w.kind = 'key_operation'
     returning w.subject_id, w.token, w.trace
   )
   select o.id, json_build_object('subjectId', o.id, 'token', claimed.token) as claim, claimed.trace,
          now() as "claimedAt", c.id as "companyId", about.environment, json_build_object('tin', c.tin) as company,
          case o.kind
            when 'recreate-iic' then json_build_object('kind', o.kind, 'companyId', c.id,
              'environment', about.environment, 'values', o.input -> 'values',
              'expectedIic', o.input -> 'expectedIic')
            when 'check-receipt' then json_build_object('kind', o.kind, 'cashRegisterId', r.id,
              'companyId', c.id, 'environment', about.environment, 'values', o.input -> 'values',
              'expectedIic', o.input -> 'expectedIic')
            when 'test-signature' then json_build_object('kind', o.kind, 'companyId', c.id,
              'environment', about.environment, 'certificateId', o.certificate_id)
            when 'initial-deposit' then json_build_object('kind', o.kind,
              'cashRegisterId', r.id, 'cashAmount', coalesce(o.cash_amount, '0.00'))
            else json_build_object('kind', o.kind, 'cashRegisterId', r.id)
          end as input,
          json_build_object('tcrCode', r.tcr_code, 'internalId', r.internal_id, 'type', r.type,
            'businessUnitCode', r.business_unit_code, 'softwareCode', r.software_code,
            'operatorCode', r.operator_code, 'maintainerCode', r.maintainer_code,
            'validTo', coalesce(o.input ->> 'lastDay', known.last_day::text),
            'unconfirmedLastDay', r.unconfirmed_last_day, 'lastDay', ${LAST_DAY}
          ) as "cashRegister",
          coalesce(o.certificate_id, k.id) as "certificateId"
   from claimed join key_operation o on o.id = claimed.subject_id
   left join cash_register r on r.id = o.cash_register_id
   left join lateral (select coalesce(r.unconfirmed_last_day, r.last_day) as last_day) known
     on known.last_day >= (now() at time zone 'Europe/Podgorica')::date
   cross join lateral (select coalesce(o.environment, r.environment) as environment) about
   join company c on c.id = coalesce(o.company_id, r.company_id)
   left join certificate k
     on k.company_id = c.id and k.environment = about.environment and k.is_active`,
);

const storeSubmission = statement.run<
  NewSubmission & { operationId: string; validTo: string | null }
>(
  'insert_tcr_submission',
  `with asked as (
     update cash_register r
     set unconfirmed_last_day = least(r.unconfirmed_last_day, :validTo::date), updated_at = now()
     from key_operation o
     where o.id = :operationId and r.id = o.cash_register_id
       and coalesce(r.last_day, 'infinity') <> :validTo::date
   ) ${insertSubmission('key_operation_id', '(select * from key_operation where id = :operationId)')}`,
);

/**
 * Stores a message of an operation before it is sent. Until its reply is recorded, the authority
 * may have the last day that it says.
 */
export async function storeTcrSubmission(
  db: Database,
  operation: ClaimedAuthorityOperation,
  submission: NewSubmission,
): Promise<void> {
  const { validTo } = operation.cashRegister;
  await storeSubmission(db, { ...submission, operationId: operation.id, validTo });
}

type Ended = Exclude<KeyOperationState, { status: 'pending' }>;
const RECORDED: ComposedAction<`${KeyOperationInput['kind']}.${Ended['status']}`> = {
  sql: `o.kind || '.' || :status::text`,
};

const record = statement.maybe<
  ReplyValues & {
    operationId: string;
    token: string;
    status: Ended['status'];
    /** JSON. */
    result: string | null;
    failure: string | null;
    tcrCode: string | null;
    validTo: string | null;
    /** Nothing of the message is registered: what was not confirmed before it still is not. */
    isRefused: boolean;
    unconfirmedLastDay: string | null;
  },
  TcrCodeHolder
>(
  'record_key_operation',
  `with replied as (${RECORD_REPLY}), holder as (
     select case when other.company_id = own.company_id then other.name end as name
     from key_operation o
     join cash_register own on own.id = o.cash_register_id
     join cash_register other on other.environment = own.environment and other.id <> own.id
     where o.id = :operationId and other.tcr_code = :tcrCode::text
   ), done as (
     delete from work
     where subject_id = :operationId and token = :token and kind = 'key_operation'
       and not exists (select from holder)
     returning subject_id
   ), recorded as (
     update key_operation o
     set status = :status::key_operation_status, result = :result::json,
         failure = :failure::json, updated_at = now()
     from done where o.id = done.subject_id and o.status = 'pending'
     returning id, cash_register_id, company_id, certificate_id, kind
   ), coded as (
     update cash_register r
     set tcr_code = coalesce(:tcrCode, r.tcr_code), updated_at = now(),
         last_day = case when :tcrCode::text is null then r.last_day
           else coalesce(:validTo::date, case when r.tcr_code = :tcrCode then r.last_day end) end,
         unconfirmed_last_day = case when :tcrCode::text is null then :unconfirmedLastDay::date end
     from recorded
     where r.id = recorded.cash_register_id and (:tcrCode::text is not null or :isRefused
       and r.unconfirmed_last_day is distinct from :unconfirmedLastDay::date)
   ), audited as (${insertAudit(
     {
       actor: `'worker'`,
       companyId: 'coalesce(o.company_id, r.company_id)',
       action: RECORDED,
       entityId: 'coalesce(o.cash_register_id, o.certificate_id)',
       after: 'coalesce(:result::json, :failure::json)',
     },
     'recorded o left join cash_register r on r.id = o.cash_register_id',
   )})
   select name from holder`,
);

/**
 * Records the outcome of an operation; a TCR's code and last day go on the cash register with it.
 * @param reply null if no message of the operation itself was sent.
 * @returns who has the TCR code that is to be stored: then only the reply was recorded.
 */
export async function recordKeyOperation(
  db: Database,
  operation: ClaimedKeyOperation,
  reply: SubmissionReply | null,
  state: Ended,
): Promise<TcrCodeHolder | null> {
  const { id, claim } = operation;
  const { status } = state;
  const result = status === 'done' ? state.result : null;
  const register = 'cashRegister' in operation ? operation.cashRegister : null;
  const values = {
    ...replyValues(reply),
    operationId: id,
    token: claim.token,
    status,
    result: result && JSON.stringify(result),
    failure: status === 'failed' ? JSON.stringify(state.failure) : null,
    tcrCode: result?.kind === 'register-tcr' ? result.tcrCode : null,
    validTo: register?.validTo ?? null,
    isRefused: reply?.outcome === 'refused' || reply?.wasSent === false,
    unconfirmedLastDay: register?.unconfirmedLastDay ?? null,
  };
  for (;;) {
    try {
      return await record(db, values);
    } catch (error) {
      // Another one got the code meanwhile: the statement sees it now.
      if (!violates(error, 'cash_register_tcr_code_key')) throw error;
    }
  }
}

/** Deletes the work of operations that have expired: none of them is done any more. */
export const deleteExpiredKeyOperations = statement.run<object>(
  'delete_expired_key_operations',
  `delete from work w using key_operation o
   where w.kind = 'key_operation' and o.id = w.subject_id and o.expires_at <= now() and ${IS_FREE}`,
);
