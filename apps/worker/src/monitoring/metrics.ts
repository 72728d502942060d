// The figures of a worker, for Prometheus. What happens is counted by its events; what is, is asked
// when /metrics is read, from memory or, at most every 5 s, from PostgreSQL. A figure that can not be
// had is absent: an old one would look like a healthy one.

import { ENVIRONMENTS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import { countHeldRegisters } from '@fiscal/db/number';
import { listWorkers, readBacklog } from '@fiscal/db/operations';
import { LANES_OF_ROLE } from '@fiscal/queue/listener';
import type { WorkerRole } from '@fiscal/queue/listener';
import { Counter, createMetrics, Gauge, Histogram } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import { unpinnedOf } from '../authority/disbelief.ts';
import type { WorkerEvents } from './events.ts';
import type { AuthorityState } from './heartbeat.ts';
import { ROLES } from '../roles.ts';
import { readAtMost } from './read-at-most.ts';

const EXCHANGE_SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 15, 30];
const WAIT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const PRINT_SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40];
/** The database is asked for its backlog no oftener, however many read the metrics. */
const READ_EVERY_MS = 5_000;
/** A reader of the metrics does not wait longer for a figure that does not come. */
const READ_TIMEOUT_MS = 2_000;

type WatchedAuthority = Omit<AuthorityState, 'since' | 'failures'>;

export interface WorkerMetricsOptions {
  build?: { version: string; commit: string };
  db: Database;
  events: WorkerEvents;
  circuits: () => Readonly<Partial<Record<Environment, WatchedAuthority>>>;
  /** By how much this machine's clock is off, above 0 ahead; null where nothing is known. */
  clockOffsetMs: (environment: Environment) => number | null;
  /** A figure could not be read. */
  onError: (error: Error) => void;
}

/** The process's own figures are among them. */
export function createWorkerMetrics(options: WorkerMetricsOptions): Registry {
  const registry = createMetrics('worker', options.build);
  const meters = metersOf(registry);
  countExchanges(meters, options.events);
  countOutcomes(meters, options.events);
  for (const figure of [...ownFigures(options), ...backlogFigures(options)]) {
    addFigure(registry, figure);
  }
  return registry;
}

function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}

type Meters = ReturnType<typeof metersOf>;

function countExchanges({ counter, histogram }: Meters, events: WorkerEvents): void {
  const exchanges = counter(
    'fiscal_efi_exchanges_total',
    'Messages to the tax authority, by what came back.',
    ...['environment', 'operation', 'outcome'],
  );
  const unanswered = counter(
    'fiscal_efi_unanswered_total',
    'Messages without an answer that can be believed, by the reason.',
    ...['environment', 'reason'],
  );
  const exchangeSeconds = histogram(
    'fiscal_efi_exchange_seconds',
    'How long an exchange with the tax authority took.',
    EXCHANGE_SECONDS,
    ...['environment', 'operation'],
  );
  events.on('exchange', ({ environment, operation, outcome, ms, reason }) => {
    exchanges.inc({ environment, operation, outcome });
    if (reason !== null) unanswered.inc({ environment, reason });
    exchangeSeconds.observe({ environment, operation }, ms / 1_000);
  });
  const receiptChecks = counter(
    'fiscal_receipt_checks_total',
    'Questions to the public receipt check, by what it said.',
    ...['environment', 'result'],
  );
  events.on('receipt-check', (check) => {
    receiptChecks.inc({ ...check });
  });
}

function countOutcomes({ counter, histogram }: Meters, events: WorkerEvents): void {
  const outcomes = counter(
    'fiscal_invoices_settled_total',
    'Invoices that came into a state, by state.',
    ...['environment', 'outcome'],
  );
  events.on('recorded', (environment, outcome) => {
    outcomes.inc({ environment, outcome });
  });
  const waits = histogram(
    'fiscal_sale_wait_seconds',
    'How long a sale waited until a worker claimed it.',
    WAIT_SECONDS,
    'environment',
  );
  events.on('taken', (environment, waitedMs) => {
    waits.observe({ environment }, waitedMs / 1_000);
  });
  const alarms = counter(
    'fiscal_deadline_alarms_total',
    'Alarms about offline invoices that were not delivered for so many hours.',
    ...['environment', 'hours'],
  );
  events.on('alarm', ({ environment, hours }) => {
    alarms.inc({ environment, hours });
  });
  const prints = counter(
    'fiscal_prints_total',
    'Invoices printed, and prints that failed.',
    'outcome',
  );
  const printSeconds = histogram('fiscal_print_seconds', 'How long a print took.', PRINT_SECONDS);
  events.on('printed', (outcome, ms) => {
    prints.inc({ outcome });
    printSeconds.observe(ms / 1_000);
  });
}

