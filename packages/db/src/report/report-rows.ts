// The documents of a cash register that were issued on a day in Podgorica, whichever TCR code it
// had (docs/adr/0032). First their ids in the order of issue, then what is wanted of a few at a
// time.

import { issueDateTimeOf, localDayOf, MOST_CLOCK_TOLERANCE_MS, paymentsOf } from '@fiscal/domain';
import type { ComputedInvoice, PaymentMethod, ReportedDocument } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { completeRecords } from '../invoice/found-records.ts';
import type { FoundRecord } from '../invoice/found-records.ts';
import { FOUND_COLUMNS, foundOf, JOIN_CONTENT, JOIN_WORK } from '../invoice/stored-invoice.ts';
import type { FoundRow } from '../invoice/stored-invoice.ts';

/** What an offline and a corrective journal list. */
export interface DocumentFilter {
  /** Only what was handed out offline, whatever became of it. */
  offline?: boolean;
  /** Only correctives. */
  corrective?: boolean;
}

/** What a document of the range says was put away with its month (docs/adr/0022). */
export class DocumentsDetachedError extends Error {
  readonly code = 'INVOICE_DETACHED';
}

/** @param date `YYYY-MM-DD` */
export const dayOf = (date: string): { from: Date; to: Date } =>
  localDayOf(new Date(`${date}T12:00:00Z`));

const ORDER = 'i.issued_at, i.tcr_code, i.ordinal';
/** How far the time of a number is from the issue time at most, which is a whole second. */
const AROUND = `interval '${MOST_CLOCK_TOLERANCE_MS + 1_000} milliseconds'`;

// The ledger preselects by PostgreSQL's clock, the issue time decides; the subselect with a limit
// is looked up once an entry, whatever the plan was made for. A document that was given a number
// twice has two entries.
const listDay = statement.all<
  { cashRegisterId: string; from: Date; to: Date } & Required<DocumentFilter>,
  { id: string }
>(
  'list_reported_documents',
  `select distinct on (${ORDER}) i.id
   from number_ledger l cross join lateral (
     select i.id, i.issued_at, i.tcr_code, i.ordinal from invoice i
     where i.id = l.invoice_id and i.issued_at >= :from and i.issued_at < :to
       and (not :offline::boolean or i.offline_since is not null)
       and (not :corrective::boolean or i.document_type = 'Corrective')
     limit 1
   ) i
   where l.cash_register_id = :cashRegisterId and l.event = 'given'
     and l.at >= :from::timestamptz - ${AROUND} and l.at < :to::timestamptz + ${AROUND}
   order by ${ORDER}`,
);

/** Pages of ids, in the order of issue. @param size of a page */
export async function pagesOfDay(
  on: Connected,
  cashRegisterId: string,
  date: string,
  { size, offline = false, corrective = false }: DocumentFilter & { size: number },
): Promise<string[][]> {
  const rows = await listDay(on, { cashRegisterId, ...dayOf(date), offline, corrective });
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) =>
    rows.slice(page * size, (page + 1) * size),
  );
  return pages.map((page) => page.map(({ id }) => id));
}

type SumRow = Omit<ReportedDocument, 'issuedAt' | 'payments'> & {
  issuedAt: Date;
  issueDateTime: string | null;
  paymentMethod: PaymentMethod;
  payments: ComputedInvoice['payments'] | null;
};

const readForSums = statement.inSlices<{ ids: string[] }, SumRow>(
  'read_reported_documents',
  `select i.id, i.status, i.document_type as type, i.tcr_code as "tcrCode",
     i.issuer -> 'codes' as codes, coalesce(i.invoice_number, i.ordinal::text) as "invoiceNumber",
     i.issued_at as "issuedAt", i.issue_date_time as "issueDateTime", i.iic,
     i.offline_since is not null as "isHandedOut", i.payment_method as "paymentMethod", i.failure,
     content.computed -> 'totals' ->> 'total' as total, content.computed -> 'payments' as payments,
     content.computed -> 'sameTaxGroups' as "sameTaxGroups"
   from invoice i ${JOIN_CONTENT}
   where i.id = any(:ids) and content.invoice_id = any(:ids)`,
);

/**
 * What sums need of documents, in any order.
 * @throws DocumentsDetachedError
 */
export async function readReportedDocuments(
  on: Connected,
  ids: string[],
): Promise<ReportedDocument[]> {
  const rows = wholePage(ids, await readForSums(on, { ids }));
  return rows.map(({ payments, paymentMethod, issueDateTime, issuedAt, codes, ...row }) => ({
    ...row,
    codes: codes && { businessUnitCode: codes.businessUnitCode, softwareCode: codes.softwareCode },
    issuedAt: issueDateTime ?? issueDateTimeOf(issuedAt),
    payments: paymentsOf({
      request: { paymentMethod },
      computed: { totals: { total: row.total }, ...(payments && { payments }) },
    }),
  }));
}

const readWhole = statement.inSlices<{ ids: string[] }, FoundRow>(
  'read_journal_documents',
  `select ${FOUND_COLUMNS} from invoice i ${JOIN_CONTENT} ${JOIN_WORK}
   where i.id = any(:ids) and content.invoice_id = any(:ids) order by ${ORDER}`,
);

/**
 * Whole records, in the order of issue.
 * @throws DocumentsDetachedError
 */
export async function readJournalRecords(on: Connected, ids: string[]): Promise<FoundRecord[]> {
  const rows = wholePage(ids, await readWhole(on, { ids }));
  return completeRecords(on, rows.map(foundOf));
}

function wholePage<Row>(ids: readonly string[], rows: Row[]): Row[] {
  if (rows.length === ids.length) return rows;
  throw new DocumentsDetachedError('The range has documents of a month that is put away.');
}
