// Printed invoices, a document for each paper. None is ever replaced: one that shows the FIC is
// added beside the one that was printed offline (decisions §2).

import { createHash } from 'node:crypto';
import type { Paper } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import {
  CONTENT_OF_ONE,
  INVOICE_COLUMNS,
  invoiceOf,
  noWorkColumns,
} from '../invoice/stored-invoice.ts';
import type { InvoiceRow, StoredInvoice } from '../invoice/stored-invoice.ts';
import { PRINT_COLUMNS, readPrint } from '../object/stored-bytes.ts';
import type { StoredPrint } from '../object/stored-bytes.ts';

/** A print as it was stored. */
export interface StoredDocument {
  paper: Paper;
  pdf: Buffer;
  /** Hexadecimal. */
  sha256: string;
}

export interface NewDocument {
  documentId: string;
  invoiceId: string;
  /** The FIC it shows; null for none. */
  fic: string | null;
  sha256: string;
  pdf: Buffer;
}

const storeIn = (table: 'document' | 'strip') => `
  insert into ${table} (id, invoice_id, fic, sha256, pdf)
  values (:documentId, :invoiceId, :fic, :sha256, :pdf)
  on conflict (invoice_id, (coalesce(fic, ''))) do nothing`;
/** Stores a NewDocument; a second print of the same version on this paper is not stored. */
export const STORE_DOCUMENT: Readonly<Record<Paper, string>> = {
  a4: storeIn('document'),
  '80mm': storeIn('strip'),
};

export function newDocument(invoiceId: string, fic: string | null, pdf: Uint8Array): NewDocument {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { documentId: uuidv7(), invoiceId, fic, sha256, pdf: Buffer.from(pdf) };
}

// What was stored first is what the shop hands out, also after the company's setting has changed.
const find = statement.one<
  { invoiceId: string; companyId: string; fic: string | null; paper: Paper | null },
  { paper: Paper } & (StoredPrint | { sha256: null })
>(
  'find_document',
  `with asked as (
     select coalesce(
       :paper::text,
       (select d.paper from printed_document d where d.invoice_id = :invoiceId
        order by d.created_at, d.paper desc limit 1),
       (select c.paper from company c where c.id = :companyId)) as paper)
   select asked.paper, ${PRINT_COLUMNS}
   from asked left join printed_document d
     on d.invoice_id = :invoiceId and d.paper = asked.paper and d.fic is not distinct from :fic`,
);

/**
 * The print of an invoice as it is now: with this FIC (null: the offline print), on this paper.
 * Null stands for the paper of its first print, or the company's where it has none yet.
 * @returns the paper alone where it is not rendered yet.
 * @throws ObjectStoreUnavailableError, ObjectNotIntactError where it is in the object store.
 */
export async function findDocument(
  db: Database,
  { id, companyId, fic }: Pick<StoredInvoice, 'id' | 'companyId' | 'fic'>,
  paper: Paper | null,
): Promise<StoredDocument | { paper: Paper; pdf: null }> {
  const row = await find(db, { invoiceId: id, companyId, fic, paper });
  if (row.sha256 === null) return { paper: row.paper, pdf: null };
  return { paper: row.paper, sha256: row.sha256, pdf: await readPrint(db.objects, row) };
}

const findRow = statement.maybe<
  { id: string; paper: Paper },
  InvoiceRow & Omit<PrintableInvoice, 'invoice'>
>(
  'find_printable',
  `select ${INVOICE_COLUMNS}, ${noWorkColumns()}, c.logo,
     case when i.original_id is null then i.root_elsewhere -> 'confirmed' ->> 'invoiceNumber'
          else o.invoice_number end as "originalInvoiceNumber", exists (
       select 1 from printed_document d
       where d.invoice_id = i.id and d.fic is not distinct from i.fic and d.paper = :paper
     ) as "isPrinted"
   from invoice i ${CONTENT_OF_ONE}
   join company c on c.id = i.company_id
   left join invoice o on o.id = i.original_id
   where i.id = :id and (i.status = 'Fiscalized' or i.offline_since is not null)`,
);

/** An invoice with what its print shows beside it. */
export interface PrintableInvoice {
  invoice: StoredInvoice;
  logo: string | null;
  originalInvoiceNumber: string | null;
  /** The document of its present state is stored already, on the paper in question. */
  isPrinted: boolean;
}

/**
 * An invoice that may be printed: a registered one, or one that was handed out offline, whatever
 * has become of it since. Null if there is nothing to print.
 */
export async function findPrintable(
  db: Database,
  id: string,
  paper: Paper,
): Promise<PrintableInvoice | null> {
  const row = await findRow(db, { id, paper });
  if (!row) return null;
  const { logo, originalInvoiceNumber, isPrinted, ...invoice } = row;
  return { invoice: invoiceOf(invoice), logo, originalInvoiceNumber, isPrinted };
}
