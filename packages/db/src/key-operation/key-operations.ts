// Operations that only the worker can do, because they need a company's private key or the
// authority. The API stores the operation and waits; the worker claims it, does it and records the
// result. State by state: pending → done | failed. An expired operation is never done: no call
// waits for it any more.

import { parseFailure } from '@fiscal/domain';
import type { Environment, Failure, StoredFailure } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { insertAudit } from '../audit/audit-row.ts';
import type { ComposedAction } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';

/** The values of an IIC, each the exact text that is signed; the TIN is the company's own. */
interface IicValues {
  issueDateTime: string;
  ordinal: number;
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
  /** Two decimals. */
  totalPrice: string;
}

/** What is done: a call of the authority for a cash register, or a local signing for a company. */
export type KeyOperationInput =
  /** @param lastDay XSD ValidTo, `YYYY-MM-DD`; absent leaves the end as it is. */
  | { kind: 'register-tcr'; cashRegisterId: string; lastDay?: string }
  /** Decimal text with 2 decimals. */
  | { kind: 'initial-deposit'; cashRegisterId: string; cashAmount: string }
  | {
      kind: 'recreate-iic';
      companyId: string;
      environment: Environment;
      values: IicValues;
      /** The IIC in question; null if none is. Every certificate is tried until one gives it. */
      expectedIic: string | null;
    }
  | {
      /** Whether the authority knows the receipt, and its values are those that were signed. */
      kind: 'check-receipt';
      cashRegisterId: string;
      companyId: string;
      environment: Environment;
      values: IicValues;
      expectedIic: string;
    }
  | {
      kind: 'test-signature';
      companyId: string;
      environment: Environment;
      certificateId: string;
    };

/** What an operation resulted in, by its kind. */
export type KeyOperationResult =
  | { kind: 'register-tcr'; tcrCode: string }
  | {
      kind: 'initial-deposit';
      /** Of the deposit that the authority has; null where that is not known. */
      fcdc: string | null;
      /** What the authority has, decimal text with 2 decimals; null where that is not known. */
      cashAmount: string | null;
      /** Calendar day in Podgorica. */
      date: string;
      tcrCode: string;
      alreadyRegistered: boolean;
    }
  | {
      kind: 'recreate-iic';
      concatenated: string;
      iic: string;
      iicSignature: string;
      certificateId: string;
    }
  | {
      kind: 'check-receipt';
      /** `not-signed`: no certificate of the company that is stored makes its IIC of its values. */
      answer: 'registered' | 'not-registered' | 'not-signed';
      /** Null where the authority does not know it, or was not asked. */
      fic: string | null;
    }
  | {
      kind: 'test-signature';
      /** Whether the certificate verifies what its key signed. */
      isValid: boolean;
      /** What keeps the certificate from signing invoices now; null if nothing does. */
      problem: string | null;
      /**
       * The text that was signed and its signature in hexadecimal; null if the key did not open.
       */
      signedText: string | null;
      signature: string | null;
    };

/** An operation is pending until its result or failure is recorded. */
export type KeyOperationState =
  | { status: 'pending' }
  | { status: 'done'; result: KeyOperationResult }
  | { status: 'failed'; failure: Failure };

const REQUESTED: ComposedAction<`${KeyOperationInput['kind']}.requested`> = {
  sql: `o.kind || '.requested'`,
};

const insert = statement.run<{
  id: string;
  kind: KeyOperationInput['kind'];
  form: number;
  cashRegisterId: string | null;
  companyId: string | null;
  environment: Environment | null;
  certificateId: string | null;
  cashAmount: string | null;
  input: string | null;
  validForMs: number;
  actor: string | null;
  trace: string | null;
}>(
  'insert_key_operation',
  `with added as (
     insert into key_operation
       (id, kind, form, cash_register_id, company_id, environment, certificate_id, cash_amount, input,
        expires_at)
     values (:id, :kind, :form, :cashRegisterId, :companyId, :environment, :certificateId, :cashAmount,
       :input, now() + :validForMs * interval '1 millisecond')
     returning id, kind, cash_register_id, company_id, environment, certificate_id, cash_amount, input
   ), audited as (${insertAudit(
     {
       actor: ':actor',
       companyId: 'coalesce(o.company_id, r.company_id)',
       action: REQUESTED,
       entityId: 'coalesce(o.cash_register_id, o.certificate_id)',
       after: `coalesce(
         o.input::jsonb, jsonb_strip_nulls(jsonb_build_object('cashAmount', o.cash_amount)))`,
     },
     `added o left join cash_register r on r.id = o.cash_register_id where :actor::text is not null`,
   )})
   insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
   select o.id, 'key_operation', coalesce(o.company_id, r.company_id),
          coalesce(o.environment, r.environment), now(), :trace
   from added o left join cash_register r on r.id = o.cash_register_id`,
);

/**
 * Stores an operation with its work.
 * @param actor who asks, for the audit log; null has only the outcome audited.
 * @param trace what asks for it, as `traceparent`.
 * @returns its id.
 */
export async function insertKeyOperation(
  db: Database,
  input: KeyOperationInput,
  validForMs: number,
  actor: string | null = null,
  trace: string | null = null,
): Promise<string> {
  const id = uuidv7();
  const values = {
    id,
    ...ABSENT,
    ...valuesOf(input),
    validForMs,
    actor,
    trace,
  };
  await insert(db, values);
  return id;
}

const ABSENT = {
  form: 1,
  cashRegisterId: null,
  companyId: null,
  environment: null,
  certificateId: null,
  cashAmount: null,
  input: null,
};

function valuesOf(operation: KeyOperationInput) {
  // An older release would register it without its end (ADR 26).
  if (operation.kind === 'register-tcr' && operation.lastDay !== undefined) {
    const { lastDay, ...rest } = operation;
    return { ...rest, form: 2, input: JSON.stringify({ lastDay }) };
  }
  if (operation.kind !== 'recreate-iic' && operation.kind !== 'check-receipt') return operation;
  const { values, expectedIic, ...rest } = operation;
  return { ...rest, input: JSON.stringify({ values, expectedIic }) };
}

const find = statement.maybe<
  { id: string },
  {
    status: KeyOperationState['status'];
    result: KeyOperationResult | null;
    failure: StoredFailure | null;
  }
>('find_key_operation', 'select status, result, failure from key_operation where id = :id');

/** @throws Error if there is no such operation. */
export async function findKeyOperation(db: Database, id: string): Promise<KeyOperationState> {
  const row = await find(db, { id });
  if (row?.status === 'done' && row.result) return { status: 'done', result: row.result };
  if (row?.status === 'failed' && row.failure) {
    return { status: 'failed', failure: parseFailure(row.failure) };
  }
  if (row?.status === 'pending') return { status: 'pending' };
  throw new Error(`key operation ${id} has no result`);
}
