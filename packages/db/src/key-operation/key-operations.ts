// Calls of the API that only the worker can make, because they need a company's private key. The API
// writes the call and waits; the worker claims it, makes it and writes the result. State by state:
// pending → done | failed. An expired call is never made: nobody waits for it any more.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import type { Failure } from '../invoice/stored-invoice.ts';

/** The values of an IIC, each the exact text that is signed; the TIN is the company's own. */
export interface IicValues {
  issueDateTime: string;
  ordinal: number;
  businessUnitCode: string;
  tcrCode: string;
  softwareCode: string;
  /** Two decimals. */
  totalPrice: string;
}

/** What is called: the authority for a cash register, or the vault for a company. */
export type KeyOperationInput =
  | { kind: 'register-tcr'; cashRegisterId: string }
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
      kind: 'test-signature';
      companyId: string;
      environment: Environment;
      certificateId: string;
    };

/** What came of it. */
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
      /** The text that was signed. */
      concatenated: string;
      iic: string;
      iicSignature: string;
      /** With whose key. */
      certificateId: string;
    }
  | {
      kind: 'test-signature';
      /** Whether the certificate verifies what its key signed. */
      isValid: boolean;
      /** What keeps the certificate from signing invoices now; null if nothing does. */
      problem: string | null;
      /** The text that was signed and its signature in hexadecimal; null if the key did not open. */
      signedText: string | null;
      signature: string | null;
    };

/** How far a call is. */
export type KeyOperationState =
  | { status: 'pending' }
  | { status: 'done'; result: KeyOperationResult }
  | { status: 'failed'; failure: Failure };

const INSERT = {
  name: 'insert_registry_call',
  text: `
    with added as (
      insert into registry_call
        (id, kind, cash_register_id, company_id, environment, certificate_id, cash_amount, input,
         expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond')
      returning id, kind, cash_register_id, company_id, environment, certificate_id, cash_amount, input
    ), audited as (
      insert into audit_log (actor, company_id, action, entity_id, after)
      select $10, coalesce(a.company_id, r.company_id), a.kind || '.requested',
             coalesce(a.cash_register_id, a.certificate_id),
             coalesce(a.input::jsonb, jsonb_strip_nulls(jsonb_build_object('cashAmount', a.cash_amount)))
      from added a left join cash_register r on r.id = a.cash_register_id
      where $10::text is not null
    )
    insert into work (subject_id, kind, company_id, environment, scheduled_at)
    select a.id, 'call', coalesce(a.company_id, r.company_id), coalesce(a.environment, r.environment),
           now()
    from added a left join cash_register r on r.id = a.cash_register_id`,
};

/**
 * Writes a call with its work.
 * @param actor who asks, for the audit log; null notes only what comes of it.
 * @returns its id.
 */
export async function insertKeyOperation(
  db: Database,
  input: KeyOperationInput,
  validForMs: number,
  actor: string | null = null,
): Promise<string> {
  const id = uuidv7();
  await run(db.pool, INSERT, [
    id,
    input.kind,
    'cashRegisterId' in input ? input.cashRegisterId : null,
    'companyId' in input ? input.companyId : null,
    'environment' in input ? input.environment : null,
    input.kind === 'test-signature' ? input.certificateId : null,
    input.kind === 'initial-deposit' ? input.cashAmount : null,
    input.kind === 'recreate-iic'
      ? JSON.stringify({ values: input.values, expectedIic: input.expectedIic })
      : null,
    validForMs,
    actor,
  ]);
  return id;
}

const FIND = {
  name: 'find_registry_call',
  text: 'select status, result, failure from registry_call where id = $1',
};

/** @throws Error if there is no such call. */
export async function findKeyOperation(db: Database, id: string): Promise<KeyOperationState> {
  const [row] = await run<{
    status: KeyOperationState['status'];
    result: KeyOperationResult | null;
    failure: Failure | null;
  }>(db.pool, FIND, [id]);
  if (row?.status === 'done' && row.result) return { status: 'done', result: row.result };
  if (row?.status === 'failed' && row.failure) return { status: 'failed', failure: row.failure };
  if (row?.status === 'pending') return { status: 'pending' };
  throw new Error(`registry call ${id} has no result`);
}
