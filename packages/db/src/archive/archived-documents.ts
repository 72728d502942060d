// What the service keeps of the invoices and cash deposits of a day: every message with its reply,
// byte for byte, and every print. A document is of the day of its issue, whenever it was delivered.

import { issueDateTimeOf, localDayOf } from '@fiscal/domain';
import type { DocumentType, InvoiceStatus, Paper } from '@fiscal/domain';
import type { ObjectStore } from '@fiscal/objects';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { CashDepositStatus } from '../deposit/cash-deposits.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';
import { MESSAGE_COLUMNS, PRINT_COLUMNS, readPrint, withMessage } from '../object/stored-bytes.ts';
import type { Message, StoredMessage, StoredPrint } from '../object/stored-bytes.ts';

/** A message to the authority and what came back. */
export interface ArchivedMessage extends Message {
  outcome: 'registered' | 'refused' | 'unanswered' | null;
}

/** An invoice that was signed. */
export interface ArchivedInvoice {
  id: string;
  iic: string;
  fic: string | null;
  status: InvoiceStatus;
  documentType: DocumentType;
  invoiceNumber: string;
  issuedAt: Date;
  /** As it was signed, with its offset. */
  issueDateTime: string;
  /** Decimal text, euros. */
  total: string;
  /** Of the invoice that a corrective corrects. */
  originalIic: string | null;
  wasOffline: boolean;
  messages: ArchivedMessage[];
  /** The first one first; without a FIC it is what was handed out offline. */
  prints: { fic: string | null; paper: Paper; pdf: Buffer }[];
}

/** The INITIAL cash deposit of a cash register, or cash that was taken out of its drawer. */
export interface ArchivedDeposit {
  kind: 'CashDeposit' | 'Withdrawal';
  id: string;
  fcdc: string | null;
  status: CashDepositStatus;
  tcrCode: string;
  changeDateTime: string | null;
  cashAmount: string | null;
  messages: ArchivedMessage[];
}

/**
 * How many numbers each cash register gave on the day: the archive of the next day goes on after
 * them.
 */
export interface DaySummary {
  registers: {
    tcrCode: string;
    firstOrdinal: number;
    lastOrdinal: number;
    invoices: number;
    /** Of what was registered; decimal text, euros. */
    total: string;
    /** Invoices that are not registered, signed or not. */
    open: number;
  }[];
  /** Invoices and deposits that are not registered. */
  open: number;
  /**
   * Invoices of months that were detached: the totals are without them, and so is all that is read
   * of them.
   */
  detached: number;
}

/**
 * A transaction, so that all is of one instant, and where bytes are that left the database.
 */
export interface ArchiveReader extends Connected {
  objects: ObjectStore | null;
}

interface DayValues extends InvoiceScope {
  from: Date;
  to: Date;
  day: string;
}

/** @param day `YYYY-MM-DD` */
function dayValues(scope: InvoiceScope, day: string): DayValues {
  return { ...scope, day, ...localDayOf(new Date(`${day}T12:00:00Z`)) };
}

const OF_DAY = `i.company_id = :companyId and i.environment = :environment
  and i.issued_at >= :from and i.issued_at < :to`;
const TOTAL = `(content.computed -> 'totals' ->> 'total')`;
const DEPOSITS = `(
  select 'CashDeposit' as kind, id, fcdc, status, tcr_code, change_date_time, null as changed_at,
    cash_amount, cash_register_id, local_date, created_at from cash_deposit
  union all
  select 'Withdrawal', id, fcdc, status, tcr_code, null, changed_at,
    cash_amount, cash_register_id, local_date, created_at from withdrawal)`;
const DEPOSITS_OF_DAY = `${DEPOSITS} d join cash_register r on r.id = d.cash_register_id
  where r.company_id = :companyId and r.environment = :environment and d.local_date = :day::date`;

const summarize = statement.all<DayValues, DaySummary['registers'][number] & { detached: number }>(
  'summarize_archived_day',
  `select i.tcr_code as "tcrCode", min(i.ordinal)::float8 as "firstOrdinal",
     max(i.ordinal)::float8 as "lastOrdinal", count(*)::int as invoices,
     coalesce(sum(${TOTAL}::numeric) filter (where i.status = 'Fiscalized'), 0)::numeric(65, 2)::text
       as total,
     (count(*) filter (where i.status <> 'Fiscalized'))::int as open,
     (count(*) filter (where content.invoice_id is null))::int as detached
   from invoice i left join invoice_content content on content.invoice_id = i.id
   where ${OF_DAY} group by i.tcr_code order by i.tcr_code`,
);
const countOpenDeposits = statement.one<DayValues, { open: number }>(
  'count_open_deposits_of_day',
  `select count(*)::int as open from ${DEPOSITS_OF_DAY} and d.status in ('pending', 'offline')`,
);

/** Totals of a day. @param day `YYYY-MM-DD` in Podgorica. */
export async function readDaySummary(
  reader: ArchiveReader,
  scope: InvoiceScope,
  day: string,
): Promise<DaySummary> {
  const values = dayValues(scope, day);
  const registers = await summarize(reader, values);
  const deposits = await countOpenDeposits(reader, values);
  return {
    registers,
    open: registers.reduce((sum, { open }) => sum + open, deposits.open),
    detached: registers.reduce((sum, { detached }) => sum + detached, 0),
  };
}

/** A number of a business unit, as it is printed: `<business unit>/<ordinal>/<year>/<TCR code>`. */
const findFreed = statement.all<
  { environment: InvoiceScope['environment']; numbers: string[] },
  { number: string }
