import { describe, expect, test } from '@jest/globals';
import { problemsOf as problemsAt } from './health-problems.ts';
import type { EfiHealth, Health } from './health.ts';

const problemsOf = (health: Health) => problemsAt(health, 40);

const worker = {
  id: '018f0000-0000-7000-8000-000000000001',
  host: 'a',
  pid: 1,
  version: '1',
  startedAt: '2026-11-21T19:00:00Z',
  seenAt: '2026-11-21T20:00:00Z',
  isAlive: true,
  lanes: [],
};
const lane = {
  waiting: 0,
  oldestAgeSeconds: 0,
  ratePerMinute: 0,
  brokenPerMinute: 0,
  working: 0,
  postponed: 0,
  retried: 0,
  pause: null,
};
const authority = {
  environment: 'live',
  circuit: null,
  unpinned: null,
  disbelief: null,
  silentCompanies: 0,
  receiptCheckSilentSince: null,
  minutes: [],
} as const satisfies EfiHealth;
const well: Health = {
  at: '2026-11-21T20:00:00Z',
  isQueueAway: false,
  isForwardingIgnored: false,
  queues: [
    { ...lane, queue: 'fiscalization' },
    { ...lane, queue: 'printing' },
  ],
  workers: [worker],
  efi: [{ ...authority, minutes: [] }],
  prints: { waiting: 2, oldestAgeSeconds: 1, failing: 0 },
  offline: [
    { environment: 'live', olderThanHours: 0, count: 3 },
    { environment: 'live', olderThanHours: 40, count: 0 },
  ],
};

describe('what of the state needs an eye', () => {
  test('is nothing while all is well', () => {
    expect(problemsOf(well)).toEqual([]);
  });

  test('is that no worker is alive, also where one was', () => {
    expect(problemsOf({ ...well, workers: [] })).toEqual([{ kind: 'workers', severity: 'bad' }]);
    expect(problemsOf({ ...well, workers: [{ ...worker, isAlive: false }] })).toHaveLength(1);
  });

  test('is a proxy that is not trusted', () => {
    expect(problemsOf({ ...well, isForwardingIgnored: true })).toEqual([
      { kind: 'forwarding', severity: 'watch' },
    ]);
  });

  test('is an authority that does not answer, by environment', () => {
    const circuit = { state: 'open', since: '2026-11-21T19:59:00Z', failures: 5 } as const;
    expect(problemsOf({ ...well, efi: [{ ...authority, minutes: [], circuit }] })).toEqual([
      { kind: 'circuit', severity: 'bad', environment: 'live' },
    ]);
  });

  test('is an authority that signs with a certificate that is not pinned', () => {
    const change = { unpinned: 'SHA-256 AA', disbelief: 'SHA-256 AA' };
    const efi = [{ ...authority, minutes: [], ...change }];
    expect(problemsOf({ ...well, efi })).toEqual([
      { kind: 'unpinned', severity: 'bad', environment: 'live' },
    ]);
  });

  test('is an authority whose answers cannot be believed', () => {
    const efi = [{ ...authority, minutes: [], disbelief: 'Nobody we trust has signed it.' }];
    expect(problemsOf({ ...well, efi })).toEqual([
      { kind: 'disbelief', severity: 'bad', environment: 'live' },
    ]);
  });

  test('is a company that alone gets no answer, and a receipt check that gives none', () => {
    const change = { silentCompanies: 1, receiptCheckSilentSince: '2026-11-21T19:59:00Z' };
    const efi = [{ ...authority, minutes: [], ...change }];
    expect(problemsOf({ ...well, efi })).toEqual([
      { kind: 'silentCompanies', severity: 'watch', environment: 'live', count: 1 },
      { kind: 'receiptCheck', severity: 'watch', environment: 'live' },
    ]);
  });

  test('is a sale that waits for a minute, and a print that waits for a quarter of an hour', () => {
    const aged = (queue: 'fiscalization' | 'printing', oldestAgeSeconds: number) =>
      problemsOf({ ...well, queues: [{ ...lane, queue, oldestAgeSeconds }] }).map(
        ({ severity }) => severity,
      );
    expect(aged('fiscalization', 14)).toEqual([]);
    expect(aged('fiscalization', 15)).toEqual(['watch']);
    expect(aged('fiscalization', 60)).toEqual(['bad']);
    expect(aged('printing', 60)).toEqual([]);
    expect(aged('printing', 900)).toEqual(['bad']);
  });

  test('is a lane that a person has paused, and not that its work waits', () => {
    const pause = { pausedAt: well.at, pausedBy: 'Ana', reason: 'Zamjena sertifikata' };
    const queue = { ...lane, queue: 'printing' as const, oldestAgeSeconds: 9_999, pause };
    expect(problemsOf({ ...well, queues: [queue] })).toEqual([
      { kind: 'paused', severity: 'bad', queue: 'printing' },
    ]);
  });

  test('is an offline invoice of 40 hours', () => {
    const offline = [
      { environment: 'live' as const, olderThanHours: 40, count: 2 },
      { environment: 'test' as const, olderThanHours: 40, count: 1 },
    ];
    expect(problemsOf({ ...well, offline })).toEqual([
      { kind: 'offline', severity: 'bad', count: 3 },
    ]);
  });

  test('is listed with the gravest first', () => {
    const problems = problemsOf({
      ...well,
      isQueueAway: true,
      prints: { waiting: 9, oldestAgeSeconds: 1, failing: 2 },
      workers: [],
    });
    expect(problems.map(({ kind }) => kind)).toEqual(['workers', 'queueUnknown', 'prints']);
  });
});
