// The worker process: reads its configuration, opens what it stands on, works, and ends in order:
// nothing new is taken, and what is in progress is finished.

import { recipientOf } from '@fiscal/db/company';
import { directUrlOf, openDatabase, poolerOf } from '@fiscal/db/connection';
import { renewDepositLeases } from '@fiscal/db/deposit';
import { NOTHING_SEEN } from '@fiscal/db/number';
import { renewLeases } from '@fiscal/db/work';
import { openObjectStore } from '@fiscal/objects/env';
import { openLastNumberStore, publishChanges, redisStoreOf } from '@fiscal/queue/listener';
import {
  ConfigurationError,
  createLogger,
  createShutdown,
  examineStart,
  loadEnv,
  openDoctor,
  openTracing,
  redactEnv,
  startHealthServer,
} from '@fiscal/runtime';
import type { Doctor, Logger, Shutdown } from '@fiscal/runtime';
import { randomUUID } from 'node:crypto';
import { createAbsentAuthority } from './authority/absent-authority.ts';
import { repliesHealth } from './authority/disbelief.ts';
import { openAuthority } from './authority/open-authority.ts';
import { watchCertificates, watchDeadlines } from './monitoring/alarms.ts';
import { keepMonthsAhead } from './monitoring/months.ts';
import { createEvents } from './events.ts';
import { workerExaminations } from './doctor/examinations.ts';
import { poolSizeOf, printingEnv, signingEnv, workerEnvSchema } from './env.ts';
import type { PrintingEnv, SigningEnv, WorkerEnv } from './env.ts';
import type { Printer } from './pdf/printer.ts';
import { openPrinter, printingHealth } from './pdf/open-printer.ts';
import { startLanes } from './lanes/lanes.ts';
import { keepLeases } from './work/leases.ts';
import { NO_OBSTACLES, obstaclesHealth, watchObstacles } from './work/obstacles.ts';
import type { Obstacles } from './work/obstacles.ts';
import type { Renew } from './work/leases.ts';
import { moveOldObjects } from './objects/move-objects.ts';
import { openNotices } from './notices/open-notices.ts';
import { openSigners } from './signing/signers.ts';
import { receiveWakeUps } from './lanes/wake-ups.ts';
import { shareLastNumber } from './monitoring/share-last-number.ts';
import { startWatched } from './monitoring/start-watch.ts';
import type { WorkContext } from './work/work.ts';

/**
 * Longer than the longest job: one exchange with the authority, or one print with its repetition.
 */
function graceMs(env: WorkerEnv): number {
  return Math.max(60_000, env.EFI_ONLINE_BUDGET_MS + 15_000, 2 * env.PRINT_TIMEOUT_MS + 15_000);
}

async function main(env: WorkerEnv): Promise<void> {
  const logger = createLogger({ name: 'worker', level: env.LOG_LEVEL });
  logger.info({ env: redactEnv(env) }, 'starting');
  const shutdown = createShutdown({ logger, graceMs: graceMs(env) });
  await openTracing(env, 'fiscal-worker', { logger, shutdown });
  const report = (what: string) => (error: Error) => logger.warn({ err: error }, what);

  const store = redisStoreOf(env);
  const news = store === null ? null : publishChanges(store);
  const db = openDatabase({
    ...(news === null ? {} : { publish: (changes) => news.publish(changes) }),
    url: env.DATABASE_URL,
    ...poolerOf(env),
    objects: openObjectStore(env),
    maxConnections: poolSizeOf(env),
    applicationName: 'fiscal-worker',
    connectionTimeoutMs: 5_000,
    onError: report('an idle database connection broke'),
  });
  shutdown.onClose('change news', () => news?.close());
  shutdown.onClose('database', () => db.close());
  const doctor = openDoctor('worker', workerExaminations({ env, db, store }));
  await examineStart(doctor, { logger, shutdown });
  const events = createEvents();
  const signing = signingEnv(env);
  const efi = await openAuthorities(signing, { db, logger, events, shutdown });
  const wakeUps = receiveWakeUps(store, directUrlOf(env), report('wake-ups fail'));
  shutdown.onClose('wake-ups', () => wakeUps.close());
  const keep = (renew: Renew) => {
    const onError = report('leases were not renewed');
    const kept = keepLeases({ db, leaseMs: env.LEASE_MS, renew, onError });
    shutdown.onClose('leases', () => kept.close());
    return kept;
  };
  const leases = keep(renewLeases);
  const depositLeases = keep(renewDepositLeases);
  const printer = openPrinterOf(printingEnv(env), logger, shutdown);

  const identities = signing?.CERTIFICATE_IDENTITY.split(',') ?? [];
  const workerId = randomUUID();
  const obstacles = await openObstacles(env, workerId, { db, efi, logger, doctor, shutdown });
  const opened = { db, efi, logger, events, leases, depositLeases, obstacles };
  const context = contextOf(env, { ...opened, signers: openSigners(db, identities) });
  if (store !== null) {
    const sharing = await shareLastNumber(context, openLastNumberStore(store));
    shutdown.onClose('last number', () => sharing.close());
  }
  const notices = await openNotices(env, context, shutdown);
  const printing = printingOf(env, context, printer);
  const lanes = startLanes(env, context, printing, notices, wakeUps, report);
  const vaultRecipients = await Promise.all(identities.map(recipientOf));
  const metrics = startWatched({
    context,
    lanes,
    shutdown,
    report,
    vaultRecipients,
    workerId,
    commit: env.BUILD_COMMIT,
  });
  repeatChores(env, context, shutdown);

  const ready = {
    postgresql: () => db.ping(),
    ...(printer && { printing: printingHealth(printer) }),
    ...(signing && { replies: repliesHealth(efi), signing: obstaclesHealth(obstacles) }),
    ...doctor.readiness(),
  };
  const health = await startHealthServer({
    host: env.WORKER_HOST,
    port: env.WORKER_PORT,
    health: { live: {}, ready },
    metrics,
  });
  shutdown.onClose('health', () => health.close());
  logger.info({ url: health.url }, 'working');
}

