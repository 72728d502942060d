import { expect, test } from '@jest/globals';
import { chosenReport } from './chosen-report.ts';

const chosen = (query: string, today = '2026-11-26') =>
  chosenReport(new URLSearchParams(query), today);

test.each([
  ['', { report: 'day', days: { date: '2026-11-25' } }],
  ['report=state&from=2026-01-01', { report: 'state', days: {} }],
  ['report=day&date=2026-11-02&to=2026-11-09', { report: 'day', days: { date: '2026-11-02' } }],
  ['report=nothing', { report: 'day', days: { date: '2026-11-25' } }],
  [
    'report=period&from=2026-10-01&to=2026-10-31',
    { report: 'period', days: { from: '2026-10-01', to: '2026-10-31' } },
  ],
  ['report=journal&to=2026-10-31', { days: { from: '2026-10-01', to: '2026-10-31' } }],
])('of "%s" is the report that it asks for', (query, report) => {
  expect(chosen(query)).toMatchObject(report);
});

test.each([
  ['2026-11-26', '2026-11-01', '2026-11-25'],
  // The day before has 23 hours, below 25.
  ['2026-03-30', '2026-03-01', '2026-03-29'],
  ['2026-10-26', '2026-10-01', '2026-10-25'],
  ['2027-01-01', '2026-12-01', '2026-12-31'],
  ['2028-03-01', '2028-02-01', '2028-02-29'],
])('on %s a range without days is the month until yesterday', (today, from, to) => {
  expect(chosen('report=offline-journal', today).days).toEqual({ from, to });
});