>(
  'freed_numbers_of',
  `select number from unnest(:numbers::text[]) number where exists (select from number_ledger l
     where l.environment = :environment and l.tcr_code = split_part(number, '/', 4)
       and l.year = split_part(number, '/', 3)::int and l.ordinal = split_part(number, '/', 2)::bigint
       and l.event = 'freed')`,
);

/** Those that were given back. @param numbers of invoices, as they are printed. */
export async function freedOf(
  session: Connected,
  { environment }: InvoiceScope,
  numbers: string[],
): Promise<string[]> {
  const rows = await findFreed(session, { environment, numbers });
  return rows.map(({ number }) => number);
}

/** What is in memory at once: a print may have a megabyte. */
const PAGE = 20;

/** From an invoice on, which is not among them; `from` is its issue time. */
const pageInvoices = statement.all<
  DayValues & { afterId: string | null },
  Omit<ArchivedInvoice, 'messages' | 'prints'>
>(
  'page_archived_invoices',
  `select i.id, i.iic, i.fic, i.status, i.document_type as "documentType",
     i.invoice_number as "invoiceNumber", i.issue_date_time as "issueDateTime",
     i.issued_at as "issuedAt", ${TOTAL} as total, 
     coalesce(o.iic, i.root_elsewhere ->> 'iic') as "originalIic",
     i.offline_since is not null as "wasOffline"
   from invoice i join invoice_content content on content.invoice_id = i.id
   left join invoice o on o.id = i.original_id
   where ${OF_DAY} and i.iic is not null and (:afterId::uuid is null
     or (i.issued_at, i.id) > (:from, :afterId::uuid))
   order by i.issued_at, i.id limit ${PAGE}`,
);

type Of<Row> = Row & { subjectId: string };

/** The messages about these, in whatever table they are; none is older than the first of them. */
function messagesOf(name: string, subject: 'invoice_id' | 'cash_deposit_id', table: string) {
  const select = statement.all<
    { ids: string[] },
    Of<Pick<ArchivedMessage, 'outcome'> & StoredMessage>
  >(
    name,
    `select s.${subject} as "subjectId", s.outcome, ${MESSAGE_COLUMNS}
     from submission s where s.${subject} = any(:ids::uuid[])
       and s.id >= (select messages_since(min(created_at)) from ${table} of_day where id = any(:ids::uuid[]))
     order by s.created_at, s.id`,
  );
  return async (reader: ArchiveReader, ids: string[]) =>
    inOrder(await select(reader, { ids }), (row) => withMessage(reader.objects, row));
}
const messagesOfInvoices = messagesOf('archived_messages_of_invoices', 'invoice_id', 'invoice');
const messagesOfDeposits = messagesOf('archived_messages_of_deposits', 'cash_deposit_id', DEPOSITS);

const findPrints = statement.all<
  { ids: string[] },
  Of<StoredPrint & { fic: string | null; paper: Paper }>
>(
  'archived_prints',
  `select d.invoice_id as "subjectId", d.fic, d.paper, ${PRINT_COLUMNS} from printed_document d
   where d.invoice_id = any(:ids::uuid[]) order by d.created_at, d.id`,
);

async function printsOf(reader: ArchiveReader, ids: string[]) {
  return inOrder(await findPrints(reader, { ids }), async (row) => {
    const { subjectId, fic, paper } = row;
    return { subjectId, fic, paper, pdf: await readPrint(reader.objects, row) };
  });
}

/** One after the other: what is in the object store is read beside nothing else. */
async function inOrder<Row, Result>(rows: Row[], read: (row: Row) => Promise<Result>) {
  const results: Result[] = [];
  for (const row of rows) results.push(await read(row));
  return results;
}

/** In the order in which they were issued, page after page. */
export async function* readArchivedInvoices(
  reader: ArchiveReader,
  scope: InvoiceScope,
  day: string,
): AsyncGenerator<ArchivedInvoice, void, undefined> {
  const values = dayValues(scope, day);
  let rows: Omit<ArchivedInvoice, 'messages' | 'prints'>[] = [];
  do {
    const after = rows.at(-1);
    const place = { from: after?.issuedAt ?? values.from, afterId: after?.id ?? null };
    rows = await pageInvoices(reader, { ...values, ...place });
    const ids = rows.map(({ id }) => id);
    const messages = await messagesOfInvoices(reader, ids);
    const prints = await printsOf(reader, ids);
    for (const row of rows) {
      const isOwn = ({ subjectId }: { subjectId: string }) => subjectId === row.id;
      yield { ...row, messages: messages.filter(isOwn), prints: prints.filter(isOwn) };
    }
  } while (rows.length === PAGE);
}

const findDeposits = statement.all<
  DayValues,
  Omit<ArchivedDeposit, 'messages'> & { changedAt: Date | null }
>(
  'archived_deposits',
  `select d.kind, d.id, d.fcdc, d.status, d.tcr_code as "tcrCode",
     d.change_date_time as "changeDateTime", d.changed_at as "changedAt", d.cash_amount as "cashAmount"
   from ${DEPOSITS_OF_DAY} order by d.tcr_code, d.kind, d.id`,
);

/** Those that a message was made of. */
export async function readArchivedDeposits(
  reader: ArchiveReader,
  scope: InvoiceScope,
  day: string,
): Promise<ArchivedDeposit[]> {
  const rows = await findDeposits(reader, dayValues(scope, day));
  const ids = rows.map(({ id }) => id);
  const messages = await messagesOfDeposits(reader, ids);
  return rows
    .map(({ changedAt, ...row }) => ({
      ...row,
      changeDateTime: changedAt === null ? row.changeDateTime : issueDateTimeOf(changedAt),
      messages: messages.filter(({ subjectId }) => subjectId === row.id),
    }))
    .filter((deposit) => deposit.messages.length > 0);
}
