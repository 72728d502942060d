// The invoices of a company as the panel lists them: newest first, in pages, each a walk along an
// index that knows status and type, or a look-up by what was searched for.

import { parseFailure } from '@fiscal/domain';
import type { TypeOfInvoice } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { startWalk } from './invoice-list.ts';
import type { InvoicePosition, WalkFilter } from './invoice-list.ts';
import { JOIN_CONTENT, JOIN_WORK } from './stored-invoice.ts';
import type { InvoiceScope, StoredInvoice } from './stored-invoice.ts';
import { searchCondition } from './invoice-search.ts';

export interface PanelInvoiceFilter extends WalkFilter {
  /** Any of the texts and numbers that an invoice is known by. */
  search?: string | undefined;
}

export interface PanelInvoice
  extends
    Pick<StoredInvoice, 'id' | 'status' | 'invoiceNumber' | 'iic' | 'fic' | 'issueDateTime'>,
    Pick<StoredInvoice, 'failure' | 'attempts' | 'nextAttemptAt' | 'deliverBefore'>,
    Pick<StoredInvoice, 'createdAt' | 'updatedAt'> {
  documentType: string;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: string;
  /** The ordinal once it is signed; before that, what was sent. */
  orderNumber: number;
  cashRegisterName: string;
  buyerName: string | null;
  note: string | null;
  /** Euros, decimal text. */
  total: string;
  dismissedAt: Date | null;
}

/** @param limit how many at most. */
export async function listPanelInvoices(
  db: Database,
  scope: InvoiceScope,
  filter: PanelInvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<PanelInvoice[]> {
  const conditions = startWalk(scope, filter, after);
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
       order by i.created_at desc, i.id desc limit ${conditions.parameter(limit)}
     ) i join cash_register r on r.id = i.cash_register_id ${JOIN_CONTENT} ${JOIN_WORK}
     order by i.created_at desc, i.id desc`,
    conditions.values,
  );
  return rows.map((row) => ({ ...row, failure: parseFailure(row.failure) }));
}
