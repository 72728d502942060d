// Stores new invoices: drafts, and those that are to be fiscalized at once.

import type {
  ComputedInvoice,
  Environment,
  InvoiceRequest,
  InvoiceStatus,
  Seller,
} from '@fiscal/domain';
import { run } from './client.ts';
import type { Database } from './client.ts';
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
    returning id, company_id, environment, created_at, updated_at
  )`;

const INSERT_DRAFT = {
  name: 'insert_draft',
  text: `${ADD('Draft')} select created_at, updated_at from added`,
};

const INSERT_PENDING = {
  name: 'insert_pending',
  text: `${ADD('Pending')}, queued as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at)
      select id, 'fiscalize', company_id, environment, now() + $20 * interval '1 millisecond'
      from added
    )
    select from added`,
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

/** Stores a draft. Spec, Transitions: (none) → Draft. @returns it as it is read from now on. */
export async function insertDraft(db: Database, invoice: NewInvoice): Promise<StoredInvoice> {
  const [row] = await run<DraftRow>(db.pool, INSERT_DRAFT, insertValues(invoice));
  if (row === undefined) throw new Error('the statement returned no row');
  const { id, companyId, environment, cashRegisterId, originalId } = invoice;
  const { request, computed, warnings, pricesIncludeVat, seller } = invoice;
  return {
    ...{ id, companyId, environment, cashRegisterId, originalId },
    ...{ request, computed, warnings, pricesIncludeVat, seller },
    ...NOT_YET_ISSUED,
    status: 'Draft',
    orderNumber: request.orderNumber,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type DraftRow = Pick<InvoiceRow, 'created_at' | 'updated_at'>;

const NOT_YET_ISSUED = {
  ...{ tcrCode: null, year: null, ordinal: null, invoiceNumber: null },
  ...{ issuedAt: null, issueDateTime: null, iic: null, iicSignature: null, iicReferences: null },
  ...{ issuer: null, fic: null, offlineSince: null, deliverBefore: null, failure: null },
  ...{ attempts: 0, nextAttemptAt: null },
};

/**
 * Stores an invoice that is to be fiscalized at once, with the work.
 * @param turnInMs its turn among all Pending invoices, from now; see apps/api/src/turns.ts.
 */
export async function insertPending(
  db: Database,
  invoice: NewInvoice,
  turnInMs: number,
): Promise<void> {
  await run(db.pool, INSERT_PENDING, [...insertValues(invoice), turnInMs]);
}
