// Printed invoices. A document is never replaced: one that shows the FIC is added beside the one
// that was printed offline (decisions §2).

import { createHash } from 'node:crypto';
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

/** Stores a NewDocument; a second print of the same version is not stored. */
export const STORE_DOCUMENT = `
  insert into document (id, invoice_id, fic, sha256, pdf)
  values (:documentId, :invoiceId, :fic, :sha256, :pdf)
  on conflict (invoice_id, (coalesce(fic, ''))) do nothing`;

export function newDocument(invoiceId: string, fic: string | null, pdf: Uint8Array): NewDocument {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { documentId: uuidv7(), invoiceId, fic, sha256, pdf: Buffer.from(pdf) };
}

const find = statement.maybe<{ invoiceId: string; fic: string | null }, StoredPrint>(
  'find_document',
  `select ${PRINT_COLUMNS} from document d
   where d.invoice_id = :invoiceId and d.fic is not distinct from :fic
   order by d.created_at desc limit 1`,
);

/**
 * The print that shows this FIC (null: the offline print); null if it is not rendered yet.
 * @throws ObjectStoreUnavailableError, ObjectNotIntactError where it is in the object store.
 */
export async function findDocument(
  db: Database,
  invoiceId: string,
  fic: string | null,
): Promise<StoredDocument | null> {
  const row = await find(db, { invoiceId, fic });
  return row && { sha256: row.sha256, pdf: await readPrint(db.objects, row) };
}

const findRow = statement.maybe<{ id: string }, InvoiceRow & Omit<PrintableInvoice, 'invoice'>>(
  'find_printable',
  `select ${INVOICE_COLUMNS}, ${noWorkColumns()}, c.logo,
     case when i.original_id is null then i.root_elsewhere -> 'confirmed' ->> 'invoiceNumber'
          else o.invoice_number end as "originalInvoiceNumber", exists (
       select 1 from document d where d.invoice_id = i.id and d.fic is not distinct from i.fic
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
  /** The document of its present state is stored already. */
  isPrinted: boolean;
}

/**
 * An invoice that may be printed: a registered one, or one that was handed out offline, whatever
 * has become of it since. Null if there is nothing to print.
 */
export async function findPrintable(db: Database, id: string): Promise<PrintableInvoice | null> {
  const row = await findRow(db, { id });
  if (!row) return null;
  const { logo, originalInvoiceNumber, isPrinted, ...invoice } = row;
  return { invoice: invoiceOf(invoice), logo, originalInvoiceNumber, isPrinted };
}
