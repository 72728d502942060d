// Reads a report and sends it as what was asked for (extensions §8, docs/adr/0032). What the public
// API and the panel have in common.

import { buffer } from 'node:stream/consumers';
import type { Database } from '@fiscal/db/connection';
import {
  findReportedRegister,
  readDayReport,
  readJournal,
  readPeriodReport,
} from '@fiscal/db/report';
import type { FoundRecord, JournalPage } from '@fiscal/db/report';
import {
  givenText,
  issueDateTimeOf,
  localDateOf,
  makeReport,
  MOST_PRINTED_LINES,
  rangeTooLong,
} from '@fiscal/domain';
import type {
  DaySubtotal,
  Environment,
  Issue,
  Journal,
  JournalEntry,
  JournalName,
  PrintedReport,
  ReportHead,
  SumReport,
} from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import type { Response } from 'express';
import { withRests } from '../../files/rests.ts';
import {
  besideOthers,
  LONGEST_SILENCE_MS,
  making,
  nameFile,
  sendFile,
  SUMS_AT_ONCE,
  tableOf,
} from '../../files/send-file.ts';
import { shareByCompany } from '../../http/company-slots.ts';
import { WRITTEN } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { noSuch, refuse, refuseIssues } from '../../http/refusal/refusal.ts';
import { writeJson } from '../../http/response/json-response.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import { countMore } from '../../limits/rate-limit.ts';
import { selectOperator } from '../invoices/accept-invoice.ts';
import { PDF_RETRY_AFTER } from '../invoices/read-pdf.ts';
import { recordOf } from '../invoices/record.ts';
import { journalEntryOf, printReport } from './print-report.ts';
import type { PrintDependencies } from './print-report.ts';
import { journalColumns, journalLines, subtotalLine, sumColumns, sumLines } from './report-file.ts';
import type { JournalLine } from './report-file.ts';
import { daysOf, isJournal } from './report-query.ts';
import type { ReportName, ReportQuery } from './report-query.ts';
import { reportJson } from './report-schemas.ts';

/** What reports are read and written with. */
export interface ReportDependencies extends PrintDependencies {
  /** Of files/send-file.ts's EXPORT_CONNECTIONS. */
  exportDb: Pick<Database, 'pool'>;
  clock: () => Date;
  logger: Logger;
  verificationPages: Readonly<Record<Environment, string>>;
}

export interface ReportCall {
  deps: ReportDependencies;
  response: Response;
  companyId: string;
  /** Null for either. */
  environment: Environment | null;
  cashRegisterId: string;
  /** In the panel: what the JSON of sums says of the reasons of failures. */
  sayReasons?: (reasons: string[]) => object;
}

/** A call with what was read of it. */
interface AskedReport<Name = ReportName> extends ReportCall {
  environment: Environment;
  head: ReportHead & { report: Name };
  dates: readonly string[];
  query: ReportQuery;
}

/** A year of a busy cash register is 1.5 GB of JSON. */
const JOURNAL_BYTES = 2 * 1024 ** 3;
/** A report counts as one call more for so many days of sums or documents of a journal. */
const DAYS_OF_A_CALL = 10;
const DOCUMENTS_OF_A_CALL = 100;

/** A first report of a year takes a minute: its company waits, and others have a slot. */
const summing = shareByCompany({
  atOnce: SUMS_AT_ONCE,
  ofCompany: 8,
  waiting: 64,
  patienceMs: 60_000,
});
const RETRY_AFTER_S = '5';

/**
 * @param earlier what is wrong with the query already; then it has no days.
 * @throws DocumentsDetachedError
 */
export async function sendReport(
  call: ReportCall,
  name: ReportName,
  query: ReportQuery,
  earlier: readonly Issue[] = [],
): Promise<Result<never>> {
  const { deps, companyId, environment, cashRegisterId } = call;
  const key = { companyId, environment, cashRegisterId };
  const register = await findReportedRegister(deps.db, key);
  if (register === null) return noSuch('cash register');
  const now = deps.clock();
  const today = localDateOf(now);
  const isPrintedJournal = isJournal(name) && query.format === 'pdf';
  const { dates, issues } =
    earlier.length > 0 ? { dates: [], issues: earlier } : daysOf(query, today, isPrintedJournal);
  const { operatorNames, seller, tin, businessUnitCode, tcrCode, softwareCode } = register;
  const company = { id: companyId, operatorNames };
  const employer = { company, environment: register.environment, operators: null };
  const operator = await selectOperator(deps.db, employer, query, issues);
  const all = [...issues, ...operator.issues];
  if (all.length > 0) return refuseIssues(all);
  const [from = today, to = from] = [dates[0], dates.at(-1)];
  if (name === 'day' && to >= today) {
    return refuse('DAY_NOT_OVER', `${to} is not over: the report "state" says how it is now.`);
  }
  const { operatorCode } = operator.found ?? register;
  const codes = { businessUnitCode, tcrCode, operatorCode, softwareCode };
  const head = { madeAt: issueDateTimeOf(now), from, to, seller, tin, ...codes };
  const asked = { ...call, environment: register.environment, dates, query };
  if (!isJournal(name)) return sendSums({ ...asked, head: { report: name, ...head } });
  const send = () => sendJournal({ ...asked, head: { report: name, ...head } });
  return besideOthers(call, 'RATE_LIMITED', send);
}

