// Which report the URL asks for: `?report=period&from=2026-11-01&to=2026-11-25`. Without anything
// it is yesterday's, which inspectors ask for; without days, those of its month until yesterday.

import { dayBefore } from '../../format/podgorica-day.ts';

export const SUMS = ['state', 'day', 'period'] as const;
/** In the order of the list. */
export const REPORTS = [...SUMS, 'journal', 'offline-journal', 'corrective-journal'] as const;

/** @param today in Podgorica. @returns `days` as the API takes them. */
export function chosenReport(search: URLSearchParams, today: string) {
  const report = REPORTS.find((name) => name === search.get('report')) ?? 'day';
  const to = search.get('to') ?? dayBefore(today);
  const from = search.get('from') ?? `${to.slice(0, 8)}01`;
  const date = search.get('date') ?? dayBefore(today);
  const days: { date?: string; from?: string; to?: string } =
    report === 'state' ? {} : report === 'day' ? { date } : { from, to };
  return { report, days };
}
