// Drafts made documents of a time that a test chooses, as their last step has left them.

import { issueDateTimeOf } from '@fiscal/domain';
import type { InvoiceStatus } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { SAMPLE_REFUSAL } from './sample-invoices.ts';
import { SAMPLE_CODES } from './sample-shops.ts';

export interface Issued {
  /** ISO 8601. */
  at: string;
  status?: InvoiceStatus;
  isHandedOut?: boolean;
  tcrCode?: string;
  /** Of the number, where it is not the issue time. */
  numberedAt?: string;
  failure?: object;
}

let ordinal = 0;

/** @param owner of the database. */
export async function issueDraft(
  owner: Pick<Database, 'pool'>,
  id: string,
  { at, status = 'Fiscalized', numberedAt = at, failure = SAMPLE_REFUSAL, ...issued }: Issued,
): Promise<string> {
  const time = new Date(at);
  const { isHandedOut = status === 'Offline', tcrCode = null } = issued;
  ordinal += 1;
  await withoutRules(
    owner,
    `with issued as (
       update invoice i
       set status = $2::invoice_status, tcr_code = coalesce($3, r.tcr_code, 'cc123cc123'), year = 2026,
         ordinal = $4::bigint, invoice_number = 'bb123bb123/' || $4::bigint || '/2026/cc123cc123',
         issued_at = $5, issue_date_time = $6, iic = upper(md5(i.id::text)), iic_signature = 'AB',
         issuer = json_build_object('seller', c.seller, 'codes', $7::json),
         fic = case when $2::text = 'Fiscalized' then i.id::text end, offline_since = $8, deliver_before = $8,
         failure = $9
       from cash_register r, invoice_content c
       where i.id = $1 and r.id = i.cash_register_id and c.invoice_id = i.id returning i.*
     )
     insert into number_ledger (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, at)
     select environment, cash_register_id, tcr_code, year, ordinal, id, 'given', $10 from issued`,
    [
      id,
      status,
      tcrCode,
      ordinal,
      time,
      issueDateTimeOf(time),
      SAMPLE_CODES,
      isHandedOut ? time : null,
      status === 'Failed' ? failure : null,
      numberedAt,
    ],
  );
  return id;
}

/** Writes what no step of the service writes in this order. */
export async function withoutRules(
  { pool }: Pick<Database, 'pool'>,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(statement, [...values]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
