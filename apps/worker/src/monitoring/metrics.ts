// The figures of a worker, for Prometheus. What happens is counted by its events; what is, is asked
// when /metrics is read. The API shows what PostgreSQL knows, whether a worker lives or not.

import { DELIVERY_ALARM_HOURS, ENVIRONMENTS, KNOWN_FAULT_CODES } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import { MOVED_KINDS } from '@fiscal/db/object';
import { addFigure, Counter, createMetrics, Histogram, showPool } from '@fiscal/runtime';
import type { Figure, Registry } from '@fiscal/runtime';
import { unpinnedOf } from '../authority/disbelief.ts';
import { MAIL_OUTCOMES, MOVE_OUTCOMES } from '../events.ts';
import type { Exchange, ReceiptCheck, RecordedOutcome, WorkerEvents } from '../events.ts';
import type { AuthorityState } from './heartbeat.ts';

const EXCHANGE_SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 15, 30];
const WAIT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const PRINT_SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40];
const keysOf = <Key extends string>(all: Record<Key, true>) => Object.keys(all) as Key[];
/** The values of each label, complete by their types. */
const OPERATIONS = keysOf<Exchange['operation']>({
  invoice: true,
  'cash-deposit': true,
  tcr: true,
});
const OUTCOMES = keysOf<Exchange['outcome']>({ registered: true, refused: true, unanswered: true });
const REASONS = keysOf<NonNullable<Exchange['reason']>>({
  timeout: true,
  connection: true,
  http: true,
  'server-fault': true,
  'undocumented-fault': true,
  unreadable: true,
  'bad-signature': true,
  'not-anchored': true,
  'not-pinned': true,
  simulator: true,
  'too-large': true,
  withheld: true,
  'wrong-request': true,
});
const RESULTS = keysOf<ReceiptCheck['result']>({
  found: true,
  'not-found': true,
  unreachable: true,
});
const RECORDED = keysOf<RecordedOutcome>({ fiscalized: true, failed: true, offline: true });
const PRINTED = keysOf<'printed' | 'failed'>({ printed: true, failed: true });
const CODES = [...KNOWN_FAULT_CODES, 'other'];

type WatchedAuthority = Omit<AuthorityState, 'since' | 'failures'>;

export interface WorkerMetricsOptions {
  build?: { version: string; commit: string };
  db: Pick<Database, 'poolUse'>;
  events: WorkerEvents;
  circuits: () => Readonly<Partial<Record<Environment, WatchedAuthority>>>;
  /** By how much this machine's clock is off, above 0 ahead; null where nothing is known. */
  clockOffsetMs: (environment: Environment) => number | null;
}

/** The process's own figures are among them. */
export function createWorkerMetrics(options: WorkerMetricsOptions): Registry {
  const registry = createMetrics('worker', options.build);
  const meters = metersOf(registry);
  countExchanges(meters, options.events);
  countOutcomes(meters, options.events);
  for (const figure of ownFigures(options)) {
    addFigure(registry, { ...figure, labels: ['environment'] });
  }
  showPool(registry, () => options.db.poolUse());
  return registry;
}

function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    /**
     * Begins with 0 for all values of its labels: Prometheus sees no increase in a figure that
     * begins with 1.
     */
    counter: (name: string, help: string, labels: Record<string, readonly (string | number)[]>) => {
      const labelNames = Object.keys(labels);
      const counter = new Counter({ name, help, labelNames, registers });
      for (const values of combined(labels)) counter.inc(values, 0);
      return counter;
    },
    histogram: (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}

/** Each value of each label with those of the others. */
function combined(labels: Record<string, readonly (string | number)[]>) {
  return Object.entries(labels).reduce<Record<string, string | number>[]>(
    (before, [label, values]) =>
      before.flatMap((each) => values.map((value) => ({ ...each, [label]: value }))),
    [{}],
  );
}

type Meters = ReturnType<typeof metersOf>;

function countExchanges({ counter, histogram }: Meters, events: WorkerEvents): void {
  const exchanges = counter(
    'fiscal_efi_exchanges_total',
    'Messages to the tax authority, by what came back.',
    { environment: ENVIRONMENTS, operation: OPERATIONS, outcome: OUTCOMES },
  );
  const unanswered = counter(
    'fiscal_efi_unanswered_total',
    'Messages without a reply that can be believed, by the reason.',
    { environment: ENVIRONMENTS, reason: REASONS },
  );
  const exchangeSeconds = histogram(
    'fiscal_efi_exchange_seconds',
    'How long an exchange with the tax authority took.',
    EXCHANGE_SECONDS,
    'environment',
    'operation',
  );
  const refusals = counter(
    'fiscal_efi_refusals_total',
    "Messages that the tax authority refused, by its code; codes that are not the protocol's are other.",
    { environment: ENVIRONMENTS, operation: OPERATIONS, code: CODES },
  );
  events.on('exchange', ({ environment, operation, outcome, ms, reason, efiCode }) => {
    exchanges.inc({ environment, operation, outcome });
    if (reason !== null) unanswered.inc({ environment, reason });
    if (efiCode !== null) {
      const code = KNOWN_FAULT_CODES.includes(efiCode) ? efiCode : 'other';
      refusals.inc({ environment, operation, code });
    }
    exchangeSeconds.observe({ environment, operation }, ms / 1_000);
  });
  const receiptChecks = counter(
    'fiscal_receipt_checks_total',
    'Questions to the public receipt check, by what it said.',
    { environment: ENVIRONMENTS, result: RESULTS },
  );
  events.on('receipt-check', (check) => receiptChecks.inc({ ...check }));
}

