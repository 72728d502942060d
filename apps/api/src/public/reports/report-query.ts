// The queries of reports: of which cash register, of which days, and as what.

import { JOURNALS, parseInstant, PAPERS, rangeTooLong } from '@fiscal/domain';
import type { Issue, JournalName, SumReport } from '@fiscal/domain';
import { z } from 'zod';
import { queryIssue } from '../../http/request/read-query.ts';

export type ReportName = SumReport | JournalName;

export const MOST_DAYS = 366;
const MOST_PRINTED_DAYS = 31;
const DAY_MS = 86_400_000;

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(`${text}T00:00Z`) !== null;
const day = (description: string) =>
  z
    .string()
    .refine(isDay, 'must be a day, like 2026-07-11')
    .meta({ description: `${description} In Podgorica.`, format: 'date' });

const ofAny = z.strictObject({
  cashRegister: z.uuid('must be the id of a cash register').toLowerCase().optional().meta({
    description: 'Its id; a key sees that of its own alone, which it may leave out.',
  }),
  operatorName: z.string().optional().meta({
    description: 'Who asks for the report; else the operator of the cash register.',
  }),
  format: z.enum(['json', 'csv', 'xlsx', 'pdf']).default('json').meta({
    description:
      'A journal as PDF has at most 31 days, 10000 documents and items, and 8 MiB of text.',
  }),
  paper: z.enum(PAPERS).optional().meta({
    description: 'Of a PDF: `a4`, or `80mm` for a receipt printer; else the one of your company.',
  }),
  language: z.enum(['me', 'en']).default('me').meta({
    description: 'Of the words of a file; of CSV also whether numbers have a comma or a point.',
  }),
});
const ofDay = ofAny.extend({ date: day('A day that is over.') });
const ofRange = ofAny.extend({ from: day('The first day.'), to: day('The last day, included.') });

/** By its path: what the document says of it, and its query. */
export const REPORTS = {
  state: ['readState', 'The day until now', ofAny],
  day: ['readDay', 'A day that is over: the basis for depositing its cash', ofDay],
  period: ['readPeriod', 'Days added up, 366 at most', ofRange],
  journal: ['readJournal', 'Every document of days, with its items', ofRange],
  'offline-journal': [
    'readOfflineJournal',
    'What was handed out offline, with items and daily subtotals',
    ofRange,
  ],
  'corrective-journal': [
    'readCorrectiveJournal',
    'Correctives, with items and daily subtotals',
    ofRange,
  ],
} satisfies Record<ReportName, [operationId: string, summary: string, query: z.ZodObject]>;

export const isJournal = (name: ReportName): name is JournalName =>
  (JOURNALS as readonly ReportName[]).includes(name);

/** A query that was read. */
export type ReportQuery = z.output<typeof ofAny> &
  Partial<Pick<z.output<typeof ofDay>, 'date'> & Pick<z.output<typeof ofRange>, 'from' | 'to'>>;

/** The days of a report, one after the other, or why there are none. @param today in Podgorica. */
export function daysOf(
  { date = '', from = '', to = '' }: ReportQuery,
  today: string,
  isPrintedJournal: boolean,
) {
  const most = isPrintedJournal ? MOST_PRINTED_DAYS : MOST_DAYS;
  const first = from || date || today;
  const last = to || date || today;
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  const issues: Issue[] = [];
  if (count < 1) issues.push(queryIssue('to', 'to must not be before from.'));
  if (count > most) issues.push(rangeTooLong('A report', `${most} days`));
  const dates = Array.from({ length: issues.length > 0 ? 0 : count }, (_, at) =>
    new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, first.length),
  );
  return { dates, issues };
}
