import { expect, test } from '@jest/globals';
import { isAllPrinted, problemsOf } from './health-problems.ts';
import type { EfiHealth, Health } from './health.ts';

const worker = {
  id: '018f0000-0000-7000-8000-000000000001',
  host: 'a',
  pid: 1,
  version: '1',
  lanes: [],
  startedAt: '2026-11-21T19:00:00Z',
  seenAt: '2026-11-21T20:00:00Z',
  isAlive: true,
  obstacles: [],
};
const lane: Omit<Health['queues'][number], 'queue'> = {
  waiting: 0,
  oldestAgeSeconds: 0,
  ratePerMinute: 0,
  brokenPerMinute: 0,
  working: 0,
  postponed: 0,
  retried: 0,
  workers: 1,
  pause: null,
};
const nobody = { found: 0, named: [] };
const bakery = { found: 1, named: [{ companyId: worker.id, name: 'Pekara' }] };
const authority: EfiHealth = {
  environment: 'live',
  circuit: null,
  unpinned: null,
  disbelief: null,
  minutes: [],
  silentCompanies: nobody,
  failingCompanies: nobody,
  isHindered: false,
  receiptCheckSilentSince: null,
};
const well: Health = {
  at: '2026-11-21T20:00:00Z',
  isQueueAway: false,
  heldRegisters: 0,
  isForwardingIgnored: false,
  queues: [
    { ...lane, queue: 'fiscalization' },
    { ...lane, queue: 'printing' },
  ],
  workers: [worker],
  efi: [authority],
  prints: { waiting: 2, oldestAgeSeconds: 1, failing: 0, companies: nobody },
  lateCompanies: nobody,
  offline: [
    { environment: 'live', olderThanHours: 0, count: 3 },
    { environment: 'live', olderThanHours: 40, count: 0 },
  ],
};
const CLOCK = 'The clock of the service is 2 h ahead.';
const since = '2026-11-21T19:59:00Z';
const pause = { pausedAt: since, pausedBy: 'Ana', reason: 'Zamjena sertifikata' };
const live = { environments: ['live'] };
const efi = (change: Partial<EfiHealth>) => ({ efi: [{ ...authority, ...change }] });
const refused = (count: number, registered: number, environment: 'live' | 'test' = 'live') => {
  const speed = { minute: since, unanswered: 9, averageMs: 1, slowestMs: 1 };
  const minutes = [
    { ...speed, registered, refused: 0 },
    { ...speed, registered: 0, refused: count },
  ];
  return efi({ environment, minutes });
};
const aged = (queue: 'fiscalization' | 'printing', oldestAgeSeconds: number) => ({
  queues: [{ ...lane, queue, oldestAgeSeconds }],
});
const stands = (queue: string, ageSeconds: number, severity: string) => ({
  kind: 'queue',
  queue,
  ageSeconds,
  severity,
});

test.each([
  ['nothing is open', {}, 0, true],
  ['one that failed once is tried again later', { postponed: 1 }, 0, false],
  ['one is being made', { working: 1 }, 0, false],
  ['one waits', {}, 1, false],
])('everything is printed only where no print hangs: %s', (_what, change, waiting, isAll) => {
  const queues = [{ ...lane, ...change, queue: 'printing' as const }];
  expect(isAllPrinted({ queues, prints: { ...well.prints, waiting } })).toBe(isAll);
});

