// The invoices of a company, or of all, as the panel lists them: newest first, in pages, each a walk
// along an index, or a look-up by what was searched for.

import { parseFailure } from '@fiscal/domain';
import type { TypeOfInvoice } from '@fiscal/domain';
import type { InvoicePosition, WalkFilter } from './invoice-list.ts';
import { startConditions } from '../connection/conditions.ts';
import { searchStatement } from './invoice-search.ts';
import { statementsOf } from './listed-range.ts';
import type { ListScope, ListSource } from './listed-range.ts';
import { JOIN_CONTENT, JOIN_WORK } from './stored-invoice.ts';
import type { StoredInvoice } from './stored-invoice.ts';

export interface PanelInvoiceFilter extends WalkFilter {
  /** Any of the texts, amounts and numbers that an invoice is known by. */
  search?: string | undefined;
}

/** An invoice in a list of the panel. */
export interface PanelInvoice
  extends
    Pick<StoredInvoice, 'id' | 'status' | 'invoiceNumber' | 'iic' | 'fic' | 'issueDateTime'>,
    Pick<StoredInvoice, 'failure' | 'attempts' | 'nextAttemptAt' | 'deliverBefore'>,
    Pick<StoredInvoice, 'createdAt' | 'updatedAt'> {
  companyId: string;
  companyName: string;
  documentType: string;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: string;
  /** The ordinal once it is signed; before that, what was sent. */
  orderNumber: number;
  /** Of the shop's own; null where it let the service number the invoice. */
  sentOrderNumber: number | null;
  cashRegisterName: string;
  buyerName: string | null;
  note: string | null;
  /** Euros, decimal text. */
  total: string;
  dismissedAt: Date | null;
}

/**
 * @param limit how many at most.
 */
export async function listPanelInvoices(
  db: ListSource,
  scope: ListScope,
  { search, ...filter }: PanelInvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<PanelInvoice[]> {
  const conditions = startConditions();
  const range = { scope, filter, after };
  const found =
    search === undefined
      ? statementsOf(range, conditions).newest(conditions.parameter(limit))
      : await searchStatement(db, range, search, conditions, limit);
  const { rows } = await db.pool.query<PanelInvoice>(
    `with page as materialized (
       select id from (${found}) found
       order by created_at desc, id desc limit ${conditions.parameter(limit)}
     )
     select i.id, i.company_id as "companyId", c.name as "companyName", i.status,
       i.document_type as "documentType", i.type_of_invoice as "typeOfInvoice",
       i.payment_method as "paymentMethod", i.invoice_number as "invoiceNumber",
       coalesce(i.ordinal, i.order_number)::float8 as "orderNumber",
       nullif(i.order_number, 0)::float8 as "sentOrderNumber", r.name as "cashRegisterName",
       content.request -> 'buyer' ->> 'name' as "buyerName", i.note,
       content.computed -> 'totals' ->> 'total' as total, i.iic, i.fic,
       i.issue_date_time as "issueDateTime", i.failure,
       i.attempts + coalesce(w.attempts, 0) as attempts,
       case w.kind when 'deliver' then nullif(w.scheduled_at, 'infinity') end as "nextAttemptAt",
       i.deliver_before as "deliverBefore", i.dismissed_at as "dismissedAt",
       i.created_at as "createdAt", i.updated_at as "updatedAt"
     from page join invoice i on i.id = page.id
     join company c on c.id = i.company_id
     join cash_register r on r.id = i.cash_register_id ${JOIN_CONTENT} ${JOIN_WORK}
     order by i.created_at desc, i.id desc`,
    conditions.values,
  );
  return rows.map((row) => ({ ...row, failure: parseFailure(row.failure) }));
}
