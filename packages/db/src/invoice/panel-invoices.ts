// The invoices of a company, or of all, as the panel lists them: newest first, in pages, each a
// walk along an index, or a look-up by what was searched for.

import { parseFailure } from '@fiscal/domain';
import type { DocumentType, PaymentMethod, TypeOfInvoice } from '@fiscal/domain';
import type { InvoicePosition, WalkFilter } from './invoice-list.ts';
import { startConditions } from '../connection/conditions.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { startSearch } from './invoice-search.ts';
import type { SearchExtent } from './invoice-search.ts';
import { statementsOf } from './listed-range.ts';
import type { ListScope } from './listed-range.ts';
import { JOIN_CONTENT, JOIN_WORK } from './stored-invoice.ts';
import type { StoredInvoice } from './stored-invoice.ts';

/** What a list of the panel is narrowed to. */
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
  documentType: DocumentType;
  typeOfInvoice: TypeOfInvoice;
  paymentMethod: PaymentMethod;
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

interface PanelInvoicePage {
  found: PanelInvoice[];
  /**
   * Where the search goes on; null if everything was searched, or there are enough for the page.
   */
  searchedTo: InvoicePosition | null;
}

/** Lower than the id of every invoice. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** @param limit how many at most; there are fewer only if there are no more. */
export async function listPanelInvoices(
  db: Connected,
  scope: ListScope,
  filter: PanelInvoiceFilter,
  after: InvoicePosition | null,
  limit: number,
): Promise<PanelInvoice[]> {
  const all = { limit, budgetMs: null };
  return (await searchPanelInvoices(db, scope, filter, after, all)).found;
}

/** The same as far as it is found soon. */
export async function searchPanelInvoices(
  db: Connected,
  scope: ListScope,
  { search, ...filter }: PanelInvoiceFilter,
  after: InvoicePosition | null,
  extent: SearchExtent,
): Promise<PanelInvoicePage> {
  const { limit } = extent;
  const conditions = startConditions();
  const range = { scope, filter, after };
  const { text, searchedTo } =
    search === undefined
      ? {
          text: statementsOf(range, conditions).newest(conditions.parameter(limit)),
          searchedTo: null,
        }
      : await startSearch(db, range, search, conditions, extent);
  const list = statement.all<object, PanelInvoice | NotSearched>(
    null,
    `with page as materialized (
       select id, created_at from (${text}) found
       order by created_at desc, id desc nulls last limit ${conditions.parameter(limit)}
     )
     select page.id, i.company_id as "companyId", c.name as "companyName", i.status,
       i.document_type as "documentType", i.type_of_invoice as "typeOfInvoice",
       i.payment_method as "paymentMethod", i.invoice_number as "invoiceNumber",
       coalesce(i.ordinal, i.order_number)::float8 as "orderNumber",
       nullif(i.order_number, 0)::float8 as "sentOrderNumber", r.name as "cashRegisterName",
       content.request -> 'buyer' ->> 'name' as "buyerName", i.note,
       coalesce(content.computed -> 'totals' ->> 'total', (
         select s.total::text from invoice_search s where s.environment = i.environment
           and s.created_at = i.created_at and s.invoice_id = i.id)) as total, i.iic, i.fic,
       i.issue_date_time as "issueDateTime", i.failure,
       i.attempts + coalesce(w.attempts, 0) as attempts,
       case w.kind when 'deliver' then nullif(w.scheduled_at, 'infinity') end as "nextAttemptAt",
       i.deliver_before as "deliverBefore", i.dismissed_at as "dismissedAt",
       page.created_at as "createdAt", i.updated_at as "updatedAt"
     from page left join invoice i on i.id = page.id
     left join company c on c.id = i.company_id
     left join cash_register r on r.id = i.cash_register_id left ${JOIN_CONTENT} ${JOIN_WORK}
     order by page.created_at desc, page.id desc nulls last`,
  );
  return pageOf(await list(db, conditions.values), searchedTo);
}

/** What was created before is not searched yet. */
interface NotSearched {
  id: null;
  createdAt: Date;
}

/** What was found behind the first row without an id is found again by the next page. */
function pageOf(
  rows: readonly (PanelInvoice | NotSearched)[],
  searchedTo: InvoicePosition | null,
): PanelInvoicePage {
  const found: PanelInvoice[] = [];
  for (const row of rows) {
    if (row.id === null) return { found, searchedTo: { createdAt: row.createdAt, id: LOWEST_ID } };
    found.push({ ...row, failure: parseFailure(row.failure) });
  }
  return { found, searchedTo };
}