test.each<[string, Partial<Health>, object[]]>([
  ['all is well', {}, []],
  ['there is no worker', { workers: [] }, [{ kind: 'workers', severity: 'bad' }]],
  [
    'no worker is alive any more',
    { workers: [{ ...worker, isAlive: false }] },
    [{ kind: 'workers', severity: 'bad' }],
  ],
  [
    'no living worker takes from a lane',
    { queues: [{ ...lane, queue: 'printing', workers: 0 }] },
    [{ kind: 'unserved', severity: 'bad', queue: 'printing' }],
  ],
  [
    'no worker at all is alive, which is said once',
    { workers: [], queues: [{ ...lane, queue: 'printing', workers: 0 }] },
    [{ kind: 'workers', severity: 'bad' }],
  ],
  [
    'last numbers are not confirmed',
    { heldRegisters: 3 },
    [{ kind: 'held', severity: 'bad', count: 3 }],
  ],
  [
    'a proxy is not trusted',
    { isForwardingIgnored: true },
    [{ kind: 'forwarding', severity: 'watch' }],
  ],
  [
    'the authority does not respond',
    efi({ circuit: { state: 'open', since, failures: 5 } }),
    [{ kind: 'circuit', severity: 'bad', ...live }],
  ],
  [
    'it signs with a certificate that is not pinned',
    efi({ unpinned: 'SHA-256 AA', disbelief: 'SHA-256 AA' }),
    [{ kind: 'unpinned', severity: 'bad', ...live }],
  ],
  [
    'its replies cannot be believed',
    efi({ disbelief: 'Nobody we trust has signed it.' }),
    [{ kind: 'disbelief', severity: 'bad', ...live }],
  ],
  [
    'a company alone gets no reply, and the receipt check gives none',
    efi({ silentCompanies: bakery, receiptCheckSilentSince: since }),
    [
      { kind: 'silentCompanies', severity: 'watch', ...live, companies: bakery },
      { kind: 'receiptCheck', severity: 'watch', ...live },
    ],
  ],
  [
    'the authority is silent, and a company issues nothing offline',
    efi({ circuit: { state: 'open', since, failures: 5 }, failingCompanies: bakery }),
    [
      { kind: 'circuit', severity: 'bad', ...live },
      { kind: 'failing', severity: 'bad', ...live, companies: bakery },
    ],
  ],
  [
    'something keeps a worker from signing, and not the others',
    { workers: [worker, { ...worker, obstacles: [{ environments: ['live'], words: CLOCK }] }] },
    [{ kind: 'obstacle', severity: 'watch', ...live, worker: 'a · 1', words: CLOCK }],
  ],
  [
    'something keeps every worker from signing',
    {
      workers: [{ ...worker, obstacles: [{ environments: ['live'], words: CLOCK }] }],
      ...efi({ isHindered: true }),
    },
    [{ kind: 'obstacle', severity: 'bad', ...live, worker: 'a · 1', words: CLOCK }],
  ],
  [
    'all of 25 messages were refused',
    refused(25, 0),
    [{ kind: 'refused', severity: 'bad', ...live, count: 25, all: 25 }],
  ],
  [
    'all were refused in the test environment',
    refused(25, 0, 'test'),
    [{ kind: 'refused', severity: 'watch', environments: ['test'], count: 25, all: 25 }],
  ],
  [
    'every tenth message was refused',
    refused(1, 9),
    [{ kind: 'refused', severity: 'watch', ...live, count: 1, all: 10 }],
  ],
  ['fewer were refused', refused(1, 10), []],
  ['a sale waits for 14 s', aged('fiscalization', 14), []],
  ['a sale waits for 15 s', aged('fiscalization', 15), [stands('fiscalization', 15, 'watch')]],
  ['a sale waits for a minute', aged('fiscalization', 60), [stands('fiscalization', 60, 'bad')]],
  ['a print waits for a minute', aged('printing', 60), []],
  [
    'a print waits for a quarter of an hour',
    aged('printing', 900),
    [stands('printing', 900, 'bad')],
  ],
  [
    'a person has paused a lane, and not that its work waits',
    { queues: [{ ...lane, queue: 'printing', oldestAgeSeconds: 9_999, pause }] },
    [{ kind: 'paused', queue: 'printing', severity: 'bad' }],
  ],
  [
    'offline invoices are 40 hours old',
    {
      offline: [
        { environment: 'live', olderThanHours: 40, count: 2 },
        { environment: 'test', olderThanHours: 40, count: 1 },
      ],
      lateCompanies: bakery,
    },
    [{ kind: 'offline', severity: 'bad', count: 3, companies: bakery }],
  ],
  [
    'several things are wrong, the gravest first',
    {
      isQueueAway: true,
      prints: { waiting: 9, oldestAgeSeconds: 1, failing: 2, companies: bakery },
      workers: [],
    },
    [
      { kind: 'workers', severity: 'bad' },
      { kind: 'queueUnknown', severity: 'watch' },
      { kind: 'prints', severity: 'watch', count: 2, companies: bakery },
    ],
  ],
])('what needs an eye where %s', (_what, change, problems) => {
  expect(problemsOf({ ...well, ...change }, 40)).toEqual(problems);
});
