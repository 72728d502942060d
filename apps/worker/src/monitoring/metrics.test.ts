import { describe, expect, test } from '@jest/globals';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import { createEvents } from '../events.ts';
import { createWorkerMetrics } from './metrics.ts';
import type { WorkerMetricsOptions } from './metrics.ts';

const SINCE = new Date('2026-11-21T10:00:00Z');

function metricsWith(own: Partial<WorkerMetricsOptions> = {}) {
  const events = createEvents();
  const registry = createWorkerMetrics({
    db: { poolUse: () => ({ total: 3, idle: 2, waiting: 0 }) },
    events,
    circuits: () => ({
      test: {
        state: 'closed',
        silentCompanies: 2,
        disbelief: null,
        receiptCheckSilentSince: SINCE,
        obstacle: null,
      },
      live: {
        state: 'open',
        silentCompanies: 0,
        disbelief: { since: SINCE, reason: 'bad-signature', detail: 'Nobody we trust.' },
        receiptCheckSilentSince: null,
        obstacle: 'The clock was set.',
      },
    }),
    clockOffsetMs: (environment) => (environment === 'live' ? -1_500 : null),
    ...own,
  });
  /** The lines of one figure, without the label that every line has. */
  const linesOf = async (name: string) =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => line.replace(/,?process="worker"/, ''));
  /** Of a counter those that have counted. */
  const countedOf = async (name: string) =>
    (await linesOf(name)).filter((line) => !line.endsWith(' 0'));
  return { events, linesOf, countedOf };
}

describe('the figures of a worker', () => {
  test('what happened is counted by environment, operation and outcome', async () => {
    const { events, linesOf, countedOf } = metricsWith();
    const registered = {
      operation: 'invoice',
      outcome: 'registered',
      reason: null,
      efiCode: null,
    } as const;
    events.emit('exchange', { environment: 'live', ...registered, ms: 900 });
    events.emit('exchange', { environment: 'live', ...registered, ms: 40 });
    const unanswered = {
      operation: 'tcr',
      outcome: 'unanswered',
      reason: 'not-pinned',
      efiCode: null,
    } as const;
    events.emit('exchange', { environment: 'test', ...unanswered, ms: 40 });
    events.emit('receipt-check', { environment: 'test', result: 'unreachable' });
    events.emit('recorded', 'test', 'offline');
    events.emit('alarm', { environment: 'live', hours: 46 } as DeadlineAlarm);
    events.emit('printed', 'printed', 35);
    expect(await countedOf('fiscal_efi_exchanges_total')).toEqual([
      'fiscal_efi_exchanges_total{environment="test",operation="tcr",outcome="unanswered"} 1',
      'fiscal_efi_exchanges_total{environment="live",operation="invoice",outcome="registered"} 2',
    ]);
    expect(await countedOf('fiscal_efi_unanswered_total')).toEqual([
      'fiscal_efi_unanswered_total{environment="test",reason="not-pinned"} 1',
    ]);
    expect(await countedOf('fiscal_receipt_checks_total')).toEqual([
      'fiscal_receipt_checks_total{environment="test",result="unreachable"} 1',
    ]);
    const buckets = await linesOf('fiscal_efi_exchange_seconds_bucket');
    expect(buckets).toContainEqual(expect.stringMatching(/le="0.05".* 1$/));
    expect(buckets).toContainEqual(expect.stringMatching(/le="1".* 2$/));
    expect(await countedOf('fiscal_invoice_outcomes_total')).toEqual([
      'fiscal_invoice_outcomes_total{environment="test",outcome="offline"} 1',
    ]);
    expect(await countedOf('fiscal_deadline_alarms_total')).toEqual([
      'fiscal_deadline_alarms_total{environment="live",hours="46"} 1',
    ]);
    expect(await countedOf('fiscal_prints_total')).toEqual([
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
    expect(await now('fiscal_worker_obstacle')).toEqual([0, 1]);
    expect(await linesOf('fiscal_clock_offset_seconds')).toEqual([
      'fiscal_clock_offset_seconds{environment="live"} -1.5',
    ]);
  });

  test('a refusal is counted by the code of the protocol; any other code is one figure', async () => {
    const { events, countedOf } = metricsWith();
    const refused = { environment: 'live', operation: 'invoice', outcome: 'refused' } as const;
    for (const efiCode of [58, 58, 4_711, 4_712]) {
      events.emit('exchange', { ...refused, ms: 40, reason: null, efiCode });
    }
    expect(await countedOf('fiscal_efi_refusals_total')).toEqual([
      'fiscal_efi_refusals_total{environment="live",operation="invoice",code="58"} 2',
      'fiscal_efi_refusals_total{environment="live",operation="invoice",code="other"} 2',
    ]);
  });

  test('the first of a kind is an increase: every counter begins with 0 for each of its labels', async () => {
    const { events, linesOf } = metricsWith();
    const first = {
      fiscal_efi_exchanges_total: '{environment="live",operation="tcr",outcome="refused"}',
      fiscal_efi_refusals_total: '{environment="live",operation="tcr",code="53"}',
      fiscal_efi_unanswered_total: '{environment="live",reason="timeout"}',
      fiscal_receipt_checks_total: '{environment="live",result="unreachable"}',
      fiscal_invoice_outcomes_total: '{environment="live",outcome="failed"}',
      fiscal_deadline_alarms_total: '{environment="live",hours="40"}',
      fiscal_objects_moved_total: '{kind="prints",outcome="away"}',
      fiscal_prints_total: '{outcome="failed"}',
    };
    const shown = async () => {
      const lines = (await Promise.all(Object.keys(first).map(linesOf))).flat();
      return Object.entries(first).map(
        ([name, labels]) => lines.find((line) => line.startsWith(name + labels))?.split(' ')[1],
      );
    };
    expect(await shown()).toEqual(Object.keys(first).map(() => '0'));
    const exchange = { environment: 'live', operation: 'tcr', ms: 40 } as const;
    events.emit('exchange', { ...exchange, outcome: 'refused', reason: null, efiCode: 53 });
    events.emit('exchange', {
      ...exchange,
      outcome: 'unanswered',
      reason: 'timeout',
      efiCode: null,
    });
    events.emit('receipt-check', { environment: 'live', result: 'unreachable' });
    events.emit('recorded', 'live', 'failed');
    events.emit('alarm', { environment: 'live', hours: 40 } as DeadlineAlarm);
    events.emit('moved', 'prints', 'away');
    events.emit('printed', 'failed', 40);
    expect(await shown()).toEqual(Object.keys(first).map(() => '1'));
  });

  test('the connections to PostgreSQL are those of the pool', async () => {
    const { linesOf } = metricsWith();
    expect(await linesOf('fiscal_database_pool')).toEqual([
      'fiscal_database_pool{state="total"} 3',
      'fiscal_database_pool{state="idle"} 2',
      'fiscal_database_pool{state="waiting"} 0',
    ]);
  });
});