async function sendSums(asked: AskedReport<SumReport>): Promise<Result<never>> {
  const { deps, response, companyId, cashRegisterId, head, dates, query } = asked;
  const { format, language } = query;
  const read = async () =>
    head.report === 'period'
      ? { sums: await readPeriodReport(deps.exportDb, cashRegisterId, dates), cash: null }
      : readDayReport(deps.exportDb, cashRegisterId, head.to);
  response.setTimeout(LONGEST_SILENCE_MS);
  const found = await summing.run(companyId, read);
  if (found === null) {
    response.set('Retry-After', RETRY_AFTER_S);
    return refuse('RATE_LIMITED', 'Other reports are being made. Try again in a moment.');
  }
  countMore(response, Math.floor(dates.length / DAYS_OF_A_CALL));
  const report = makeReport(head, found.sums, found.cash);
  if (format === 'pdf') return sendPrinted(asked, report);
  if (format === 'json') {
    // Without an ETag: it says when it was made.
    const json = reportJson(report);
    const failed = [report, ...report.sections].flatMap((each) => each.failed);
    const sentences = asked.sayReasons?.(failed.map(({ reason }) => reason));
    response.type('json');
    response.end(sentences ? `${json.slice(0, -1)},"sentences":${writeJson(sentences)}}` : json);
    return WRITTEN;
  }
  nameReport(asked, format);
  const look = { language, name: head.report, hasTotal: false };
  const lines = [sumLines(report, language)];
  response.end(await buffer(tableOf(format, lines, sumColumns(language), look)));
  return WRITTEN;
}

async function sendJournal(asked: AskedReport<JournalName>): Promise<Result<never>> {
  const { deps, response, companyId, cashRegisterId, head, dates, query } = asked;
  const { format, language } = query;
  const read = <Made>(make: (record: FoundRecord, date: string) => Made): Pages<Made> =>
    counted(
      readJournal(deps.exportDb, { cashRegisterId, dates, journal: head.report }, make),
      response,
    );
  if (format === 'pdf') {
    const pages = read(journalEntryOf);
    const journal = await making.run(companyId, () => wholeJournal(head, pages));
    return sendPrinted(asked, journal);
  }
  const call = { companyId, response, logger: deps.logger };
  if (format === 'json') {
    response.type('json');
    const records = read((found) => writeJson(recordOf(found, deps.verificationPages)));
    return sendFile(journalJson(head, records), call, JOURNAL_BYTES);
  }
  nameReport(asked, format);
  const look = { language, name: head.report };
  const lines = linesOf(
    read((found, date) => journalLines(found, date, language)),
    head.report !== 'journal',
  );
  return sendFile(tableOf(format, lines, journalColumns(language), look), call, JOURNAL_BYTES);
}

function nameReport({ response, head }: AskedReport, format: 'csv' | 'xlsx' | 'pdf'): void {
  const { report, tcrCode, tin, from, to } = head;
  nameFile(response, [report, tcrCode ?? tin, from, to], format);
}

/** @param report null where it is too long. */
async function sendPrinted(
  asked: AskedReport,
  report: PrintedReport['report'] | null,
): Promise<Result<never>> {
  const { deps, response, companyId, environment, query } = asked;
  const of = { environment, operatorName: givenText(query.operatorName) };
  const paper = query.paper ?? null;
  const pdf =
    report === null
      ? 'too long'
      : await printReport(deps, companyId, paper, { ...of, report }, closedSignal(response));
  if (pdf === 'too long') {
    const most = `${MOST_PRINTED_LINES} documents and items, and 8 MiB of text`;
    return refuseIssues([rangeTooLong('A report on paper', most)]);
  }
  if (pdf === null) {
    response.set('Retry-After', PDF_RETRY_AFTER);
    return refuse('PDF_NOT_READY', 'The report was not printed in time; ask again in a moment.');
  }
  nameReport(asked, 'pdf');
  response.end(pdf);
  return WRITTEN;
}

type Pages<Made> = AsyncGenerator<JournalPage<Made>, void>;

async function* counted<Made>(pages: Pages<Made>, response: Response): Pages<Made> {
  let documents = 0;
  for await (const page of withRests(pages)) {
    documents += page.records.length;
    countMore(response, Math.floor(documents / DOCUMENTS_OF_A_CALL));
    yield page;
  }
}

/** Null where it has more lines than are printed. */
async function wholeJournal(
  head: ReportHead & { report: JournalName },
  pages: Pages<JournalEntry>,
): Promise<Journal<JournalEntry> | null> {
  const whole: Journal<JournalEntry> = { ...head, documents: [], subtotals: [] };
  let lines = 0;
  for await (const { records, subtotal } of pages) {
    for (const { computed } of records) lines += 1 + computed.lines.length;
    if (lines > MOST_PRINTED_LINES) return null;
    whole.documents.push(...records);
    if (subtotal !== null) whole.subtotals.push(subtotal);
  }
  return whole;
}

async function* linesOf(pages: Pages<JournalLine[]>, hasSubtotals: boolean) {
  for await (const { records, subtotal } of pages) {
    if (subtotal === null) yield records.flat();
    else if (hasSubtotals) yield [subtotalLine(subtotal)];
  }
}

async function* journalJson(head: ReportHead, pages: Pages<string>): AsyncGenerator<Buffer, void> {
  const subtotals: DaySubtotal[] = [];
  let before = `${writeJson(head).slice(0, -1)},"documents":[`;
  for await (const { records, subtotal } of pages) {
    if (subtotal !== null) {
      subtotals.push(subtotal);
      continue;
    }
    yield Buffer.from(before + records.join(','));
    before = ',';
  }
  yield Buffer.from(`${before === ',' ? '' : before}],"subtotals":${reportJson(subtotals)}}`);
}
