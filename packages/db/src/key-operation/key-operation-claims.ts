// The worker's side of registry-calls.ts: a call is taken in hand once, made, and its result written.

import type { Environment, Seller } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { TcrCodeHolder } from '../company/cash-registers.ts';
import type { Database } from '../connection/client.ts';
import type { ClaimedCashRegister } from '../fiscalization/invoice-claims.ts';
import type { KeyOperationInput, KeyOperationState } from './key-operations.ts';
import { ANSWER_SUBMISSION, answerValues } from '../fiscalization/submissions.ts';
import type { NewSubmission, SubmissionAnswer } from '../fiscalization/submissions.ts';
import { violates } from '../connection/unique-violation.ts';
import { IS_FREE, taking } from '../work/work.ts';
import type { Claim } from '../work/work.ts';

interface Claimed {
  id: string;
  claim: Claim;
  companyId: string;
  environment: Environment;
  company: Pick<Seller, 'tin'>;
}

/** A call to the authority in hand, with everything that signing needs. */
export interface ClaimedAuthorityOperation extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'register-tcr' | 'initial-deposit' }>;
  cashRegister: ClaimedCashRegister & { internalId: string; type: 'REGULAR' | 'VENDING' };
  /** The active one of the environment; null if there is none. */
  certificateId: string | null;
}

/** A call in hand that only asks for a signature. */
export interface ClaimedLocalSigning extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'recreate-iic' | 'test-signature' }>;
}

export type ClaimedKeyOperation = ClaimedAuthorityOperation | ClaimedLocalSigning;

const CLAIM = {
  name: 'claim_registry_call',
  text: `
    with next as (
      select w.subject_id from work w join registry_call c on c.id = w.subject_id
      where w.kind = 'call' and c.expires_at > now() and ${IS_FREE}
      order by w.scheduled_at limit 1 for update of w skip locked
    ), claimed as (
      update work w set ${taking()}
      from next where w.subject_id = next.subject_id and w.kind = 'call'
      returning w.subject_id, w.token
    )
    select c.id, claimed.token, c.kind, c.cash_amount, c.input, c.cash_register_id,
           o.id as company_id, coalesce(c.environment, r.environment) as environment, o.tin,
           r.tcr_code, r.internal_id, r.type, r.business_unit_code, r.software_code,
           r.operator_code, r.maintainer_code, coalesce(c.certificate_id, k.id) as certificate_id
    from claimed join registry_call c on c.id = claimed.subject_id
    left join cash_register r on r.id = c.cash_register_id
    join company o on o.id = coalesce(c.company_id, r.company_id)
    left join certificate k
      on k.company_id = o.id and k.environment = coalesce(c.environment, r.environment) and k.is_active`,
};

interface ClaimRow {
  id: string;
  token: string;
  kind: KeyOperationInput['kind'];
  cash_amount: string | null;
  input: Pick<
    Extract<KeyOperationInput, { kind: 'recreate-iic' }>,
    'values' | 'expectedIic'
  > | null;
  cash_register_id: string | null;
  company_id: string;
  environment: Environment;
  tin: string;
  tcr_code: string | null;
  internal_id: string | null;
  type: 'REGULAR' | 'VENDING' | null;
  business_unit_code: string | null;
  software_code: string | null;
  operator_code: string | null;
  maintainer_code: string | null;
  certificate_id: string | null;
}

/** Takes the call that has waited for the longest; null if there is none that somebody waits for. */
export async function claimNextKeyOperation(
  db: Database,
  leaseMs: number,
): Promise<ClaimedKeyOperation | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM, [leaseMs]);
  if (!row) return null;
  const { company_id: companyId, environment } = row;
  const company = { tin: row.tin };
  const claim = { subjectId: row.id, token: row.token };
  const claimed = { id: row.id, claim, companyId, environment, company };
  switch (row.kind) {
    case 'register-tcr':
    case 'initial-deposit':
      return { ...claimed, ...authorityCallOf(row) };
    case 'recreate-iic': {
      const { values, expectedIic } = there(row, row.input);
      const { kind } = row;
      return { ...claimed, input: { kind, companyId, environment, values, expectedIic } };
    }
    case 'test-signature': {
      const certificateId = there(row, row.certificate_id);
      return { ...claimed, input: { kind: row.kind, companyId, environment, certificateId } };
    }
  }
}

