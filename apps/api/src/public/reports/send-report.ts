// Reads a report and sends it as what was asked for (extensions §8, docs/adr/0032). What the public
// API and the panel have in common.

import { buffer } from 'node:stream/consumers';
import { findOperatorCode } from '@fiscal/db/company';
import { mapInSlices } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import {
  DocumentsDetachedError,
  findReportedRegister,
  readDayReport,
  readJournal,
  readPeriodReport,
} from '@fiscal/db/report';
import type { DocumentFilter, JournalPage, ReportedRegister } from '@fiscal/db/report';
import {
  givenText,
  issueDateTimeOf,
  localDateOf,
  makeReport,
  MOST_PRINTED_LINES,
  rangeTooLong,
  subtotalOf,
  SUM_REPORTS,
  unknownOperator,
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
import type { Language } from '../../files/column.ts';
import { csvOf } from '../../files/csv.ts';
import {
  besideOthers,
  LONGEST_SILENCE_MS,
  making,
  nameFile,
  sendFile,
  SUMS_AT_ONCE,
} from '../../files/send-file.ts';
import { xlsxOf } from '../../files/xlsx.ts';
import { shareByCompany } from '../../http/company-slots.ts';
import { WRITTEN } from '../../http/endpoint.ts';
import type { Result } from '../../http/endpoint.ts';
import { noSuch, refuse, refuseIssues } from '../../http/refusal/refusal.ts';
import { writeJson } from '../../http/response/json-response.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import { countMore } from '../../limits/rate-limit.ts';
import { PDF_RETRY_AFTER } from '../invoices/read-pdf.ts';
import { recordOf } from '../invoices/record.ts';
import { journalEntryOf, printReport } from './print-report.ts';
import type { PrintDependencies } from './print-report.ts';
import { journalColumns, journalLines, sumColumns, sumLines } from './report-file.ts';
import { daysOf, MOST_DAYS, MOST_PRINTED_DAYS } from './report-query.ts';
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
}

const FILTERS: Readonly<Record<JournalName, DocumentFilter>> = {
  journal: {},
  'offline-journal': { offline: true },
  'corrective-journal': { corrective: true },
};
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

/** @param earlier what is wrong with the query already; then it has no days. */
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
  const most = isSum(name) || query.format !== 'pdf' ? MOST_DAYS : MOST_PRINTED_DAYS;
  const { dates, issues } =
    earlier.length > 0 ? { dates: [], issues: earlier } : daysOf(query, today, most);
  const operator = await operatorOf(call, register, query.operatorName);
  const all = [...issues, ...operator.issues];
  if (all.length > 0) return refuseIssues(all);
  const [from = today, to = from] = [dates[0], dates.at(-1)];
  if (name === 'day' && to >= today) {
    return refuse('DAY_NOT_OVER', `${to} is not over: the report "state" says how it is now.`);
  }
  const { seller, tin, businessUnitCode, tcrCode, softwareCode } = register;
  const codes = { businessUnitCode, tcrCode, operatorCode: operator.code, softwareCode };
  const head = { madeAt: issueDateTimeOf(now), from, to, seller, tin, ...codes };
  const print: Print = (report) => sendPrinted(call, register.environment, query, report);
  const send = () =>
    isSum(name)
      ? sendSums(call, { report: name, ...head }, dates, query, print)
      : sendJournal(call, { report: name, ...head }, dates, query, print);
  try {
    return await (isSum(name) ? send() : besideOthers(call, 'RATE_LIMITED', send));
  } catch (error) {
    if (!(error instanceof DocumentsDetachedError)) throw error;
    const sentence = 'Documents of these days are put away: ask the operator for the archive.';
    return refuse(error.code, sentence);
  }
}

const isSum = (name: ReportName): name is SumReport =>
  (SUM_REPORTS as readonly ReportName[]).includes(name);

/** Who asks for it: extensions §3. */
async function operatorOf(
  { deps, companyId }: ReportCall,
  { environment, operatorNames, operatorCode }: ReportedRegister,
  operatorName: string | undefined,
): Promise<{ code: string; issues: Issue[] }> {
  const name = givenText(operatorName);
  if (name === null) return { code: operatorCode, issues: [] };
  const company = { company: { id: companyId }, environment, operators: null };
  const code = await findOperatorCode(deps.db, company, name);
  const isRefused = code === null && operatorNames === 'known';
  return { code: code ?? operatorCode, issues: isRefused ? [unknownOperator()] : [] };
}

async function sendSums(
  { deps: { exportDb }, response, companyId, cashRegisterId }: ReportCall,
  head: ReportHead & { report: SumReport },
  dates: readonly string[],
  { format, language }: ReportQuery,
  print: Print,
): Promise<Result<never>> {
  const read = async () =>
    head.report === 'period'
      ? { sums: await readPeriodReport(exportDb, cashRegisterId, dates), cash: null }
      : readDayReport(exportDb, cashRegisterId, head.to);
  response.setTimeout(LONGEST_SILENCE_MS);
  const found = await summing.run(companyId, read);
  if (found === null) {
    response.set('Retry-After', RETRY_AFTER_S);
    return refuse('RATE_LIMITED', 'Other reports are being made. Try again in a moment.');
  }
  countMore(response, Math.floor(dates.length / DAYS_OF_A_CALL));
  const report = makeReport(head, found.sums, found.cash);
  // Without an ETag: it says when it was made.
  if (format === 'json') {
    response.type('json').end(reportJson(report));
    return WRITTEN;
  }
  if (format === 'pdf') return print(report);
  nameFile(response, [head.report, head.tcrCode ?? head.tin, head.from, head.to], format);
  const pages = [sumLines(report, language)];
  const columns = sumColumns(language);
  const look = { language, name: head.report, hasTotal: false };
  const file = format === 'csv' ? csvOf(pages, columns, language) : xlsxOf(pages, columns, look);
  response.end(await buffer(file));
  return WRITTEN;
}