/** A figure, mostly by environment, that is asked for when the metrics are read. */
interface Figure {
  name: string;
  help: string;
  /** Absent where there is none. */
  values: () => FigureValue[] | Promise<FigureValue[]>;
}

interface FigureValue {
  environment?: string;
  role?: WorkerRole;
  older_than_hours?: number;
  value: number;
}

function addFigure(registry: Registry, { name, help, values }: Figure): void {
  new Gauge({
    ...{
      name,
      help,
      labelNames: ['environment', 'role', 'older_than_hours'],
      registers: [registry],
    },
    async collect() {
      const read = await values();
      this.reset();
      for (const { value, ...labels } of read) this.set(labels, value);
    },
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
      'Companies whose messages are not answered although those of others are.',
      ({ silentCompanies }) => silentCompanies,
    ),
    ofAuthority(
      'fiscal_efi_disbelieved',
      '1 while the answers of the tax authority cannot be believed, for whatever reason.',
      ({ disbelief }) => (disbelief === null ? 0 : 1),
    ),
    ofAuthority(
      'fiscal_efi_certificate_unpinned',
      '1 while the tax authority signs with a certificate that is not pinned: nothing is believed.',
      ({ disbelief }) => (unpinnedOf(disbelief) === null ? 0 : 1),
    ),
    ofAuthority(
      'fiscal_receipt_check_silent',
      '1 while the public receipt check has not answered for a minute or longer.',
      ({ receiptCheckSilentSince }) => (receiptCheckSilentSince === null ? 0 : 1),
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

function backlogFigures({ db, onError }: WorkerMetricsOptions): Figure[] {
  const limits = { everyMs: READ_EVERY_MS, timeoutMs: READ_TIMEOUT_MS, onError };
  const read = readAtMost({ ...limits, read: () => readBacklog(db) });
  const waiting = async () => (await read())?.waiting ?? [];
  const readHeld = readAtMost({ ...limits, read: () => countHeldRegisters(db) });
  const readRoles = readAtMost({ ...limits, read: () => countWorkersByRole(db) });
  return [
    {
      name: 'fiscal_workers_alive',
      help: 'Living workers by role: with 0, what that role does waits.',
      values: async () => (await readRoles()) ?? [],
    },
    {
      name: 'fiscal_offline_invoices',
      help: 'Offline invoices that have waited for their delivery for at least so many hours.',
      values: async () =>
        ((await read())?.offline ?? []).map(({ environment, olderThanHours, count }) => {
          return { environment, older_than_hours: olderThanHours, value: count };
        }),
    },
    {
      name: 'fiscal_held_cash_registers',
      help: 'Cash registers that sell nothing until their last number is confirmed; absent for none.',
      values: async () =>
        ((await readHeld()) ?? []).map(({ environment, count }) => ({ environment, value: count })),
    },
    {
      name: 'fiscal_sales_waiting',
      help: 'Sales that no worker has claimed.',
      values: async () =>
        (await waiting()).map(({ environment, count }) => ({ environment, value: count })),
    },
    {
      name: 'fiscal_oldest_sale_seconds',
      help: 'How long the oldest of them has waited; 0 where there is none.',
      values: async () =>
        (await waiting()).map(({ environment, oldestSeconds }) => {
          return { environment, value: oldestSeconds };
        }),
    },
  ];
}

/** From their heartbeats: a worker has a role once it takes from its lanes; Chrome that may not run prints nothing. */
async function countWorkersByRole(db: Database): Promise<{ role: WorkerRole; value: number }[]> {
  const alive = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  return ROLES.map((role) => {
    const has = alive.filter(({ lanes }) => LANES_OF_ROLE[role].some((lane) => lane in lanes));
    return { role, value: has.length };
  });
}
