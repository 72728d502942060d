// What a client calls a document: one a company and environment that can be registered
// (invoice_external_id_key). Extensions §9.

import type { Failure, InvoiceRequest, InvoiceStatus } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { SUSPENDED } from '../number/number-confirmation.ts';
import { CONTENT_OF_ONE } from './stored-invoice.ts';
import type { InvoiceScope } from './stored-invoice.ts';

/** The document that has an external id. */
export interface ExternalIdHolder {
  id: string;
  cashRegisterId: string;
  /** Of a corrective. */
  originalId: string | null;
  status: InvoiceStatus;
  failure: Failure | null;
  request: InvoiceRequest;
  /** SHA-256 of the call as it was sent. */
  digest: Buffer;
  /** Whether another call may supersede it: it has no number, and nothing is in progress. */
  isReplaceable: boolean;
}

/** Another call with the external id came first. Nothing was stored; a look-up finds it now. */
export class ExternalIdTakenError extends Error {
  readonly code = 'EXTERNAL_ID_TAKEN';
  override readonly name = 'ExternalIdTakenError';

  constructor() {
    super('Another call with the same externalId came first.');
  }
}

/**
 * The database may lack documents of the cash register: whether one has the external id is not
 * known until its last number is confirmed. Nothing was stored.
 */
export class ExternalIdsLostError extends Error {
  readonly code = 'NUMBERS_UNCONFIRMED';
  override readonly name = 'ExternalIdsLostError';

  constructor() {
    super(
      'The database was restored or replaced. Whether this sale is registered already is not known ' +
        'until the last number of the cash register is confirmed.',
    );
  }
}

const IS_REPLACEABLE = `
  i.status in ('Draft', 'Failed') and i.ordinal is null and i.iic is null`;

export const findExternalId = statement.maybe<
  InvoiceScope & { externalId: string },
  ExternalIdHolder
>(
  'find_external_id',
  `
    select i.id, i.cash_register_id as "cashRegisterId", i.original_id as "originalId", i.status, i.failure, content.request,
           i.external_digest as digest, ${IS_REPLACEABLE} as "isReplaceable"
    from invoice i ${CONTENT_OF_ONE}
    where i.company_id = :companyId and i.environment = :environment
      and i.external_id = :externalId and i.superseded_by is null`,
);

/** Whether the database may lack documents of the scope, of one cash register at least. */
export const mayLackExternalIds = statement.one<InvoiceScope, { isLacking: boolean }>(
  'may_lack_external_ids',
  `select exists (
     select from (${SUSPENDED}) suspended
     where company_id = :companyId and environment = :environment) as "isLacking"`,
);

const supersedeOne = statement.run<{ id: string; by: string; actor: string }>(
  'supersede_invoice',
  `
    update invoice i
    set superseded_by = :by::uuid, updated_at = now(),
        dismissed_at = case status when 'Failed' then now() end,
        dismissed_by = case status when 'Failed' then :actor::text end,
        dismissal_reason = case status when 'Failed' then 'superseded by ' || :by::uuid::text end
    where i.id = :id and i.superseded_by is null and ${IS_REPLACEABLE}`,
);

/**
 * Ends a document that was never registered, in the transaction that stores the one that takes its
 * external id.
 * @throws ExternalIdTakenError where it has changed meanwhile.
 */
export async function supersede(
  transaction: Connected,
  id: string,
  { id: by, apiKeyId }: { id: string; apiKeyId: string | null },
): Promise<void> {
  const count = await supersedeOne(transaction, { id, by, actor: `api-key:${apiKeyId}` });
  if (count === 0) throw new ExternalIdTakenError();
}