async function sendJournal(
  { deps, response, companyId, cashRegisterId }: ReportCall,
  head: ReportHead & { report: JournalName },
  dates: readonly string[],
  { format, language }: ReportQuery,
  print: Print,
): Promise<Result<never>> {
  const { report } = head;
  const pages = readJournal(deps.exportDb, cashRegisterId, dates, FILTERS[report]);
  if (format === 'pdf') {
    const whole = () => wholeJournal(head, withSubtotals(pages, response));
    return print(await making.run(companyId, whole));
  }
  const write = (pages: Pages): AsyncIterable<Buffer> => {
    const parts = withSubtotals(pages, response);
    if (format === 'json') return journalJson(head, parts, deps.verificationPages);
    const lines = linesOf(parts, language, report !== 'journal');
    const columns = journalColumns(language);
    return format === 'csv'
      ? csvOf(lines, columns, language)
      : xlsxOf(lines, columns, { language, name: report });
  };
  if (format === 'json') response.type('json');
  else nameFile(response, [report, head.tcrCode ?? head.tin, head.from, head.to], format);
  const call = { companyId, response, logger: deps.logger };
  return sendFile(afterFirst(pages, write), call, JOURNAL_BYTES);
}

type Pages = AsyncGenerator<JournalPage, void>;
type Parts = ReturnType<typeof withSubtotals>;

/** Null where it has more lines than are printed. */
async function wholeJournal(head: ReportHead & { report: JournalName }, parts: Parts) {
  const whole: Journal<JournalEntry> = { ...head, documents: [], subtotals: [] };
  let lines = 0;
  for await (const { records, subtotal } of parts) {
    whole.documents.push(...records.map(journalEntryOf));
    lines += records.reduce((sum, { invoice }) => sum + 1 + invoice.computed.lines.length, 0);
    if (lines > MOST_PRINTED_LINES) return null;
    if (subtotal !== null) whole.subtotals.push(subtotal);
  }
  return whole;
}

type Print = (report: PrintedReport['report'] | null) => Promise<Result<never>>;

/** @param report null of a journal with too many lines. */
async function sendPrinted(
  { deps, response, companyId }: ReportCall,
  environment: Environment,
  { paper, operatorName }: ReportQuery,
  report: PrintedReport['report'] | null,
): Promise<Result<never>> {
  if (report === null) {
    const most = `${MOST_PRINTED_LINES} documents and items`;
    return refuseIssues([rangeTooLong('A journal on paper', most)]);
  }
  const printed = { environment, operatorName: givenText(operatorName), report };
  const pdf = await printReport(deps, companyId, paper ?? null, printed, closedSignal(response));
  if (pdf === null) {
    response.set('Retry-After', PDF_RETRY_AFTER);
    return refuse('PDF_NOT_READY', 'The report was not printed in time; ask again in a moment.');
  }
  nameFile(response, [report.report, report.tcrCode ?? report.tin, report.from, report.to], 'pdf');
  response.end(pdf);
  return WRITTEN;
}

/** Reads the first page before anything is written: what cannot be read is refused. */
async function* afterFirst(pages: Pages, write: (all: Pages) => AsyncIterable<Buffer>) {
  const first = await pages.next();
  const all = async function* () {
    try {
      if (!first.done) yield first.value;
      yield* pages;
    } finally {
      await pages.return();
    }
  };
  yield* write(all());
}

/** The records, and behind the last of a day what it comes to. @param response counts them */
async function* withSubtotals(pages: Pages, response: Response) {
  let documents = 0;
  let ofDay: Parameters<typeof subtotalOf>[1] = [];
  for await (const { date, records, isLastOfDay } of pages) {
    documents += records.length;
    countMore(response, Math.floor(documents / DOCUMENTS_OF_A_CALL));
    const totals = records.map(({ invoice: { status, computed } }) => ({
      status,
      total: computed.totals.total,
    }));
    ofDay = [...ofDay, ...totals];
    yield { records, subtotal: isLastOfDay ? subtotalOf(date, ofDay) : null };
    if (isLastOfDay) ofDay = [];
  }
}

async function* linesOf(parts: Parts, language: Language, hasSubtotals: boolean) {
  for await (const { records, subtotal } of parts) {
    yield journalLines(records, hasSubtotals ? subtotal : null, language);
  }
}

async function* journalJson(
  head: ReportHead,
  parts: Parts,
  pages: ReportDependencies['verificationPages'],
) {
  const subtotals: DaySubtotal[] = [];
  let before = `${writeJson(head).slice(0, -1)},"documents":[`;
  for await (const { records, subtotal } of parts) {
    const written = await mapInSlices(records, (found) => writeJson(recordOf(found, pages)));
    yield Buffer.from(before + written.join(','));
    before = ',';
    if (subtotal !== null) subtotals.push(subtotal);
  }
  yield Buffer.from(`${before === ',' ? '' : before}],"subtotals":${reportJson(subtotals)}}`);
}
