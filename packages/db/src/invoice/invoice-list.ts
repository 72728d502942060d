// Lists a caller's invoices, newest first, in pages: how a client finds an invoice whose answer it
// lost (decisions §2). Every page is one walk along the index of company, environment and creation,
// or a look-up by a value that few invoices share.

import type { InvoiceStatus, TypeOfInvoice } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import {
  INVOICE_COLUMNS,
  invoiceOf,
  JOIN_CONTENT,
  JOIN_WORK,
  WORK_COLUMNS,
} from './stored-invoice.ts';
import type {
  CorrectiveReference,
  InvoiceRow,
  InvoiceScope,
  StoredInvoice,
  WithWork,
} from './stored-invoice.ts';

/** What a list is narrowed to; absent values narrow nothing. */
export interface InvoiceFilter {
  status?: InvoiceStatus | undefined;
  typeOfInvoice?: TypeOfInvoice | undefined;
  /** Created at this instant or later. */
  from?: Date | undefined;
  /** Created before this instant. */
  to?: Date | undefined;
  /** The ordinal once the invoice is signed, before that what was sent. */
  orderNumber?: number | undefined;
  iic?: string | undefined;
  /** The whole note. */
  note?: string | undefined;
}

/** Where a page ends: the next one begins after it. */
export interface InvoicePosition {
  createdAt: Date;
  id: string;
}

/** An invoice in a list, with its correctives. */
export interface ListedInvoice {
  invoice: StoredInvoice;
  correctives: CorrectiveReference[];
}

/** A page of a list. */
export interface InvoicePage {
  page: ListedInvoice[];
  /** Whether there is another page after it. */
  hasMore: boolean;
}

/**
 * A page ends before it holds more than this of what invoices are stored with, but never before its
 * first one: 200 invoices of 1 000 lines are as much as 100 MB.
 */
const PAGE_BYTES = 4 * 1024 * 1024;

const CORRECTIVES = `
  coalesce(
    (select json_agg(json_build_object('id', c.id, 'iic', c.iic) order by c.created_at, c.id)
     from invoice c where c.original_id = i.id and c.status in ('Fiscalized', 'Offline')),
    '[]'::json)`;

/** @param limit how many at most; fewer where they are large. */
export async function listInvoices(
  db: Database,
  scope: InvoiceScope,
  filter: InvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<InvoicePage> {
  // One more than the page holds tells whether there is another page.
  const values: unknown[] = [scope.companyId, scope.environment, limit + 1, PAGE_BYTES];
  const conditions = ['i.company_id = $1', 'i.environment = $2'];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add((p) => `i.status = ${p}`, filter.status);
  add((p) => `i.type_of_invoice = ${p}`, filter.typeOfInvoice);
  add((p) => `i.created_at >= ${p}`, filter.from);
  add((p) => `i.created_at < ${p}`, filter.to);
  add((p) => `coalesce(i.ordinal, i.order_number) = ${p}`, filter.orderNumber);
  add((p) => `i.iic = ${p}`, filter.iic);
  add((p) => `i.note = ${p}`, filter.note);
  if (after !== null) {
    values.push(after.createdAt, after.id);
    conditions.push(`(i.created_at, i.id) < ($${values.length - 1}, $${values.length})`);
  }
  const { rows } = await db.pool.query<ListRow>(
    `select * from (
       select i.*, row_number() over page as position, count(*) over () as found,
         sum(octet_length(i.request::text) + octet_length(i.computed::text)
           + octet_length(i.warnings::text) + octet_length(i.correctives::text))
           over page as bytes
       from (
         select ${INVOICE_COLUMNS}, ${WORK_COLUMNS}, ${CORRECTIVES} as correctives
         from invoice i ${JOIN_CONTENT} ${JOIN_WORK} where ${conditions.join(' and ')}
         order by i.created_at desc, i.id desc limit $3
       ) i
       window page as (order by i.created_at desc, i.id desc)
     ) i
     where position = 1 or bytes <= $4
     order by created_at desc, id desc`,
    values,
  );
  const page = rows.slice(0, limit);
  return {
    page: page.map((row) => ({ invoice: invoiceOf(row), correctives: row.correctives })),
    hasMore: Number(rows[0]?.found ?? 0) > page.length,
  };
}

type ListRow = InvoiceRow & WithWork & { correctives: CorrectiveReference[]; found: string };