function countOutcomes({ counter, histogram }: Meters, events: WorkerEvents): void {
  const outcomes = counter(
    'fiscal_invoice_outcomes_total',
    'Outcomes recorded of invoices: fiscalized, offline, failed.',
    { environment: ENVIRONMENTS, outcome: RECORDED },
  );
  events.on('recorded', (environment, outcome) => outcomes.inc({ environment, outcome }));
  const waits = histogram(
    'fiscal_sale_wait_seconds',
    'How long a sale waited until a worker claimed it.',
    WAIT_SECONDS,
    'environment',
  );
  events.on('taken', (environment, waitedMs) => waits.observe({ environment }, waitedMs / 1_000));
  const alarms = counter(
    'fiscal_deadline_alarms_total',
    'Alarms about invoices and withdrawals that were not delivered for so many hours.',
    { environment: ENVIRONMENTS, hours: DELIVERY_ALARM_HOURS },
  );
  events.on('alarm', ({ environment, hours }) => alarms.inc({ environment, hours }));
  const moved = counter(
    'fiscal_objects_moved_total',
    'Old prints and messages that left for the object store, that could not, or whose store was away.',
    { kind: MOVED_KINDS, outcome: MOVE_OUTCOMES },
  );
  events.on('moved', (kind, outcome) => moved.inc({ kind, outcome }));
  const mails = counter(
    'fiscal_notice_mails_total',
    'Attempts to mail a notice: sent, refused for good, failed and to be repeated.',
    { outcome: MAIL_OUTCOMES },
  );
  events.on('mailed', (outcome) => mails.inc({ outcome }));
  const prints = counter('fiscal_prints_total', 'Invoices printed, and prints that failed.', {
    outcome: PRINTED,
  });
  const printSeconds = histogram('fiscal_print_seconds', 'How long a print took.', PRINT_SECONDS);
  events.on('printed', (outcome, ms) => {
    prints.inc({ outcome });
    printSeconds.observe(ms / 1_000);
  });
}

function ownFigures({ circuits, clockOffsetMs }: WorkerMetricsOptions): Figure[] {
  const ofAuthority = (name: string, help: string, of: (authority: WatchedAuthority) => number) => {
    const values = () =>
      Object.entries(circuits()).map(([environment, each]) => ({ environment, value: of(each) }));
    return { name, help, values };
  };
  return [
    ofAuthority(
      'fiscal_circuit_open',
      '1 while nothing is sent because the tax authority is silent.',
      ({ state }) => (state === 'open' ? 1 : 0),
    ),
    ofAuthority(
      'fiscal_silent_companies',
      'Companies whose messages get no reply although those of others are.',
      ({ silentCompanies }) => silentCompanies,
    ),
    ofAuthority(
      'fiscal_efi_disbelieved',
      '1 while the replies of the tax authority cannot be believed, for whatever reason.',
      ({ disbelief }) => (disbelief === null ? 0 : 1),
    ),
    ofAuthority(
      'fiscal_efi_certificate_unpinned',
      '1 while the tax authority signs with a certificate that is not pinned: nothing is believed.',
      ({ disbelief }) => (unpinnedOf(disbelief) === null ? 0 : 1),
    ),
    ofAuthority(
      'fiscal_receipt_check_silent',
      '1 while the public receipt check has not replied for a minute or longer.',
      ({ receiptCheckSilentSince }) => (receiptCheckSilentSince === null ? 0 : 1),
    ),
    ofAuthority(
      'fiscal_worker_obstacle',
      '1 while something of this worker keeps it from signing: its clock, its vault identity.',
      ({ obstacle }) => (obstacle === null ? 0 : 1),
    ),
    {
      name: 'fiscal_clock_offset_seconds',
      help: 'By how much the clock is off at least, above 0 ahead; absent where nothing is known.',
      values: () =>
        ENVIRONMENTS.flatMap((environment) => {
          const offsetMs = clockOffsetMs(environment);
          return offsetMs === null ? [] : [{ environment, value: offsetMs / 1_000 }];
        }),
    },
  ];
}
