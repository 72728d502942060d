// Printed invoices. A document is never replaced: one that shows the FIC is added beside the one
// that was printed offline (decisions §2).

import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { INVOICE_COLUMNS, invoiceOf, JOIN_CONTENT } from '../invoice/stored-invoice.ts';
import type { InvoiceRow, StoredInvoice } from '../invoice/stored-invoice.ts';

/** A stored PDF. */
export interface StoredDocument {
  pdf: Buffer;
  /** Hexadecimal. */
  sha256: string;
}

/** Parameters by `documentValues`; a second print of the same version is not stored. */
export const STORE_DOCUMENT = `
  insert into document (id, invoice_id, fic, sha256, pdf)
  values ($1, $2, $3, $4, $5)
  on conflict (invoice_id, (coalesce(fic, ''))) do nothing`;

/** Parameters $1 … $5 of STORE_DOCUMENT. */
export function documentValues(invoiceId: string, fic: string | null, pdf: Uint8Array): unknown[] {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return [uuidv7(), invoiceId, fic, sha256, Buffer.from(pdf)];
}

const FIND = {
  name: 'find_document',
  text: `
    select sha256, pdf from document
    where invoice_id = $1 and fic is not distinct from $2
    order by created_at desc limit 1`,
};

/** The print that shows this FIC (null: the offline print); null if it is not rendered yet. */
export async function findDocument(
  db: Database,
  invoiceId: string,
  fic: string | null,
): Promise<StoredDocument | null> {
  const [row] = await run<{ sha256: string; pdf: Buffer }>(db.pool, FIND, [invoiceId, fic]);
  return row ?? null;
}

const FIND_PRINTABLE = {
  name: 'find_printable',
  text: `
    select ${INVOICE_COLUMNS}, c.logo, o.invoice_number as original_invoice_number, exists (
        select 1 from document d where d.invoice_id = i.id and d.fic is not distinct from i.fic
      ) as is_printed
    from invoice i ${JOIN_CONTENT}
    join company c on c.id = i.company_id
    left join invoice o on o.id = i.original_id
    where i.id = $1 and (i.status = 'Fiscalized' or i.offline_since is not null)`,
};

/** What a print needs beside the invoice itself. */
export interface PrintableInvoice {
  invoice: StoredInvoice;
  logo: string | null;
  originalInvoiceNumber: string | null;
  /** The document of its present state is stored already. */
  isPrinted: boolean;
}

/**
 * An invoice that may be printed: a registered one, or one that was handed out offline, whatever has
 * become of it since. Null if there is nothing to print.
 */
export async function findPrintable(db: Database, id: string): Promise<PrintableInvoice | null> {
  const [row] = await run<
    InvoiceRow & {
      logo: string | null;
      original_invoice_number: string | null;
      is_printed: boolean;
    }
  >(db.pool, FIND_PRINTABLE, [id]);
  if (!row) return null;
  return {
    invoice: invoiceOf(row),
    logo: row.logo,
    originalInvoiceNumber: row.original_invoice_number,
    isPrinted: row.is_printed,
  };
}
