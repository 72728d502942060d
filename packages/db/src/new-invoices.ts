// Stores new invoices: drafts, and those that are to be fiscalized at once.

import type {
  ComputedInvoice,
  Environment,
  InvoiceRequest,
  InvoiceStatus,
  Seller,
} from '@fiscal/domain';
import { run } from './client.ts';
import type { Database, Statement } from './client.ts';
import { invoiceOf } from './invoices.ts';
import type { InvoiceContent, InvoiceRow, StoredInvoice } from './invoices.ts';

/** What a new invoice is made of. */
export interface NewInvoice {
  id: string;
  companyId: string;
  environment: Environment;
  cashRegisterId: string;
  apiKeyId: string;
  request: InvoiceRequest;
  computed: ComputedInvoice;
  warnings: string[];
  /** Fixed now, whatever the company changes later. Decisions §4. */
  pricesIncludeVat: boolean;
  seller: Seller;
  originalId: string | null;
}

const ADD = (status: InvoiceStatus) => `
  with content as (
    insert into invoice_content
      (invoice_id, request, computed, warnings, seller, advance_payment_iic)
    values ($1, $2, $3, $4, $5, $6)
  ), added as (
    insert into invoice (id, company_id, environment, cash_register_id, api_key_id, status,
      document_type, type_of_invoice, payment_method, order_number, note, original_id, buyer_name,
      buyer_id_number, prices_include_vat)
    values ($1, $7, $8, $9, $10, '${status}', $11, $12, $13, $14, $15, $16, $17, $18, $19)
    returning *
  )`;

const INSERT_DRAFT = { name: 'insert_draft', text: `${ADD('Draft')} select * from added` };

const INSERT_PENDING = {
  name: 'insert_pending',
  text: `${ADD('Pending')}, queued as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at)
      select id, 'fiscalize', company_id, environment, now() + $20 * interval '1 millisecond'
      from added
    )
    select * from added`,
};

function insertValues(invoice: NewInvoice): unknown[] {
  const { request } = invoice;
  return [
    invoice.id,
    JSON.stringify(request),
    JSON.stringify(invoice.computed),
    JSON.stringify(invoice.warnings),
    JSON.stringify(invoice.seller),
    request.advancePaymentIic ?? null,
    invoice.companyId,
    invoice.environment,
    invoice.cashRegisterId,
    invoice.apiKeyId,
    request.type,
    request.typeOfInvoice,
    request.paymentMethod,
    request.orderNumber,
    request.note ?? null,
    invoice.originalId,
    request.buyer?.name.toLowerCase() ?? null,
    request.buyer?.idNumber.toLowerCase() ?? null,
    invoice.pricesIncludeVat,
  ];
}

/** Stores a draft. Spec, Transitions: (none) → Draft. */
export async function insertDraft(db: Database, invoice: NewInvoice): Promise<StoredInvoice> {
  return insert(db, INSERT_DRAFT, invoice, insertValues(invoice));
}

/**
 * Stores an invoice that is to be fiscalized at once, with the work.
 * @param turnInMs its turn among all Pending invoices, from now; see apps/api/src/turns.ts.
 */
export async function insertPending(
  db: Database,
  invoice: NewInvoice,
  turnInMs: number,
): Promise<StoredInvoice> {
  return insert(db, INSERT_PENDING, invoice, [...insertValues(invoice), turnInMs]);
}

async function insert(
  db: Database,
  statement: Statement,
  { request, computed, warnings, seller }: NewInvoice,
  values: unknown[],
): Promise<StoredInvoice> {
  const [row] = await run<Omit<InvoiceRow, keyof InvoiceContent>>(db.pool, statement, values);
  if (row === undefined) throw new Error('the statement returned no row');
  // The contents are not read back: they are what was written.
  return invoiceOf({ ...row, request, computed, warnings, seller });
}