function authorityCallOf(row: ClaimRow): Omit<ClaimedAuthorityOperation, keyof Claimed> {
  const cashRegisterId = there(row, row.cash_register_id);
  return {
    input:
      row.kind === 'initial-deposit'
        ? { kind: row.kind, cashRegisterId, cashAmount: row.cash_amount ?? '0.00' }
        : { kind: 'register-tcr', cashRegisterId },
    cashRegister: {
      tcrCode: row.tcr_code,
      internalId: there(row, row.internal_id),
      type: there(row, row.type),
      businessUnitCode: there(row, row.business_unit_code),
      softwareCode: there(row, row.software_code),
      operatorCode: there(row, row.operator_code),
      maintainerCode: there(row, row.maintainer_code),
    },
    certificateId: row.certificate_id,
  };
}

/** What a call of this kind always has. */
function there<Value>({ id, kind }: ClaimRow, value: Value | null): Value {
  if (value === null) throw new Error(`registry call ${id} (${kind}) lacks a value`);
  return value;
}

const STORE_SUBMISSION = {
  name: 'insert_tcr_submission',
  text: `
    insert into submission (id, kind, registry_call_id, cash_register_id, certificate_id,
      request_uuid, send_date_time, request)
    values ($1, 'tcr', $2, $3, $4, $5, $6, $7)`,
};

/** Stores a RegisterTCR message before it is sent. */
export async function storeTcrSubmission(
  db: Database,
  call: ClaimedAuthorityOperation,
  submission: NewSubmission,
): Promise<void> {
  await run(db.pool, STORE_SUBMISSION, [
    submission.id,
    call.id,
    call.input.cashRegisterId,
    submission.certificateId,
    submission.requestUuid,
    submission.sendDateTime,
    submission.request,
  ]);
}

const SETTLE = {
  name: 'settle_registry_call',
  text: `
    with answered as (${ANSWER_SUBMISSION}), holder as (
      select case when other.company_id = own.company_id then other.name end as name
      from registry_call c
      join cash_register own on own.id = c.cash_register_id
      join cash_register other on other.environment = own.environment and other.id <> own.id
      where c.id = $9 and other.tcr_code = $14::text
    ), done as (
      delete from work
      where subject_id = $9 and token = $10 and kind = 'call' and not exists (select from holder)
      returning subject_id
    ), settled as (
      update registry_call c
      set status = $11::registry_call_status, result = $12, failure = $13, updated_at = now()
      from done where c.id = done.subject_id and c.status = 'pending'
      returning id, cash_register_id, company_id, certificate_id, kind
    ), coded as (
      update cash_register r set tcr_code = $14, updated_at = now()
      from settled where r.id = settled.cash_register_id and $14::text is not null
    ), audited as (
      insert into audit_log (actor, company_id, action, entity_id, after)
      select 'worker', coalesce(s.company_id, r.company_id), s.kind || '.' || $11::text,
             coalesce(s.cash_register_id, s.certificate_id), coalesce($12::jsonb, $13::jsonb)
      from settled s left join cash_register r on r.id = s.cash_register_id
    )
    select name from holder`,
};

/**
 * Writes down what came of a call; a TCR's code goes on the cash register with it.
 * @param answer null if no message of the call itself was sent.
 * @returns who has the TCR code that is to be stored: then only the answer was written down.
 */
export async function recordKeyOperation(
  db: Database,
  call: ClaimedKeyOperation,
  answer: SubmissionAnswer | null,
  state: Exclude<KeyOperationState, { status: 'pending' }>,
): Promise<TcrCodeHolder | null> {
  const isDone = state.status === 'done';
  const tcrCode = isDone && state.result.kind === 'register-tcr' ? state.result.tcrCode : null;
  const values = [
    ...answerValues(answer),
    call.id,
    call.claim.token,
    state.status,
    isDone ? JSON.stringify(state.result) : null,
    isDone ? null : JSON.stringify(state.failure),
    tcrCode,
  ];
  for (;;) {
    try {
      const [holder] = await run<{ name: string | null }>(db.pool, SETTLE, values);
      return holder ?? null;
    } catch (error) {
      // Another one got the code at this moment: the statement sees it now.
      if (!violates(error, 'cash_register_tcr_code_key')) throw error;
    }
  }
}

const FORGET_EXPIRED = {
  name: 'forget_expired_calls',
  text: `
    delete from work w using registry_call c
    where w.kind = 'call' and c.id = w.subject_id and c.expires_at <= now() and ${IS_FREE}`,
};

/** Nobody waits for these calls any more, and nobody makes them. */
export async function deleteExpiredKeyOperations(db: Database): Promise<void> {
  await run(db.pool, FORGET_EXPIRED, []);
}
