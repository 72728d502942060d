import { expect, test } from '@jest/globals';
import { chosenReport, presetsOf } from './chosen-report.ts';

const chosen = (query: string, today = '2026-11-26') =>
  chosenReport(new URLSearchParams(query), today);

test.each([
  ['', { report: 'day', sums: 'day', days: { date: '2026-11-25' } }],
  ['report=state&from=2026-01-01', { report: 'state', sums: 'state', days: {} }],
  ['report=day&from=2026-11-02&to=2026-11-09', { days: { date: '2026-11-02' } }],
  ['report=nothing', { report: 'day' }],
  [
    'report=period&from=2026-10-01&to=2026-10-31',
    { sums: 'period', days: { from: '2026-10-01', to: '2026-10-31' } },
  ],
  [
    'report=offline-journal',
    { report: 'offline-journal', sums: null, days: { from: '2026-11-25', to: '2026-11-25' } },
  ],
])('of "%s" is the report that it asks for', (query, report) => {
  expect(chosen(query)).toMatchObject(report);
});

test.each([
  ['2026-11-26', ['2026-11-25', '2026-11-01', '2026-10-01', '2026-10-31']],
  // The day before has 23 hours, below 25.
  ['2026-03-30', ['2026-03-29', '2026-03-01', '2026-02-01', '2026-02-28']],
  ['2026-10-26', ['2026-10-25', '2026-10-01', '2026-09-01', '2026-09-30']],
  ['2027-01-01', ['2026-12-31', '2027-01-01', '2026-12-01', '2026-12-31']],
  ['2028-03-01', ['2028-02-29', '2028-03-01', '2028-02-01', '2028-02-29']],
])('on %s, yesterday, this month and the last one', (today, days) => {
  const [now, yesterday, month, last] = presetsOf(today);
  expect([yesterday.from, month.from, last.from, last.to]).toEqual(days);
  expect([now.to, yesterday.to, month.to]).toEqual([today, yesterday.from, today]);
});
