// The worker's side of key-operations.ts: an operation is claimed once, done, and its result recorded.

import type { Environment, Seller } from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import type { TcrCodeHolder } from '../company/cash-registers.ts';
import type { Database } from '../connection/client.ts';
import { run, statement, violates } from '../connection/statement.ts';
import type { ClaimedCashRegister } from '../fiscalization/invoice-claims.ts';
import { ANSWER_SUBMISSION, answerValues, insertSubmission } from '../fiscalization/submissions.ts';
import type {
  AnswerValues,
  NewSubmission,
  SubmissionAnswer,
} from '../fiscalization/submissions.ts';
import { CLAIMING, IS_FREE } from '../work/work.ts';
import type { Claim } from '../work/work.ts';
import type { KeyOperationInput, KeyOperationState } from './key-operations.ts';

interface Claimed {
  id: string;
  claim: Claim;
  companyId: string;
  environment: Environment;
  company: Pick<Seller, 'tin'>;
}

/** A claimed call of the authority, with everything that signing needs. */
export interface ClaimedAuthorityOperation extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'register-tcr' | 'initial-deposit' }>;
  cashRegister: ClaimedCashRegister & { internalId: string; type: 'REGULAR' | 'VENDING' };
  /** The active one of the environment; null if there is none. */
  certificateId: string | null;
}

/** A claimed operation that only asks for a signature. */
export interface ClaimedLocalSigning extends Claimed {
  input: Extract<KeyOperationInput, { kind: 'recreate-iic' | 'test-signature' }>;
}

/** Any claimed operation. */
export type ClaimedKeyOperation = ClaimedAuthorityOperation | ClaimedLocalSigning;

const CLAIM = statement<{ leaseMs: number }>(
  'claim_key_operation',
  `with next as (
     select w.subject_id from work w join registry_call o on o.id = w.subject_id
     where w.kind = 'call' and o.expires_at > now() and ${IS_FREE}
     order by w.scheduled_at limit 1 for update of w skip locked
   ), claimed as (
     update work w set ${CLAIMING}
     from next where w.subject_id = next.subject_id and w.kind = 'call'
     returning w.subject_id, w.token
   )
   select o.id, claimed.token, o.kind, o.cash_amount, o.input, o.cash_register_id,
          c.id as company_id, coalesce(o.environment, r.environment) as environment, c.tin,
          r.tcr_code, r.internal_id, r.type, r.business_unit_code, r.software_code,
          r.operator_code, r.maintainer_code, coalesce(o.certificate_id, k.id) as certificate_id
   from claimed join registry_call o on o.id = claimed.subject_id
   left join cash_register r on r.id = o.cash_register_id
   join company c on c.id = coalesce(o.company_id, r.company_id)
   left join certificate k
     on k.company_id = c.id and k.environment = coalesce(o.environment, r.environment) and k.is_active`,
);

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

/** Claims the operation that has waited for the longest; null if there is none that has not expired. */
export async function claimNextKeyOperation(
  db: Database,
  leaseMs: number,
): Promise<ClaimedKeyOperation | null> {
  const [row] = await run<ClaimRow>(db.pool, CLAIM({ leaseMs }));
  if (!row) return null;
  const { company_id: companyId, environment } = row;
  const company = { tin: row.tin };
  const claim = { subjectId: row.id, token: row.token };
  const claimed = { id: row.id, claim, companyId, environment, company };
  switch (row.kind) {
    case 'register-tcr':
    case 'initial-deposit':
      return { ...claimed, ...authorityOperationOf(row) };
    case 'recreate-iic': {
      const { values, expectedIic } = required(row, row.input);
      const { kind } = row;
      return { ...claimed, input: { kind, companyId, environment, values, expectedIic } };
    }
    case 'test-signature': {
      const certificateId = required(row, row.certificate_id);
      return { ...claimed, input: { kind: row.kind, companyId, environment, certificateId } };
    }
  }
}

function authorityOperationOf(row: ClaimRow): Omit<ClaimedAuthorityOperation, keyof Claimed> {
  const cashRegisterId = required(row, row.cash_register_id);
  return {
    input:
      row.kind === 'initial-deposit'
        ? { kind: row.kind, cashRegisterId, cashAmount: row.cash_amount ?? '0.00' }
        : { kind: 'register-tcr', cashRegisterId },
    cashRegister: {
      tcrCode: row.tcr_code,
      internalId: required(row, row.internal_id),
      type: required(row, row.type),
      businessUnitCode: required(row, row.business_unit_code),
      softwareCode: required(row, row.software_code),
      operatorCode: required(row, row.operator_code),
      maintainerCode: required(row, row.maintainer_code),
    },
    certificateId: row.certificate_id,
  };
}

