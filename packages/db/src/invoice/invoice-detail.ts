// One invoice of a company with everything around it: its cash register, its key, its relatives,
// its prints and what a person said of its failure.

import type { InvoiceStatus, Paper } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { PRINT_COLUMNS, readPrint } from '../object/stored-bytes.ts';
import type { StoredPrint } from '../object/stored-bytes.ts';
import { OF_PRINT } from '../work/work.ts';
import {
  CONTENT_OF_ONE,
  INVOICE_COLUMNS,
  invoiceOf,
  JOIN_WORK,
  RELATIVES,
  WORK_COLUMNS,
} from './stored-invoice.ts';
import type { CorrectiveReference, InvoiceRow, StoredInvoice } from './stored-invoice.ts';

interface RelatedInvoice {
  id: string;
  status: InvoiceStatus;
  invoiceNumber: string | null;
  iic: string | null;
}

interface DocumentVersion {
  id: string;
  /** The FIC it shows; null on one printed offline. */
  fic: string | null;
  paper: Paper;
  /** Hexadecimal. */
  sha256: string;
  sizeBytes: number;
  /** ISO 8601. */
  createdAt: string;
}

interface InvoiceSurroundings {
  companyName: string;
  cashRegister: { id: string; name: string; tcrCode: string | null };
  apiKey: { id: string; name: string; prefix: string } | null;
  /** The TCR code that was signed with. */
  tcrCode: string | null;
  failureCause: string | null;
  /** Until when the claim of a worker holds. */
  leasedUntil: Date | null;
  offlineSince: Date | null;
  dismissal: { at: string; by: string; byName: string | null; reason: string } | null;
  /** The document whose call took its external id. */
  supersededBy: string | null;
  original: RelatedInvoice | null;
  /** Oldest first, whatever became of them. */
  correctives: RelatedInvoice[];
  /** Oldest first. */
  documents: DocumentVersion[];
  /** Ids of its root and of what is in force there; null for one that no other belongs to. */
  relatives: string | null;
  missingPrint: { attempts: number; nextAttemptAt: string } | null;
}

/** An invoice with everything around it. */
export interface InvoiceDetail extends InvoiceSurroundings {
  invoice: StoredInvoice;
}

const RELATED = `'status', r.status, 'invoiceNumber', r.invoice_number, 'iic', r.iic`;

const find = statement.maybe<
  { invoiceId: string; companyId: string },
  InvoiceRow & InvoiceSurroundings
>(
  'find_invoice_detail',
  `select ${INVOICE_COLUMNS}, ${WORK_COLUMNS}, ${RELATIVES}, c.name as "companyName",
     json_build_object('id', t.id, 'name', t.name, 'tcrCode', t.tcr_code) as "cashRegister",
     (select json_build_object('id', k.id, 'name', k.name, 'prefix', k.prefix)
      from api_key k where k.id = i.api_key_id) as "apiKey",
     i.superseded_by as "supersededBy", i.failure_cause as "failureCause", w.leased_until as "leasedUntil",
     case when i.dismissed_at is not null then json_build_object(
       'at', i.dismissed_at, 'by', i.dismissed_by, 'reason', i.dismissal_reason, 'byName',
       (select nullif(u.name, '') from app_user u where 'user:' || u.id = i.dismissed_by)
     ) end as dismissal,
     (select json_build_object('id', r.id, ${RELATED})
      from invoice r where r.id = i.original_id) as original,
     coalesce(
       (select json_agg(json_build_object('id', r.id, ${RELATED}) order by r.created_at, r.id)
        from invoice r where r.original_id = i.id), '[]'::json) as correctives,
     coalesce(
       (select json_agg(json_build_object('id', d.id, 'fic', d.fic, 'paper', d.paper, 'sha256', d.sha256,
          'sizeBytes', coalesce(octet_length(d.pdf), d.object_size), 'createdAt', d.created_at) order by d.created_at, d.id)
        from printed_document d where d.invoice_id = i.id), '[]'::json) as documents,
     (select json_build_object('attempts', p.attempts, 'nextAttemptAt', p.scheduled_at)
      from work p where p.subject_id = i.id and p.${OF_PRINT} order by p.kind limit 1) as "missingPrint"
   from invoice i ${CONTENT_OF_ONE} ${JOIN_WORK}
   join company c on c.id = i.company_id
   join cash_register t on t.id = i.cash_register_id
   where i.id = :invoiceId and i.company_id = :companyId`,
);

/** An invoice of the company, of either environment; null if it has no such invoice. */
export async function findInvoiceDetail(
  db: Database,
  companyId: string,
  invoiceId: string,
): Promise<InvoiceDetail | null> {
  const row = await find(db, { companyId, invoiceId });
  return row ? { ...row, invoice: invoiceOf(row) } : null;
}

/** The correctives that the invoice's record lists: those that were handed out. */
export function correctivesInRecord({ correctives }: InvoiceDetail): CorrectiveReference[] {
  return correctives
    .filter(({ status }) => status === 'Fiscalized' || status === 'Offline')
    .map(({ id, iic }) => ({ id, iic }));
}

const findVersion = statement.maybe<
  { companyId: string; invoiceId: string; documentId: string },
  StoredPrint & { paper: Paper; invoiceNumber: string }
>(
  'find_document_version',
  `select d.paper, ${PRINT_COLUMNS}, i.invoice_number as "invoiceNumber"
   from printed_document d join invoice i on i.id = d.invoice_id
   where i.company_id = :companyId and i.id = :invoiceId and d.invoice_id = :invoiceId and d.id = :documentId`,
);

/**
 * A stored print of the company's invoice; null if it has no such print.
 * @throws ObjectStoreUnavailableError, ObjectNotIntactError where it is in the object store.
 */
export async function findDocumentVersion(
  db: Database,
  companyId: string,
  invoiceId: string,
  documentId: string,
): Promise<{ paper: Paper; pdf: Buffer; invoiceNumber: string } | null> {
  const row = await findVersion(db, { companyId, invoiceId, documentId });
  if (row === null) return null;
  const { paper, invoiceNumber } = row;
  return { paper, invoiceNumber, pdf: await readPrint(db.objects, row) };
}
