// Calls of the API that only the worker can make: registering a TCR, a deposit by hand. The API
// writes the call and waits; the worker claims it, makes it and writes the result. State by state:
// pending → done | failed. An expired call is never made: nobody waits for it any more.

import type { Seller } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { run } from './client.ts';
import type { Database } from './client.ts';
import type { ClaimedCashRegister } from './invoice-claims.ts';
import type { Failure, InvoiceScope } from './invoices.ts';
import { ANSWER_SUBMISSION, answerValues } from './submissions.ts';
import type { NewSubmission, SubmissionAnswer } from './submissions.ts';

/** What is called. */
export type RegistryCallInput =
  | { kind: 'register-tcr' }
  /** Decimal text with 2 decimals. */
  | { kind: 'initial-deposit'; cashAmount: string };

/** What the authority gave. */
export type RegistryResult =
  | { kind: 'register-tcr'; tcrCode: string }
  | {
      kind: 'initial-deposit';
      /** Null if the authority says 56 and we never saw its code. */
      fcdc: string | null;
      cashAmount: string;
      /** Calendar day in Podgorica. */
      date: string;
      tcrCode: string;
      alreadyRegistered: boolean;
    };

/** How far a call is. */
export type RegistryCallState =
  | { status: 'pending' }
  | { status: 'done'; result: RegistryResult }
  | { status: 'failed'; failure: Failure };

const INSERT = {
  name: 'insert_registry_call',
  text: `
    with added as (
      insert into registry_call (id, cash_register_id, kind, cash_amount, expires_at)
      values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond')
      returning id
    )
    insert into outbox (job, entity_id) select 'call-registry', id from added`,
};

/** Writes a call with its outbox row. @returns its id. */
export async function insertRegistryCall(
  db: Database,
  cashRegisterId: string,
  input: RegistryCallInput,
  validForMs: number,
): Promise<string> {
  const id = uuidv7();
  const cashAmount = input.kind === 'initial-deposit' ? input.cashAmount : null;
  await run(db.pool, INSERT, [id, cashRegisterId, input.kind, cashAmount, validForMs]);
  return id;
}

const FIND = {
  name: 'find_registry_call',
  text: 'select status, result, failure from registry_call where id = $1',
};

/** @throws Error if there is no such call. */
export async function findRegistryCall(db: Database, id: string): Promise<RegistryCallState> {
  const [row] = await run<{
    status: RegistryCallState['status'];
    result: RegistryResult | null;
    failure: Failure | null;
  }>(db.pool, FIND, [id]);
  if (row?.status === 'done' && row.result) return { status: 'done', result: row.result };
  if (row?.status === 'failed' && row.failure) return { status: 'failed', failure: row.failure };
  if (row?.status === 'pending') return { status: 'pending' };
  throw new Error(`registry call ${id} has no result`);
}

/** A call in hand, with everything that signing needs. */
export interface ClaimedRegistryCall extends InvoiceScope {
  id: string;
  claimToken: string;
  input: RegistryCallInput;
  cashRegisterId: string;
  cashRegister: ClaimedCashRegister & { internalId: string; type: 'REGULAR' | 'VENDING' };
  company: Pick<Seller, 'tin'>;
  certificateId: string | null;
}

const CLAIM = {
  name: 'claim_registry_call',
  text: `
    with claimed as (
      update registry_call
      set claim_token = claim_token + 1, updated_at = now(),
          leased_until = now() + $2 * interval '1 millisecond'
      where id = $1 and status = 'pending' and expires_at > now()
        and (leased_until is null or leased_until < now())
      returning *
    )
    select c.id, c.claim_token, c.kind, c.cash_amount, c.cash_register_id, r.company_id,
           r.environment, r.tcr_code, r.internal_id, r.type, r.business_unit_code, r.software_code,
           r.operator_code, r.maintainer_code, o.tin, k.id as certificate_id
    from claimed c
    join cash_register r on r.id = c.cash_register_id
    join company o on o.id = r.company_id
    left join certificate k
      on k.company_id = r.company_id and k.environment = r.environment and k.is_active`,
};

interface ClaimRow {
  id: string;
  claim_token: string;
  kind: RegistryCallInput['kind'];
  cash_amount: string | null;
  cash_register_id: string;
  company_id: string;
  environment: InvoiceScope['environment'];
  tcr_code: string | null;
  internal_id: string;
  type: 'REGULAR' | 'VENDING';
  business_unit_code: string;
  software_code: string;
  operator_code: string;
  maintainer_code: string;
  tin: string;
  certificate_id: string | null;
}

/** @returns null if it is settled, expired, or in somebody else's hands. */
export async function claimRegistryCall(
  db: Database,
  id: string,
  leaseMs: number,
): Promise<ClaimedRegistryCall | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM, [id, leaseMs]);
  if (!row) return null;
  return {
    id: row.id,
    claimToken: row.claim_token,
    companyId: row.company_id,
    environment: row.environment,
    input:
      row.kind === 'register-tcr'
        ? { kind: row.kind }
        : { kind: row.kind, cashAmount: row.cash_amount ?? '0.00' },
    cashRegisterId: row.cash_register_id,
    cashRegister: {
      tcrCode: row.tcr_code,
      internalId: row.internal_id,
      type: row.type,
      businessUnitCode: row.business_unit_code,
      softwareCode: row.software_code,
      operatorCode: row.operator_code,
      maintainerCode: row.maintainer_code,
    },
    company: { tin: row.tin },
    certificateId: row.certificate_id,
  };
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
  call: ClaimedRegistryCall,
  submission: NewSubmission,
): Promise<void> {
  await run(db.pool, STORE_SUBMISSION, [
    submission.id,
    call.id,
    call.cashRegisterId,
    submission.certificateId,
    submission.requestUuid,
    submission.sendDateTime,
    submission.request,
  ]);
}

const SETTLE = {
  name: 'settle_registry_call',
  text: `
    with answered as (${ANSWER_SUBMISSION}), settled as (
      update registry_call
      set status = $11::registry_call_status, result = $12, failure = $13, leased_until = null,
          updated_at = now()
      where id = $9 and claim_token = $10 and status = 'pending'
      returning id, cash_register_id, kind
    ), coded as (
      update cash_register r set tcr_code = $14, updated_at = now()
      from settled where r.id = settled.cash_register_id and $14::text is not null
    )
    insert into audit_log (actor, company_id, action, entity_id, after)
    select 'worker', r.company_id, s.kind || '.' || $11::text, s.cash_register_id,
           coalesce($12::jsonb, $13::jsonb)
    from settled s join cash_register r on r.id = s.cash_register_id`,
};

/**
 * Writes down what came of a call; a TCR's code goes on the cash register with it.
 * @param answer null if no message of the call itself was sent.
 */
export async function settleRegistryCall(
  db: Database,
  call: ClaimedRegistryCall,
  answer: SubmissionAnswer | null,
  state: Exclude<RegistryCallState, { status: 'pending' }>,
): Promise<void> {
  const isDone = state.status === 'done';
  const tcrCode = isDone && state.result.kind === 'register-tcr' ? state.result.tcrCode : null;
  await run(db.pool, SETTLE, [
    ...answerValues(answer),
    call.id,
    call.claimToken,
    state.status,
    isDone ? JSON.stringify(state.result) : null,
    isDone ? null : JSON.stringify(state.failure),
    tcrCode,
  ]);
}
