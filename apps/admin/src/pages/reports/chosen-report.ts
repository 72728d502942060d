// Which report the URL asks for: `?report=period&from=2026-11-01&to=2026-11-25`. Without anything
// it is yesterday's, which inspectors ask for.

import { dayBefore } from '../../format/podgorica-day.ts';

const SUMS = ['state', 'day', 'period'] as const;
/** In the order of the list. */
export const REPORTS = [...SUMS, 'journal', 'offline-journal', 'corrective-journal'] as const;

/** Where the buttons lead. @param today in Podgorica. */
export function presetsOf(today: string) {
  const firstOf = (day: string) => `${day.slice(0, 8)}01`;
  const [yesterday, endOfLast] = [dayBefore(today), dayBefore(firstOf(today))];
  return [
    { name: 'today', report: 'state', from: today, to: today },
    { name: 'yesterday', report: 'day', from: yesterday, to: yesterday },
    { name: 'month', report: 'period', from: firstOf(today), to: today },
    { name: 'lastMonth', report: 'period', from: firstOf(endOfLast), to: endOfLast },
  ] as const;
}

/** @returns `sums` null for a journal; `days` as the API takes them. */
export function chosenReport(search: URLSearchParams, today: string) {
  const report = REPORTS.find((name) => name === search.get('report')) ?? 'day';
  const sums = SUMS.find((name) => name === report) ?? null;
  const from = search.get('from') ?? dayBefore(today);
  const to = search.get('to') ?? from;
  const days = sums === 'state' ? {} : sums === 'day' ? { date: from } : { from, to };
  return { report, sums, from, to, days };
}
