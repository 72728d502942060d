// The figures of a worker, for Prometheus. What happens is counted by calls; what is, is asked when
// somebody reads /metrics, from memory or, at most every 5 s, from PostgreSQL. A
// figure that can not be had is absent: an old one would look like a healthy one.

import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import { readBacklog } from '@fiscal/db/operations';
import type { Backlog } from '@fiscal/db/operations';
import { Counter, createMetrics, Gauge, Histogram } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import type { Exchange, ReceiptCheck } from '../authority/authority.ts';
import { unpinnedOf } from '../authority/disbelief.ts';
import type { RecordedOutcome } from '../events.ts';
import type { AuthorityState } from './heartbeat.ts';
import { readAtMost } from './read-at-most.ts';

const ENVIRONMENTS = ['test', 'live'] as const;
const EXCHANGE_SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 15, 30];
const WAIT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const PRINT_SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40];
/** The database is asked for its backlog no oftener, however many read the metrics. */
const READ_EVERY_MS = 5_000;
/** Whoever reads the metrics does not wait longer for a figure that does not come. */
const READ_TIMEOUT_MS = 2_000;

type WatchedAuthority = Omit<AuthorityState, 'since' | 'failures'>;

export interface WorkerMetricsOptions {
  db: Database;
  circuits: () => Readonly<Partial<Record<Environment, WatchedAuthority>>>;
  /** By how much this machine's clock is off, above 0 ahead; null where nothing is known. */
  clockOffsetMs: (environment: Environment) => number | null;
  /** A figure could not be read. */
  onError: (error: Error) => void;
}

/** What a worker counts. */
export interface WorkerMetrics {
  /** For /metrics. */
  registry: Registry;
  exchange(exchange: Exchange): void;
  /** A sale was taken in hand for the first time, so long after it was asked for. */
  taken(environment: Environment, waitedMs: number): void;
  receiptCheck(check: ReceiptCheck): void;
  settled(environment: Environment, outcome: RecordedOutcome): void;
  /** An offline invoice is still not delivered so many hours after it was issued. */
  deadlineAlarm(environment: Environment, hours: number): void;
  printed(outcome: 'printed' | 'failed', ms: number): void;
}

/** The process's own figures are among them. */
export function createWorkerMetrics(options: WorkerMetricsOptions): WorkerMetrics {
  const registry = createMetrics('worker');
  const registers = [registry];
  const authority = countAuthority(registry);
  const settlements = new Counter({
    name: 'fiscal_invoices_settled_total',
    help: 'Invoices that came into a state, by state.',
    labelNames: ['environment', 'outcome'] as const,
    registers,
  });
  const waits = new Histogram({
    name: 'fiscal_sale_wait_seconds',
    help: 'How long a sale waited until a worker took it in hand.',
    labelNames: ['environment'] as const,
    buckets: WAIT_SECONDS,
    registers,
  });
  const alarms = new Counter({
    name: 'fiscal_deadline_alarms_total',
    help: 'Alarms about offline invoices that were not delivered for so many hours.',
    labelNames: ['environment', 'hours'] as const,
    registers,
  });
  const prints = new Counter({
    name: 'fiscal_prints_total',
    help: 'Invoices printed, and prints that failed.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const printSeconds = new Histogram({
    name: 'fiscal_print_seconds',
    help: 'How long a print took.',
    buckets: PRINT_SECONDS,
    registers,
  });
  addOwnGauges(registry, options);
  addBacklogGauges(registry, options);

  return {
    registry,
    ...authority,
    taken: (environment, waitedMs) => {
      waits.observe({ environment }, waitedMs / 1_000);
    },
    settled: (environment, outcome) => settlements.inc({ environment, outcome }),
    deadlineAlarm: (environment, hours) => alarms.inc({ environment, hours }),
    printed(outcome, ms) {
      prints.inc({ outcome });
      printSeconds.observe(ms / 1_000);
    },
  };
}

