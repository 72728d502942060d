// The documents of a cash register that were issued on a day in Podgorica, whichever TCR code it
// had (docs/adr/0032). First their ids in the order of issue, then what is wanted of a few at a
// time.

import {
  addSums,
  issueDateTimeOf,
  localDayOf,
  MOST_CLOCK_TOLERANCE_MS,
  paymentsOf,
  sumDocuments,
} from '@fiscal/domain';
import type {
  CodeSums,
  ComputedInvoice,
  JournalName,
  PaymentMethod,
  ReportedDocument,
} from '@fiscal/domain';
import { mapInSlices } from '../connection/slices.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { completeRecords } from '../invoice/found-records.ts';
import type { FoundRecord } from '../invoice/found-records.ts';
import { FOUND_COLUMNS, foundOf, JOIN_CONTENT, JOIN_WORK } from '../invoice/stored-invoice.ts';
import type { FoundRow } from '../invoice/stored-invoice.ts';

/** What a document of the days says was put away with its month (docs/adr/0022). */
export class DocumentsDetachedError extends Error {
  readonly code = 'INVOICE_DETACHED';
  override readonly message =
    'Documents of these days are put away: ask the operator for the archive.';
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
  { cashRegisterId: string; from: Date; to: Date; journal: JournalName },
  { id: string }
>(
  'list_reported_documents',
  `select distinct on (${ORDER}) i.id
   from number_ledger l cross join lateral (
     select i.id, i.issued_at, i.tcr_code, i.ordinal from invoice i
     where i.id = l.invoice_id and i.issued_at >= :from and i.issued_at < :to
       and case :journal::text when 'offline-journal' then i.offline_since is not null
         when 'corrective-journal' then i.document_type = 'Corrective' else true end
     limit 1
   ) i
   where l.cash_register_id = :cashRegisterId and l.event = 'given'
     and l.at >= :from::timestamptz - ${AROUND} and l.at < :to::timestamptz + ${AROUND}
   order by ${ORDER}`,
);

/** Large enough for few statements, small enough for few milliseconds. */
const PAGE = 100;
/**
 * Records that are whole at once: of many the garbage collector would copy most. Their reader may
 * rest behind so few.
 */
const RECORDS = 25;

/** Those of a cash register on a day, `YYYY-MM-DD`, which a journal lists; it lists all. */
export interface ReportedDay {
  cashRegisterId: string;
  date: string;
  journal?: JournalName;
}

/** Pages of what `read` finds, in the order of issue. @throws DocumentsDetachedError */
async function* pagesOfDay<Row>(
  on: Connected,
  { cashRegisterId, date, journal = 'journal' }: ReportedDay,
  read: (on: Connected, values: { ids: string[] }) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  const found = await listDay(on, { cashRegisterId, ...dayOf(date), journal });
  for (let at = 0; at < found.length; at += PAGE) {
    const ids = found.slice(at, at + PAGE).map(({ id }) => id);
    const rows = await read(on, { ids });
    if (rows.length < ids.length) throw new DocumentsDetachedError();
    yield rows;
  }
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

/** The sums of a day from its documents, by TCR code. @throws DocumentsDetachedError */
export async function sumDay(
  on: Connected,
  cashRegisterId: string,
  date: string,
): Promise<CodeSums[]> {
  let sums: CodeSums[] = [];
  for await (const rows of pagesOfDay(on, { cashRegisterId, date }, readForSums)) {
    sums = addSums([...sums, ...sumDocuments(rows.map(reportedOf))]);
  }
  return sums;
}

function reportedOf({ payments, paymentMethod, issueDateTime, issuedAt, codes, ...row }: SumRow) {
  return {
    ...row,
    codes: codes && { businessUnitCode: codes.businessUnitCode, softwareCode: codes.softwareCode },
    issuedAt: issueDateTime ?? issueDateTimeOf(issuedAt),
    payments: paymentsOf({
      request: { paymentMethod },
      computed: { totals: { total: row.total }, ...(payments && { payments }) },
    }),
  };
}

const readWhole = statement.inSlices<{ ids: string[] }, FoundRow>(
  'read_journal_documents',
  `select ${FOUND_COLUMNS} from invoice i ${JOIN_CONTENT} ${JOIN_WORK}
   where i.id = any(:ids) and content.invoice_id = any(:ids) order by ${ORDER}`,
);

/**
 * Pages of what is made of the records of a day, in the order of issue.
 * @throws DocumentsDetachedError
 */
export async function* recordsOfDay<Made>(
  on: Connected,
  day: ReportedDay,
  make: (record: FoundRecord) => Made,
): AsyncGenerator<Made[], void> {
  for await (const rows of pagesOfDay(on, day, readWhole)) {
    while (rows.length > 0) {
      const found = rows.splice(0, RECORDS).map(foundOf);
      yield mapInSlices(await completeRecords(on, found), make);
    }
  }
}
