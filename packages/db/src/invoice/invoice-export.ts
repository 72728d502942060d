// Every invoice that a list is narrowed to, for a file: page after page of one unchanging look, so
// that a sale which comes meanwhile neither shifts a page nor stands in it twice.

import { paymentsOf } from '@fiscal/domain';
import type { ComputedInvoice, Payment, SameTaxGroup } from '@fiscal/domain';
import { addAuditRow } from '../audit/audit-row.ts';
import { inSnapshot } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { listPanelInvoices } from './panel-invoices.ts';
import type { PanelInvoice, PanelInvoiceFilter } from './panel-invoices.ts';
import type { InvoiceScope } from './stored-invoice.ts';

/** A listed invoice with what its accounts need. */
export type ExportedInvoice = PanelInvoice & Amounts & { payments: readonly Payment[] };

interface Amounts {
  buyerIdNumber: string | null;
  /** Euros, decimal text. */
  withoutVat: string;
  vat: string;
  sameTaxGroups: SameTaxGroup[];
  taxPeriod: string | null;
  replaces: string | null;
  exported: string | null;
  operatorName: string | null;
  /** As it was signed; before that null where it is the cash register's. */
  operatorCode: string | null;
  placeOfIssue: string;
}

/** What is in memory at once. */
const PAGE = 250;

type AmountsRow = Amounts & { id: string; payments: ComputedInvoice['payments'] | null };

const findAmounts = statement.inSlices<{ ids: readonly string[] }, AmountsRow>(
  'find_exported_amounts',
  `select content.invoice_id as id, content.request -> 'buyer' ->> 'idNumber' as "buyerIdNumber",
     content.computed -> 'totals' ->> 'withoutVat' as "withoutVat",
     content.computed -> 'totals' ->> 'vat' as vat,
     content.computed -> 'sameTaxGroups' as "sameTaxGroups",
     content.request ->> 'taxPeriod' as "taxPeriod", content.request ->> 'replaces' as replaces,
     content.computed -> 'totals' ->> 'exported' as exported,
     content.computed -> 'payments' as payments,
     content.request ->> 'operatorName' as "operatorName",
     coalesce(i.issuer -> 'codes' ->> 'operatorCode', content.seller ->> 'operatorCode')
       as "operatorCode",
     coalesce(content.seller ->> 'placeOfIssue', content.seller ->> 'town') as "placeOfIssue"
   from invoice_content content join invoice i on i.id = content.invoice_id
   where content.invoice_id = any(:ids)`,
);

/**
 * The newest first. A caller that stops early has to return the generator, which gives its
 * connection back.
 * @throws StorageUnavailableError if PostgreSQL goes away in between.
 */
export function exportInvoices(
  db: Pick<Database, 'pool'>,
  scope: InvoiceScope,
  filter: PanelInvoiceFilter,
): AsyncGenerator<ExportedInvoice[], void, undefined> {
  return inSnapshot(db, (snapshot) => pagesOf(snapshot, scope, filter));
}

async function* pagesOf(
  snapshot: Connected,
  scope: InvoiceScope,
  filter: PanelInvoiceFilter,
): AsyncGenerator<ExportedInvoice[], void, undefined> {
  let page: PanelInvoice[] = [];
  do {
    page = await listPanelInvoices(snapshot, scope, filter, page.at(-1) ?? null, PAGE);
    const ids = page.map(({ id }) => id);
    const found = await findAmounts(snapshot, { ids });
    const amounts = new Map(found.map((row) => [row.id, row]));
    yield page.map((invoice) => {
      const row = amounts.get(invoice.id);
      // A file that silently lacks invoices would be worse than none.
      if (!row) throw new Error(`the month of the invoice ${invoice.id} is detached`);
      const { paymentMethod, total } = invoice;
      const computed = { totals: { total }, ...(row.payments && { payments: row.payments }) };
      return { ...invoice, ...row, payments: paymentsOf({ request: { paymentMethod }, computed }) };
    });
  } while (page.length === PAGE);
}

/** Audits an export. @param chosen format and filters. */
export async function noteExport(
  db: Database,
  actor: string,
  companyId: string,
  chosen: object,
): Promise<void> {
  const action = 'invoice.exported';
  await addAuditRow(db.prisma, { actor, companyId, action, entityId: null, after: chosen });
}
