// Lists a caller's invoices, newest first, in pages: how a client finds an invoice whose response
// it lost (decisions §2). Every page is one walk along the index of company, environment and
// creation, or a look-up by a value that few invoices share.

import type { InvoiceStatus, TypeOfInvoice } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { startConditions } from '../connection/conditions.ts';
import type { Conditions } from '../connection/conditions.ts';
import { mapInSlices } from '../connection/slices.ts';
import { statement } from '../connection/statement.ts';
import { completeRecords } from './found-records.ts';
import type { FoundRecord } from './found-records.ts';
import { FOUND_COLUMNS, foundOf, JOIN_CONTENT, JOIN_WORK } from './stored-invoice.ts';
import type { FoundRow, InvoiceScope } from './stored-invoice.ts';

/** What every list of invoices may be narrowed to; absent values narrow nothing. */
export interface WalkFilter {
  status?: InvoiceStatus | undefined;
  typeOfInvoice?: TypeOfInvoice | undefined;
  /** Created at this instant or later. */
  from?: Date | undefined;
  /** Created before this instant. */
  to?: Date | undefined;
}

/** What a client may look for; all of it has to hold. */
export interface InvoiceFilter extends WalkFilter {
  /** The ordinal once the invoice is signed, before that what was sent. */
  orderNumber?: number | undefined;
  iic?: string | undefined;
  /** What the client calls it. */
  externalId?: string | undefined;
  /** The whole note. */
  note?: string | undefined;
}

/** Where a page ends: the next one begins after it. */
export interface InvoicePosition {
  createdAt: Date;
  id: string;
}

export interface InvoicePage {
  page: FoundRecord[];
  hasMore: boolean;
}

/**
 * A page ends before it holds more than this of what invoices are stored with, but never before its
 * first one: 200 invoices of 1 000 lines are as much as 100 MB.
 */
const PAGE_BYTES = 1024 * 1024;

/** @param limit how many at most; fewer where they are large. */
export async function listInvoices(
  db: Database,
  scope: InvoiceScope,
  filter: InvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<InvoicePage> {
  const conditions = startWalk(scope, filter, after);
  const { add, parameter } = conditions;
  add((p) => `coalesce(i.ordinal, i.order_number) = ${p}`, filter.orderNumber);
  add((p) => `i.iic = ${p}`, filter.iic);
  add((p) => `i.external_id = ${p} and i.superseded_by is null`, filter.externalId);
  add((p) => `i.note = ${p}`, filter.note);
  // One more than the page holds says whether there is another page.
  const text = `select * from (
       select i.*, row_number() over page as position, count(*) over () as found,
         sum(octet_length(i.request::text) + octet_length(i.computed::text)
           + octet_length(i.warnings::text) + octet_length(i.correctives::text))
           over page as bytes
       from (
         select ${FOUND_COLUMNS}
         from invoice i ${JOIN_CONTENT} ${JOIN_WORK} where ${conditions.text()}
         order by i.created_at desc, i.id desc limit ${parameter(limit + 1)}
       ) i
       window page as (order by i."createdAt" desc, i.id desc)
     ) i
     where position = 1 or bytes <= ${PAGE_BYTES}
     order by "createdAt" desc, id desc`;
  const list = statement.inSlices<object, ListRow>(null, text);
  const rows = await list(db, conditions.values);
  const page = rows.slice(0, limit);
  return {
    page: await completeRecords(db, await mapInSlices(page, foundOf)),
    hasMore: Number(rows[0]?.found ?? 0) > page.length,
  };
}

/** Conditions on the invoices `i` of a list, newest first, behind the end of a page. */
function startWalk(
  scope: InvoiceScope,
  filter: WalkFilter,
  after: InvoicePosition | null,
): Conditions {
  const conditions = startConditions();
  const { add, parameter } = conditions;
  add((p) => `i.company_id = ${p}`, scope.companyId);
  add((p) => `i.environment = ${p}`, scope.environment);
  add((p) => `i.status = ${p}`, filter.status);
  add((p) => `i.type_of_invoice = ${p}`, filter.typeOfInvoice);
  add((p) => `i.created_at >= ${p}`, filter.from);
  add((p) => `i.created_at < ${p}`, filter.to);
  if (after !== null) {
    const end = `${parameter(after.createdAt)}, ${parameter(after.id)}`;
    conditions.require(`(i.created_at, i.id) < (${end})`);
  }
  return conditions;
}

type ListRow = FoundRow & { found: string };