/** What an operation of this kind always has. */
function required<Value>({ id, kind }: ClaimRow, value: Value | null): Value {
  if (value === null) throw new Error(`key operation ${id} (${kind}) lacks a value`);
  return value;
}

const STORE_SUBMISSION = statement<NewSubmission & { operationId: string }>(
  'insert_tcr_submission',
  insertSubmission('registry_call_id', '(select * from registry_call where id = :operationId)'),
);

/** Stores a RegisterTCR message before it is sent. */
export async function storeTcrSubmission(
  db: Database,
  operation: ClaimedAuthorityOperation,
  submission: NewSubmission,
): Promise<void> {
  await run(db.pool, STORE_SUBMISSION({ ...submission, operationId: operation.id }));
}

const RECORD = statement<
  AnswerValues & {
    operationId: string;
    token: string;
    status: 'done' | 'failed';
    /** JSON. */
    result: string | null;
    failure: string | null;
    tcrCode: string | null;
  }
>(
  'record_key_operation',
  `with answered as (${ANSWER_SUBMISSION}), holder as (
     select case when other.company_id = own.company_id then other.name end as name
     from registry_call o
     join cash_register own on own.id = o.cash_register_id
     join cash_register other on other.environment = own.environment and other.id <> own.id
     where o.id = :operationId and other.tcr_code = :tcrCode::text
   ), done as (
     delete from work
     where subject_id = :operationId and token = :token and kind = 'call'
       and not exists (select from holder)
     returning subject_id
   ), recorded as (
     update registry_call o
     set status = :status::registry_call_status, result = :result::json,
         failure = :failure::json, updated_at = now()
     from done where o.id = done.subject_id and o.status = 'pending'
     returning id, cash_register_id, company_id, certificate_id, kind
   ), coded as (
     update cash_register r set tcr_code = :tcrCode, updated_at = now()
     from recorded where r.id = recorded.cash_register_id and :tcrCode::text is not null
   ), audited as (${insertAudit(
     {
       actor: `'worker'`,
       companyId: 'coalesce(o.company_id, r.company_id)',
       action: `o.kind || '.' || :status::text`,
       entityId: 'coalesce(o.cash_register_id, o.certificate_id)',
       after: 'coalesce(:result::json, :failure::json)',
     },
     'recorded o left join cash_register r on r.id = o.cash_register_id',
   )})
   select name from holder`,
);

/**
 * Records the outcome of an operation; a TCR's code goes on the cash register with it.
 * @param answer null if no message of the operation itself was sent.
 * @returns who has the TCR code that is to be stored: then only the answer was recorded.
 */
export async function recordKeyOperation(
  db: Database,
  { id, claim }: ClaimedKeyOperation,
  answer: SubmissionAnswer | null,
  state: Exclude<KeyOperationState, { status: 'pending' }>,
): Promise<TcrCodeHolder | null> {
  const { status } = state;
  const result = status === 'done' ? state.result : null;
  const query = RECORD({
    ...answerValues(answer),
    ...{ operationId: id, token: claim.token, status },
    result: result && JSON.stringify(result),
    failure: status === 'failed' ? JSON.stringify(state.failure) : null,
    tcrCode: result?.kind === 'register-tcr' ? result.tcrCode : null,
  });
  for (;;) {
    try {
      const [holder] = await run<{ name: string | null }>(db.pool, query);
      return holder ?? null;
    } catch (error) {
      // Another one got the code at this moment: the statement sees it now.
      if (!violates(error, 'cash_register_tcr_code_key')) throw error;
    }
  }
}

const DELETE_EXPIRED = {
  name: 'delete_expired_key_operations',
  text: `
    delete from work w using registry_call o
    where w.kind = 'call' and o.id = w.subject_id and o.expires_at <= now() and ${IS_FREE}`,
};

/** Deletes the work of operations that have expired: none of them is done any more. */
export async function deleteExpiredKeyOperations(db: Database): Promise<void> {
  await run(db.pool, DELETE_EXPIRED, []);
}
