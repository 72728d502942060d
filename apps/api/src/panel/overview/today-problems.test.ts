import { expect, test } from '@jest/globals';
import { problemsOfToday } from './today-problems.ts';
import type { ServiceSeen } from './today-problems.ts';

const now = new Date('2026-11-23T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const state = {
  failed: 0,
  waiting: 0,
  late: 0,
  stuck: 0,
  failingPrints: 0,
  held: 0,
  isPaused: false,
  issuesOffline: true,
  certificateEnds: inDays(200),
};
const responses: ServiceSeen = {
  isLanePaused: false,
  isHindered: false,
  authority: { state: 'answers', since: null },
};
const problemsOf = (change: Partial<typeof state> | { certificateEnds: null }, seen = responses) =>
  problemsOfToday({ ...state, ...change }, seen, { isInUse: true, isRefused: false, now });

test('all is well only where nothing failed, is late, ends or is silent', () => {
  expect(problemsOf({ waiting: 3 })).toEqual([]);
});

test.each([
  [
    'a paused company',
    { isPaused: true },
    { kind: 'company-paused', severity: 'bad', count: null },
  ],
  ['25 refused sales', { failed: 25 }, { kind: 'failed', severity: 'bad', count: 25 }],
  ['a sale without an outcome', { stuck: 1 }, { kind: 'stuck', severity: 'bad', count: 1 }],
  ['a delivery that is late', { late: 2 }, { kind: 'late', severity: 'bad', count: 2 }],
  ['a print that fails', { failingPrints: 1 }, { kind: 'prints', severity: 'watch', count: 1 }],
  [
    'a certificate that ends in 30 days',
    { certificateEnds: inDays(30) },
    { kind: 'certificate-ending', severity: 'watch', count: 30 },
  ],
  [
    'one that ends in 7 days',
    { certificateEnds: inDays(7.5) },
    { kind: 'certificate-ending', severity: 'bad', count: 7 },
  ],
  [
    'one that ended a moment ago',
    { certificateEnds: new Date(now.getTime() - 1) },
    { kind: 'certificate-ended', severity: 'bad', count: null },
  ],
  [
    'no certificate',
    { certificateEnds: null },
    { kind: 'certificate-missing', severity: 'bad', count: null },
  ],
])('%s is a problem', (_what, change, problem) => {
  expect(problemsOf(change)).toEqual([problem]);
});

test('nothing is said of a certificate 31 days before its end', () => {
  expect(problemsOf({ certificateEnds: inDays(31) })).toEqual([]);
});

test.each([
  ['unknown', 'workers', 'bad'],
  ['silent', 'authority-silent', 'watch'],
  ['disbelieved', 'authority-disbelieved', 'watch'],
] as const)('an authority that is %s is a problem', (seen, kind, severity) => {
  expect(problemsOf({}, { ...responses, authority: { state: seen, since: null } })).toEqual([
    { kind, severity, count: null },
  ]);
});

// ADR 11: the process says why, to operators; a shop has to know that it is not alone.
test('what keeps every worker from signing is a grave problem of each company', () => {
  expect(problemsOf({}, { ...responses, isHindered: true })).toEqual([
    { kind: 'signing', severity: 'bad', count: null },
  ]);
});

test.each([
  ['silent', ['sales-fail']],
  ['disbelieved', ['sales-fail', 'authority-disbelieved']],
] as const)(
  'an authority that is %s fails the sales of a company that issues nothing offline',
  (seen, kinds) => {
    const authority = { state: seen, since: null };
    const found = problemsOf({ issuesOffline: false }, { ...responses, authority });
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    expect(found[0]?.severity).toBe('bad');
  },
);

test('the gravest stands first', () => {
  const found = problemsOf(
    { failed: 1, failingPrints: 2 },
    { ...responses, isLanePaused: true, authority: { state: 'silent', since: null } },
  );
  expect(found.map(({ kind }) => kind)).toEqual([
    'lane-paused',
    'failed',
    'authority-silent',
    'prints',
  ]);
});

test('a company that has not sold yet lacks no certificate', () => {
  const found = problemsOfToday({ ...state, certificateEnds: null }, responses, {
    isInUse: false,
    isRefused: false,
    now,
  });
  expect(found).toEqual([]);
});
