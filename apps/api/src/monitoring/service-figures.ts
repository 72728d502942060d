// What PostgreSQL knows of the service, for Prometheus: the backlog, what failed, certificates,
// numbers, workers. The API shows it, so that it is there when every worker is dead
// (docs/monitoring.md); every API process shows the same rows, so that whoever reads several takes
// the greatest, never the sum. A figure that can not be had is absent: an old one would look like a
// healthy one.

import { readArchiveLag } from '@fiscal/db/archive';
import type { Database } from '@fiscal/db/connection';
import { readClockAhead } from '@fiscal/db/doctor';
import { readNoticeDelay } from '@fiscal/db/notice';
import { countSuspendedRegisters } from '@fiscal/db/number';
import {
  ENDING_DAYS,
  listWorkers,
  readBacklog,
  readLaneBacklog,
  readOpenState,
} from '@fiscal/db/operations';
import { ENVIRONMENTS, FAILURE_CODES } from '@fiscal/domain';
import { LANES_OF_ROLE } from '@fiscal/queue/waker';
import { addFigure } from '@fiscal/runtime';
import type { FigureValue, Registry } from '@fiscal/runtime';
import { readAtMost } from './read-at-most.ts';

/** The database is asked no oftener, however many read the metrics. */
const READ_EVERY_MS = 5_000;
/** The archive grows by a day at a time, and its figure looks at every company. */
const READ_ARCHIVE_EVERY_MS = 300_000;
/** A reader of the metrics does not wait longer for figures that do not come. */
const READ_TIMEOUT_MS = 2_000;

const LABELS = [
  'environment',
  'older_than_hours',
  'older_than_seconds',
  'code',
  'within_days',
  'role',
];
type Values = readonly FigureValue[];
type Reading = Awaited<ReturnType<typeof readAll>>;

async function readAll(db: Database) {
  const backlog = await readBacklog(db);
  const { printing, failingPrints } = await readLaneBacklog(db);
  const open = await readOpenState(db);
  const held = await countSuspendedRegisters(db);
  const alive = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  const clockAheadMs = await readClockAhead(db);
  const noticeDelay = await readNoticeDelay(db);
  return { ...backlog, printing, failingPrints, ...open, held, alive, clockAheadMs, noticeDelay };
}

/** @param onError gets what a reading failed with. */
export function showServiceFigures(
  registry: Registry,
  { db, onError }: { db: Database; onError: (error: Error) => void },
): void {
  const read = readAtMost({
    read: () => readAll(db),
    everyMs: READ_EVERY_MS,
    timeoutMs: READ_TIMEOUT_MS,
    onError,
  });
  const show = (name: string, help: string, valuesOf: (reading: Reading) => Values) => {
    const values = async () => {
      const reading = await read();
      return reading === null ? [] : valuesOf(reading);
    };
    addFigure(registry, { name, help, labels: LABELS, values });
  };
  addFigure(registry, {
    name: 'fiscal_database_up',
    help: '1 while PostgreSQL executes the statements of these figures.',
    values: async () => [{ value: (await read()) === null ? 0 : 1 }],
  });
  show(
    'fiscal_database_clock_offset_seconds',
    'How far the clock of this API is off PostgreSQL’s, above 0 ahead; hours off, it stores no invoice.',
    ({ clockAheadMs }) => [{ value: clockAheadMs / 1_000 }],
  );
  showSales(show);
  showPrints(show);
  showRest(show);
  const readLag = readAtMost({
    read: () => readArchiveLag(db, { now: new Date() }),
    everyMs: READ_ARCHIVE_EVERY_MS,
    timeoutMs: READ_TIMEOUT_MS,
    onError,
  });
  addFigure(registry, {
    name: 'fiscal_archive_behind_seconds',
    help: 'Since the end of the oldest day with sales that has no seal; absent where none ever had.',
    labels: ['environment'],
    values: async () =>
      ((await readLag()) ?? []).map(({ environment, behindSeconds }) => {
        return { environment, value: behindSeconds };
      }),
  });
}

type Show = (name: string, help: string, valuesOf: (reading: Reading) => Values) => void;