/** What is done again and again, whatever comes in. */
function repeatChores(env: WorkerEnv, context: WorkContext, shutdown: Shutdown): void {
  const deadlines = watchDeadlines(context);
  shutdown.onClose('deadlines', () => deadlines.close());
  const certificates = watchCertificates(context);
  shutdown.onClose('certificates', () => certificates.close());
  const months = keepMonthsAhead(context);
  shutdown.onClose('months', () => months.close());
  moveObjects(env, context, shutdown);
}

/** Absent both where no role of this worker sends anything. */
async function openAuthorities(
  env: SigningEnv | null,
  opened: Pick<WorkContext, 'db' | 'logger' | 'events'> & { shutdown: Shutdown },
): Promise<WorkContext['efi']> {
  if (env === null) return { test: createAbsentAuthority(), live: createAbsentAuthority() };
  return {
    test: await openAuthority({ env, environment: 'test', ...opened }),
    live: await openAuthority({ env, environment: 'live', ...opened }),
  };
}

/** What keeps this process from signing; nothing of one that does not sign. */
async function openObstacles(
  env: WorkerEnv,
  workerId: string,
  opened: Pick<WorkContext, 'db' | 'efi' | 'logger'> & { doctor: Doctor; shutdown: Shutdown },
): Promise<Obstacles> {
  if (signingEnv(env) === null) return NO_OBSTACLES;
  const { doctor, shutdown, ...others } = opened;
  const obstacles = await watchObstacles({
    ...others,
    workerId,
    checks: Object.values(doctor.readiness()),
    clockToleranceMs: env.CLOCK_TOLERANCE_MS,
  });
  shutdown.onClose('obstacles', () => obstacles.close());
  return obstacles;
}

function openPrinterOf(
  env: PrintingEnv | null,
  logger: Logger,
  shutdown: Shutdown,
): Printer | null {
  if (env === null) return null;
  const printer = openPrinter(env, logger);
  shutdown.onClose('printer', () => printer.close());
  return printer;
}

/** Where there is an object store, old prints and messages leave for it. */
function moveObjects(env: WorkerEnv, context: WorkContext, shutdown: Shutdown): void {
  const store = context.db.objects;
  if (store === null) return;
  const afterDays = env.OBJECT_STORE_AFTER_DAYS;
  const moving = moveOldObjects({ ...context, store, afterDays });
  shutdown.onClose('object store', () => moving.close());
}

function printingOf(env: WorkerEnv, context: WorkContext, printer: Printer | null) {
  if (printer === null) return null;
  const verificationPages = { test: env.EFI_VERIFY_TEST_URL, live: env.EFI_VERIFY_LIVE_URL };
  return { ...context, renderer: printer, verificationPages, verdict: printer.verdict };
}

function contextOf(
  env: WorkerEnv,
  opened: Pick<
    WorkContext,
    'db' | 'efi' | 'logger' | 'events' | 'signers' | 'leases' | 'depositLeases' | 'obstacles'
  >,
): WorkContext {
  return {
    ...opened,
    clock: () => new Date(),
    textEncoding: env.EFI_TEXT,
    onlineBudgetMs: env.EFI_ONLINE_BUDGET_MS,
    deliveryAfterMs: env.DELIVERY_AFTER_MS,
    receiptCheckLagMs: env.EFI_RECEIPT_CHECK_LAG_MS,
    receiptCheckMs: env.EFI_RECEIPT_CHECK_MS,
    lastSeen: { ...NOTHING_SEEN },
    clockToleranceMs: env.CLOCK_TOLERANCE_MS,
    orderNumberMaxAhead: env.ORDER_NUMBER_MAX_AHEAD,
    random: Math.random,
  };
}

try {
  await main(loadEnv(workerEnvSchema));
} catch (error) {
  const message = error instanceof ConfigurationError ? error.message : String(error);
  process.stderr.write(`The worker could not start. ${message}\n`);
  process.exit(1);
}
