// Stores new invoices: drafts, and those that are to be fiscalized at once.

import type { ComputedInvoice, Environment, InvoiceRequest, Seller } from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';
import { invoiceOf } from './invoices.ts';
import type { InvoiceRow, StoredInvoice } from './invoices.ts';

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

const INSERT_COLUMNS = `
  insert into invoice (id, company_id, environment, cash_register_id, api_key_id, status,
    document_type, type_of_invoice, payment_method, order_number, note, request, computed, warnings,
    original_id, buyer_name, buyer_id_number, prices_include_vat, seller)`;

const INSERT_DRAFT = {
  name: 'insert_draft',
  text: `${INSERT_COLUMNS}
    values ($1, $2, $3, $4, $5, 'Draft', $6, $7, $8, $9, $10, $11, $12, $13, $14,
            $15, $16, $17, $18)
    returning *`,
};

const INSERT_PENDING = {
  name: 'insert_pending',
  text: `with added as (
      ${INSERT_COLUMNS}
      values ($1, $2, $3, $4, $5, 'Pending', $6, $7, $8, $9, $10, $11, $12, $13, $14,
              $15, $16, $17, $18)
      returning *
    ), queued as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at)
      select id, 'fiscalize', company_id, environment, now() + $19 * interval '1 millisecond'
      from added
    )
    select * from added`,
};

function insertValues(invoice: NewInvoice): unknown[] {
  const { request } = invoice;
  return [
    invoice.id,
    invoice.companyId,
    invoice.environment,
    invoice.cashRegisterId,
    invoice.apiKeyId,
    request.type,
    request.typeOfInvoice,
    request.paymentMethod,
    request.orderNumber,
    request.note ?? null,
    JSON.stringify(request),
    JSON.stringify(invoice.computed),
    JSON.stringify(invoice.warnings),
    invoice.originalId,
    request.buyer?.name.toLowerCase() ?? null,
    request.buyer?.idNumber.toLowerCase() ?? null,
    invoice.pricesIncludeVat,
    JSON.stringify(invoice.seller),
  ];
}

/** Stores a draft. Spec, Transitions: (none) → Draft. */
export async function insertDraft(db: Database, invoice: NewInvoice): Promise<StoredInvoice> {
  return invoiceOf(only(await run<InvoiceRow>(db.pool, INSERT_DRAFT, insertValues(invoice))));
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
  const values = [...insertValues(invoice), turnInMs];
  return invoiceOf(only(await run<InvoiceRow>(db.pool, INSERT_PENDING, values)));
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
