// The invoices of a company as the panel lists them: newest first, in pages, each a walk along an
// index that knows status and type, or a look-up by what was searched for.

import { parseFailure } from '@fiscal/domain';
import type { Environment, Failure, InvoiceStatus, TypeOfInvoice } from '@fiscal/domain';
import type pg from 'pg';
import type { InvoicePosition } from './invoice-list.ts';
import { JOIN_CONTENT, JOIN_WORK } from './stored-invoice.ts';
import { startConditions } from '../connection/conditions.ts';
import { searchCondition } from './invoice-search.ts';

/** What a list is narrowed to; absent values narrow nothing. */
export interface PanelInvoiceFilter {
  status?: InvoiceStatus | undefined;
  typeOfInvoice?: TypeOfInvoice | undefined;
  /** Created at this instant or later. */
  from?: Date | undefined;
  /** Created before this instant. */
  to?: Date | undefined;
  /** Any of the texts and numbers that an invoice is known by. */
  search?: string | undefined;
}

/** An invoice in a list of the panel. */
export interface PanelInvoice {
  id: string;
  status: InvoiceStatus;
  documentType: string;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: string;
  invoiceNumber: string | null;
  /** The ordinal once it is signed; before that, what was sent. */
  orderNumber: number;
  cashRegisterName: string;
  buyerName: string | null;
  note: string | null;
  /** Euros, decimal text. */
  total: string;
  iic: string | null;
  fic: string | null;
  /** Legal issue time in Podgorica. */
  issueDateTime: string | null;
  failure: Failure | null;
  attempts: number;
  nextAttemptAt: Date | null;
  deliverBefore: Date | null;
  dismissedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * @param db the pool, or the connection of a transaction.
 * @param limit how many at most.
 */
export async function listPanelInvoices(
  db: { pool: pg.Pool | pg.PoolClient },
  scope: { companyId: string; environment: Environment },
  filter: PanelInvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<PanelInvoice[]> {
  const conditions = startConditions();
  const { add, parameter } = conditions;
  add((p) => `i.company_id = ${p}`, scope.companyId);
  add((p) => `i.environment = ${p}`, scope.environment);
  add((p) => `i.status = ${p}`, filter.status);
  add((p) => `i.type_of_invoice = ${p}`, filter.typeOfInvoice);
  add((p) => `i.created_at >= ${p}`, filter.from);
  add((p) => `i.created_at < ${p}`, filter.to);
  add((p) => `(i.created_at, i.id) < (${p}, ${parameter(after?.id)})`, after?.createdAt);
  const found = filter.search === undefined ? 'true' : searchCondition(filter.search, conditions);
  const { rows } = await db.pool.query<PanelInvoice>(
    `select i.id, i.status, i.document_type as "documentType",
       i.type_of_invoice as "typeOfInvoice", i.payment_method as "paymentMethod",
       i.invoice_number as "invoiceNumber", coalesce(i.ordinal, i.order_number)::float8 as "orderNumber",
       r.name as "cashRegisterName", content.request -> 'buyer' ->> 'name' as "buyerName", i.note,
       content.computed -> 'totals' ->> 'total' as total, i.iic, i.fic,
       i.issue_date_time as "issueDateTime", i.failure,
       i.attempts + coalesce(w.attempts, 0) as attempts,
       case w.kind when 'deliver' then nullif(w.scheduled_at, 'infinity') end as "nextAttemptAt",
       i.deliver_before as "deliverBefore",
       i.dismissed_at as "dismissedAt", i.created_at as "createdAt", i.updated_at as "updatedAt"
     from (
       select * from invoice i where ${conditions.text()} and ${found}
       order by i.created_at desc, i.id desc limit ${parameter(limit)}
     ) i join cash_register r on r.id = i.cash_register_id ${JOIN_CONTENT} ${JOIN_WORK}
     order by i.created_at desc, i.id desc`,
    conditions.values,
  );
  return rows.map((row) => ({ ...row, failure: parseFailure(row.failure) }));
}