function showSales(show: Show): void {
  show(
    'fiscal_pending_invoices',
    'Pending invoices by how long ago, at least, they were due to be fiscalized.',
    ({ pending }) =>
      pending.map(({ environment, olderThanSeconds, count }) => {
        return { environment, older_than_seconds: olderThanSeconds, value: count };
      }),
  );
  show(
    'fiscal_offline_invoices',
    'Offline invoices and withdrawals that have waited for their delivery for at least so many hours.',
    ({ offline }) =>
      offline.map(({ environment, olderThanHours, count }) => {
        return { environment, older_than_hours: olderThanHours, value: count };
      }),
  );
  show(
    'fiscal_failed_invoices',
    'Failed invoices that are not dismissed, by the code of the failure.',
    failedByCode,
  );
  show('fiscal_sales_waiting', 'Sales that no worker has claimed.', ({ waiting }) =>
    waiting.map(({ environment, count }) => ({ environment, value: count })),
  );
  show(
    'fiscal_oldest_sale_seconds',
    'How long the oldest of them has waited; 0 where there is none.',
    ({ waiting }) =>
      waiting.map(({ environment, oldestSeconds }) => ({ environment, value: oldestSeconds })),
  );
}

/**
 * Every code, so that a first failure is a rise from 0; `other` is of a release that knows more
 * codes.
 */
function failedByCode({ failed }: Reading): Values {
  const codes: readonly string[] = [...FAILURE_CODES, 'other'];
  return ENVIRONMENTS.flatMap((environment) =>
    codes.map((code) => {
      const own = failed.filter(
        (row) =>
          row.environment === environment &&
          (codes.includes(row.code) ? row.code : 'other') === code,
      );
      return { environment, code, value: own.reduce((sum, { count }) => sum + count, 0) };
    }),
  );
}

/** One lane prints for both environments. */
function showPrints(show: Show): void {
  show(
    'fiscal_prints_waiting',
    'Prints that are due and that no worker has claimed.',
    (reading) => [{ value: reading.printing.waiting }],
  );
  show(
    'fiscal_oldest_print_seconds',
    'How long the oldest of them has been due; 0 where there is none.',
    ({ printing }) => [{ value: printing.oldestAgeSeconds }],
  );
  show(
    'fiscal_failing_prints',
    'Prints that failed so often that the panel lists them as failed work.',
    ({ failingPrints }) => [{ value: failingPrints }],
  );
}

function showRest(show: Show): void {
  show(
    'fiscal_certificate_days_left',
    'Days until the first certificate that signs ends, below 0 where it has; absent without any.',
    ({ certificates }) =>
      certificates.flatMap(({ environment, soonestDays }) =>
        soonestDays === null ? [] : [{ environment, value: soonestDays }],
      ),
  );
  show(
    'fiscal_certificates_ending',
    'Certificates that sign and end within so many days, or have ended.',
    ({ certificates }) =>
      certificates.map(({ environment, ending }) => {
        return { environment, within_days: ENDING_DAYS, value: ending };
      }),
  );
  show(
    'fiscal_free_numbers',
    'Numbers of this year that no invoice has below one that is used: the next invoices take them.',
    ({ freeNumbers }) =>
      freeNumbers.map(({ environment, count }) => ({ environment, value: count })),
  );
  show(
    'fiscal_newer_forms_waiting',
    'Sales, deliveries and prints of a newer form than this API knows, which no worker has claimed.',
    ({ newerForms }) => [{ value: newerForms }],
  );
  show(
    'fiscal_held_cash_registers',
    'Cash registers that sell nothing until their last number is confirmed.',
    ({ held }) =>
      ENVIRONMENTS.map((environment) => {
        return {
          environment,
          value: held.find((row) => row.environment === environment)?.count ?? 0,
        };
      }),
  );
  show(
    'fiscal_database_place_seen_timestamp_seconds',
    'When the database was first seen where it is: it was restored, moved or promoted then.',
    ({ incarnationSeenAt }) => [{ value: incarnationSeenAt.getTime() / 1_000 }],
  );
  show(
    'fiscal_months_ahead',
    'Months after this one that have partitions for invoices, messages and prints.',
    ({ monthsAhead }) => [{ value: monthsAhead }],
  );
  show(
    'fiscal_events_held_seconds',
    'How long one transaction has been open that holds the feed of events back.',
    ({ eventsHeldS }) => [{ value: eventsHeldS }],
  );
  show(
    'fiscal_notice_delay_seconds',
    'How long the oldest notice by mail has waited beyond its time; 0 where no worker mails.',
    ({ noticeDelay }) => [{ value: noticeDelay.seconds }],
  );
  show('fiscal_worker_processes', 'Workers seen within the last 15 s.', ({ alive }) => [
    { value: alive.length },
  ]);
  // A worker has a role once it takes from its lanes; one whose Chrome may not run prints nothing.
  show('fiscal_workers', 'Workers by role, as seen within the last 15 s.', ({ alive }) =>
    Object.entries(LANES_OF_ROLE).map(([role, ofRole]) => ({
      role,
      value: alive.filter(({ lanes }) => ofRole.some((lane) => lane in lanes)).length,
    })),
  );
}
