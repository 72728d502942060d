import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '@fiscal/db/connection';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import { until } from '../../../../packages/queue/src/testing/wake-ups.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createEvents } from './events.ts';
import { createWorkerMetrics } from './metrics.ts';
import type { WorkerMetricsOptions } from './metrics.ts';
import { readAtMost } from './read-at-most.ts';

const SINCE = new Date('2026-11-21T10:00:00Z');

const db = useTestDatabase();

function metricsWith(own: Partial<WorkerMetricsOptions> = {}) {
  const errors: Error[] = [];
  const events = createEvents();
  const registry = createWorkerMetrics({
    ...{ db: db.worker, events },
    circuits: () => ({
      test: {
        state: 'closed',
        silentCompanies: 2,
        disbelief: null,
        receiptCheckSilentSince: SINCE,
      },
      live: {
        state: 'open',
        silentCompanies: 0,
        disbelief: { since: SINCE, reason: 'bad-signature', detail: 'Nobody we trust.' },
        receiptCheckSilentSince: null,
      },
    }),
    clockOffsetMs: (environment) => (environment === 'live' ? -1_500 : null),
    onError: (error) => errors.push(error),
    ...own,
  });
  /** The lines of one figure, without the label that every line has. */
  const linesOf = async (name: string) =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => line.replace(/,?process="worker"/, ''));
  return { registry, events, errors, linesOf };
}

describe('the figures of a worker', () => {
  test('what happened is counted by environment, operation and outcome', async () => {
    const { events, linesOf } = metricsWith();
    const registered = { operation: 'invoice', outcome: 'registered', reason: null } as const;
    events.emit('exchange', { environment: 'live', ...registered, ms: 900 });
    events.emit('exchange', { environment: 'live', ...registered, ms: 40 });
    const unanswered = { operation: 'tcr', outcome: 'unanswered', reason: 'not-pinned' } as const;
    events.emit('exchange', { environment: 'test', ...unanswered, ms: 40 });
    events.emit('receipt-check', { environment: 'test', result: 'unreachable' });
    events.emit('recorded', 'test', 'offline');
    events.emit('alarm', { environment: 'live', hours: 46 } as DeadlineAlarm);
    events.emit('printed', 'printed', 35);
    expect(await linesOf('fiscal_efi_exchanges_total')).toEqual([
      'fiscal_efi_exchanges_total{environment="live",operation="invoice",outcome="registered"} 2',
      'fiscal_efi_exchanges_total{environment="test",operation="tcr",outcome="unanswered"} 1',
    ]);
    expect(await linesOf('fiscal_efi_unanswered_total')).toEqual([
      'fiscal_efi_unanswered_total{environment="test",reason="not-pinned"} 1',
    ]);
    expect(await linesOf('fiscal_receipt_checks_total')).toEqual([
      'fiscal_receipt_checks_total{environment="test",result="unreachable"} 1',
    ]);
    const buckets = await linesOf('fiscal_efi_exchange_seconds_bucket');
    expect(buckets).toContainEqual(expect.stringMatching(/le="0.05".* 1$/));
    expect(buckets).toContainEqual(expect.stringMatching(/le="1".* 2$/));
    expect(await linesOf('fiscal_invoice_outcomes_total')).toEqual([
      'fiscal_invoice_outcomes_total{environment="test",outcome="offline"} 1',
    ]);
    expect(await linesOf('fiscal_deadline_alarms_total')).toEqual([
      'fiscal_deadline_alarms_total{environment="live",hours="46"} 1',
    ]);
    expect(await linesOf('fiscal_prints_total')).toEqual([
      'fiscal_prints_total{outcome="printed"} 1',
    ]);
    expect(await linesOf('fiscal_print_seconds_count')).toEqual(['fiscal_print_seconds_count{} 1']);
  });

  test('what is now is asked when the metrics are read; what is not known is absent', async () => {
    const { linesOf } = metricsWith();
    expect(await linesOf('fiscal_circuit_open')).toEqual([
      'fiscal_circuit_open{environment="test"} 0',
      'fiscal_circuit_open{environment="live"} 1',
    ]);
    const now = async (name: string) =>
      (await linesOf(name)).map((line) => Number(line.split(' ').at(-1)));
    // Test, then live.
    expect(await now('fiscal_silent_companies')).toEqual([2, 0]);
    expect(await now('fiscal_efi_disbelieved')).toEqual([0, 1]);
    expect(await now('fiscal_efi_certificate_unpinned')).toEqual([0, 0]);
    expect(await now('fiscal_receipt_check_silent')).toEqual([1, 0]);
    expect(await linesOf('fiscal_clock_offset_seconds')).toEqual([
      'fiscal_clock_offset_seconds{environment="live"} -1.5',
    ]);
  });

  test('the backlog is that of the database', async () => {
    const insert = `
      insert into work (subject_id, kind, company_id, environment, scheduled_at)
      values ($1, 'fiscalize', $1, 'live', now())`;
    await db.owner.pool.query(insert, [randomUUID()]);
    const { linesOf } = metricsWith();
    const offline = await linesOf('fiscal_offline_invoices');
    expect(offline).toHaveLength(12);
    expect(offline).toContain(
      'fiscal_offline_invoices{environment="live",older_than_hours="46"} 0',
    );
    expect(await linesOf('fiscal_sales_waiting')).toEqual([
      'fiscal_sales_waiting{environment="test"} 0',
      'fiscal_sales_waiting{environment="live"} 1',
    ]);
    expect(await linesOf('fiscal_oldest_sale_seconds')).toHaveLength(2);
  });

  test('with the database away the other figures are still given', async () => {
    const away = openDatabase({
      url: 'postgresql://127.0.0.1:1/none',
      maxConnections: 1,
      applicationName: 'test',
      onError: () => undefined,
    });
    const { registry, errors, linesOf } = metricsWith({ db: away });
    const begun = performance.now();
    const text = await registry.metrics();
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect(text).toContain('fiscal_circuit_open{');
    for (const name of [
      'fiscal_offline_invoices',
      'fiscal_sales_waiting',
      'fiscal_oldest_sale_seconds',
    ]) {
      expect(await linesOf(name)).toEqual([]);
    }
    expect(errors.length).toBeGreaterThan(0);
    await away.close();
  });
});

describe('a reading for many', () => {
  test('is made once for all that ask at the same time, and again when its time has come', async () => {
    let reads = 0;
    const read = readAtMost({
      read: () => Promise.resolve((reads += 1)),
      everyMs: 300,
      timeoutMs: 1_000,
      onError: () => undefined,
    });
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    await until('it is read again', async () => (await read()) === 2);
  });

  test('that hangs keeps nobody waiting and is not made again beside itself', async () => {
    let reads = 0;
    const read = readAtMost({
      read: () => {
        reads += 1;
        return new Promise<number>(() => undefined);
      },
      everyMs: 0,
      timeoutMs: 50,
      onError: () => undefined,
    });
    expect(await read()).toBeNull();
    expect(await read()).toBeNull();
    expect(reads).toBe(1);
  });
});
