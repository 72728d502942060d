// Invoices as the API stores and reads them: the hot statements of accepting and polling. What the
// worker does with them is in invoice-claims.ts, numbering.ts and outcomes.ts.

import { limitWarnings } from '@fiscal/domain';
import type {
  CashRegisterCodes,
  ComputedInvoice,
  Environment,
  IicReference,
  InvoiceRequest,
  InvoiceStatus,
  Seller,
} from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { OF_INVOICE } from '../work/work.ts';

/** Why an invoice is Failed: the fields of the failure body. Spec, Errors; decisions §2. */
export interface Failure {
  error: string;
  code: string;
  tcrCode: string | null;
  efiCode: number | null;
  efiMessage: string | null;
  retryable: boolean;
  remedy: string | null;
}

/** The issuer as it was written into the message; reprints show what was signed. */
export interface Issuer {
  seller: Seller;
  codes: CashRegisterCodes;
}

/** An invoice row. Times are instants; amounts are decimal text inside `computed`. */
export interface StoredInvoice {
  id: string;
  companyId: string;
  environment: Environment;
  cashRegisterId: string;
  status: InvoiceStatus;
  orderNumber: number;
  request: InvoiceRequest;
  computed: ComputedInvoice;
  warnings: string[];
  /** How its prices were meant when it was accepted; null where that was not kept yet. */
  pricesIncludeVat: boolean | null;
  /** Who sold it, as it was accepted; null where that was not kept yet. */
  seller: Seller | null;
  originalId: string | null;
  /** Of the number; the cash register may have got another one since. */
  tcrCode: string | null;
  year: number | null;
  ordinal: number | null;
  invoiceNumber: string | null;
  issuedAt: Date | null;
  issueDateTime: string | null;
  iic: string | null;
  iicSignature: string | null;
  /** What its message names; null where it names nothing, or is not signed. */
  iicReferences: IicReference[] | null;
  issuer: Issuer | null;
  fic: string | null;
  offlineSince: Date | null;
  deliverBefore: Date | null;
  failure: Failure | null;
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What an invoice says: a row of its own, which is never changed. */
export interface InvoiceContent {
  request: InvoiceRequest;
  computed: ComputedInvoice;
  warnings: string[];
  seller: Seller | null;
}

/** The columns of both rows, as PostgreSQL's driver gives them. */
export interface InvoiceRow extends InvoiceContent {
  id: string;
  company_id: string;
  environment: Environment;
  cash_register_id: string;
  status: InvoiceStatus;
  order_number: string;
  prices_include_vat: boolean | null;
  original_id: string | null;
  tcr_code: string | null;
  year: number | null;
  ordinal: string | null;
  invoice_number: string | null;
  issued_at: Date | null;
  issue_date_time: string | null;
  iic: string | null;
  iic_signature: string | null;
  iic_references: IicReference[] | null;
  issuer: Issuer | null;
  fic: string | null;
  offline_since: Date | null;
  deliver_before: Date | null;
  failure: Failure | null;
  attempts: number;
  created_at: Date;
  updated_at: Date;
}

/** The columns of InvoiceRow, of the invoice `i` and what it says: named, so that others may be added. */
export const INVOICE_COLUMNS = `
  i.id, i.company_id, i.environment, i.cash_register_id, i.status, i.order_number,
  i.prices_include_vat, i.original_id, i.tcr_code, i.year, i.ordinal, i.invoice_number, i.issued_at,
  i.issue_date_time, i.iic, i.iic_signature, i.iic_references, i.issuer, i.fic, i.offline_since,
  i.deliver_before, i.failure, i.attempts, i.created_at, i.updated_at,
  content.request, content.computed, content.warnings, content.seller`;
export const JOIN_CONTENT = 'join invoice_content content on content.invoice_id = i.id';

/** Of an invoice whose work may wait: see WORK_COLUMNS. */
export interface WithWork {
  work_attempts: number;
  next_attempt_at: Date | null;
}

/** How often the work `w` of an invoice was taken in hand, and when it is due again. */
export const WORK_COLUMNS = `
  coalesce(w.attempts, 0) as work_attempts,
  case w.kind when 'deliver' then nullif(w.scheduled_at, 'infinity') end as next_attempt_at`;

/** The work that the invoice `i` waits for. */
export const JOIN_WORK = `left join work w on w.subject_id = i.id and w.${OF_INVOICE}`;

/** Columns to names; ordinals are below 10^15 and therefore exact as numbers. */
export function invoiceOf(row: InvoiceRow & Partial<WithWork>): StoredInvoice {
  return {
    id: row.id,
    companyId: row.company_id,
    environment: row.environment,
    cashRegisterId: row.cash_register_id,
    status: row.status,
    orderNumber: Number(row.order_number),
    request: row.request,
    computed: row.computed,
    // Before their number was limited, some were stored with thousands.
    warnings: limitWarnings(row.warnings),
    pricesIncludeVat: row.prices_include_vat,
    seller: row.seller,
    originalId: row.original_id,
    tcrCode: row.tcr_code,
    year: row.year,
    ordinal: row.ordinal === null ? null : Number(row.ordinal),
    invoiceNumber: row.invoice_number,
    issuedAt: row.issued_at,
    issueDateTime: row.issue_date_time,
    iic: row.iic,
    iicSignature: row.iic_signature,
    iicReferences: row.iic_references,
    issuer: row.issuer,
    fic: row.fic,
    offlineSince: row.offline_since,
    deliverBefore: row.deliver_before,
    failure: row.failure,
    attempts: row.attempts + (row.work_attempts ?? 0),
    nextAttemptAt: row.next_attempt_at ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Whose invoices a caller may see: never another company's or environment's (decisions §1). */
export interface InvoiceScope {
  companyId: string;
  environment: Environment;
}

/**
 * Whether the invoice `i`, looked up by its key, is of the scope in parameters $2 and $3. In words that no
 * index answers: a plan that was made while the table was empty would read all of the company's.
 */
export const IN_SCOPE = `
  i.company_id is not distinct from $2 and i.environment is not distinct from $3`;

/** A corrective that was handed out, as the original's record lists it. */
export interface CorrectiveReference {
  id: string;
  iic: string | null;
}

/** The work and the handed-out correctives of the invoice `i`. */
export const FOUND_COLUMNS = `${WORK_COLUMNS}, coalesce(
  (select json_agg(json_build_object('id', c.id, 'iic', c.iic) order by c.created_at, c.id)
   from invoice c where c.original_id = i.id and c.status in ('Fiscalized', 'Offline')),
  '[]'::json) as correctives`;

const FIND = {
  name: 'find_invoice',
  text: `
    select ${INVOICE_COLUMNS}, ${FOUND_COLUMNS}
    from invoice i ${JOIN_CONTENT} ${JOIN_WORK} where i.id = $1 and ${IN_SCOPE}`,
};

/** One invoice of the caller with its correctives; null if there is none. */
export async function findInvoice(
  db: Database,
  scope: InvoiceScope,
  id: string,
): Promise<{ invoice: StoredInvoice; correctives: CorrectiveReference[] } | null> {
  const key = [id, scope.companyId, scope.environment];
  const [row] = await run<FoundRow<InvoiceRow>>(db.pool, FIND, key);
  return row ? { invoice: invoiceOf(row), correctives: row.correctives } : null;
}

/** With FOUND_COLUMNS. */
export type FoundRow<Row> = Row & WithWork & { correctives: CorrectiveReference[] };

const FIND_BY_IIC = {
  name: 'find_invoice_by_iic',
  text: `
    select ${INVOICE_COLUMNS} from invoice i ${JOIN_CONTENT}
    where i.iic = $1 and ${IN_SCOPE}`,
};

/** The original of a corrective; null if the caller has no invoice with that IIC. */
export async function findInvoiceByIic(
  db: Database,
  scope: InvoiceScope,
  iic: string,
): Promise<StoredInvoice | null> {
  const values = [iic, scope.companyId, scope.environment];
  const [row] = await run<InvoiceRow>(db.pool, FIND_BY_IIC, values);
  return row ? invoiceOf(row) : null;
}