/** What is counted of the way to an authority. */
function countAuthority(registry: Registry): Pick<WorkerMetrics, 'exchange' | 'receiptCheck'> {
  const registers = [registry];
  const exchanges = new Counter({
    name: 'fiscal_efi_exchanges_total',
    help: 'Messages to the tax authority, by what came back.',
    labelNames: ['environment', 'operation', 'outcome'] as const,
    registers,
  });
  const unanswered = new Counter({
    name: 'fiscal_efi_unanswered_total',
    help: 'Messages without an answer that can be believed, by the reason.',
    labelNames: ['environment', 'reason'] as const,
    registers,
  });
  const receiptChecks = new Counter({
    name: 'fiscal_receipt_checks_total',
    help: 'Questions to the public receipt check, by what it said.',
    labelNames: ['environment', 'result'] as const,
    registers,
  });
  const exchangeSeconds = new Histogram({
    name: 'fiscal_efi_exchange_seconds',
    help: 'How long an exchange with the tax authority took.',
    labelNames: ['environment', 'operation'] as const,
    buckets: EXCHANGE_SECONDS,
    registers,
  });
  return {
    exchange({ environment, operation, outcome, ms, reason }) {
      exchanges.inc({ environment, operation, outcome });
      if (reason !== null) unanswered.inc({ environment, reason });
      exchangeSeconds.observe({ environment, operation }, ms / 1_000);
    },
    receiptCheck: ({ environment, result }) => receiptChecks.inc({ environment, result }),
  };
}

/** Figures about the way to an authority. */
const AUTHORITY_GAUGES: readonly {
  name: string;
  help: string;
  value: (authority: WatchedAuthority) => number;
}[] = [
  {
    name: 'fiscal_circuit_open',
    help: '1 while nothing is sent because the tax authority is silent.',
    value: ({ state }) => (state === 'open' ? 1 : 0),
  },
  {
    name: 'fiscal_silent_companies',
    help: 'Companies whose messages are not answered although those of others are.',
    value: ({ silentCompanies }) => silentCompanies,
  },
  {
    name: 'fiscal_efi_disbelieved',
    help: '1 while the answers of the tax authority cannot be believed, for whatever reason.',
    value: ({ disbelief }) => (disbelief === null ? 0 : 1),
  },
  {
    name: 'fiscal_efi_certificate_unpinned',
    help: '1 while the tax authority signs with a certificate that is not pinned: nothing is believed.',
    value: ({ disbelief }) => (unpinnedOf(disbelief) === null ? 0 : 1),
  },
  {
    name: 'fiscal_receipt_check_silent',
    help: '1 while the public receipt check has not answered for a minute or longer.',
    value: ({ receiptCheckSilentSince }) => (receiptCheckSilentSince === null ? 0 : 1),
  },
];

/** What this process itself knows. */
function addOwnGauges(registry: Registry, options: WorkerMetricsOptions): void {
  const { circuits, clockOffsetMs } = options;
  for (const { name, help, value } of AUTHORITY_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['environment'] as const,
      registers: [registry],
      collect() {
        for (const [environment, authority] of Object.entries(circuits())) {
          this.set({ environment }, value(authority));
        }
      },
    });
  }
  new Gauge({
    name: 'fiscal_clock_offset_seconds',
    help: 'By how much the clock is off at least, above 0 ahead; absent where nothing is known.',
    labelNames: ['environment'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const environment of ENVIRONMENTS) {
        const offsetMs = clockOffsetMs(environment);
        if (offsetMs !== null) this.set({ environment }, offsetMs / 1_000);
      }
    },
  });
}

/** What the database knows. */
function addBacklogGauges(registry: Registry, options: WorkerMetricsOptions): void {
  const { db, onError } = options;
  const limits = { everyMs: READ_EVERY_MS, timeoutMs: READ_TIMEOUT_MS, onError };
  const backlog = readAtMost<Backlog>({ ...limits, read: () => readBacklog(db) });
  new Gauge({
    name: 'fiscal_offline_invoices',
    help: 'Offline invoices that have waited for their delivery for at least so many hours.',
    labelNames: ['environment', 'older_than_hours'] as const,
    registers: [registry],
    async collect() {
      const read = await backlog();
      this.reset();
      for (const { environment, olderThanHours, count } of read?.offline ?? []) {
        this.set({ environment, older_than_hours: olderThanHours }, count);
      }
    },
  });
  new Gauge({
    name: 'fiscal_sales_waiting',
    help: 'Sales that no worker has in hand.',
    labelNames: ['environment'] as const,
    registers: [registry],
    async collect() {
      const read = await backlog();
      this.reset();
      for (const { environment, count } of read?.waiting ?? []) this.set({ environment }, count);
    },
  });
  new Gauge({
    name: 'fiscal_oldest_sale_seconds',
    help: 'How long the oldest of them has waited; 0 where there is none.',
    labelNames: ['environment'] as const,
    registers: [registry],
    async collect() {
      const read = await backlog();
      this.reset();
      for (const { environment, oldestSeconds } of read?.waiting ?? []) {
        this.set({ environment }, oldestSeconds);
      }
    },
  });
}
