// The worker process: reads its configuration, opens what it stands on, consumes its queues, and
// ends in order: no new job is taken, jobs in hand are finished.

import { openDatabase } from '@fiscal/db';
import { assertUsable, createConsumer, queueStoreOf } from '@fiscal/queue/consumer';
import { createProducer } from '@fiscal/queue/producer';
import type { Producer } from '@fiscal/queue/producer';
import {
  ConfigurationError,
  createCrashPoints,
  createLogger,
  createMetrics,
  createShutdown,
  loadEnv,
  redactEnv,
  startHealthServer,
} from '@fiscal/runtime';
import type { Logger } from '@fiscal/runtime';
import { openAuthority } from './authority/open-authority.ts';
import { callRegistry } from './call-registry.ts';
import { watchDeadlines } from './deadline-watch.ts';
import { startDelivering } from './delivery-lane.ts';
import { workerEnvSchema } from './env.ts';
import type { WorkerEnv } from './env.ts';
import { fiscalizeNextInvoice } from './fiscalize-invoice.ts';
import { createPdfRenderer } from './pdf/render-pdf.ts';
import { createEnsureInitialDeposit } from './register-cash-deposit.ts';
import { renderPdf } from './render-pdf.ts';
import { openSigners } from './signers.ts';
import { startSweeping } from './sweep.ts';
import type { WorkContext } from './work.ts';

/** Longer than the longest job: one exchange with the authority, or one print with its retry. */
const GRACE_MS = 60_000;

async function main(env: WorkerEnv): Promise<void> {
  const logger = createLogger({ name: 'worker', level: env.LOG_LEVEL });
  logger.info({ env: redactEnv(env) }, 'starting');
  const shutdown = createShutdown({ logger, graceMs: GRACE_MS });
  const report = (what: string) => (error: Error) => {
    logger.warn({ err: error }, what);
  };

  const db = openDatabase({
    url: env.DATABASE_URL,
    maxConnections: env.DATABASE_POOL_SIZE,
    applicationName: 'fiscal-worker',
    onError: report('an idle database connection broke'),
  });
  shutdown.onClose('database', () => db.close());
  const onExchange = () => undefined;
  const test = await openAuthority(env, 'test', logger, onExchange);
  const live = await openAuthority(env, 'live', logger, onExchange);
  shutdown.onClose('authority', () => {
    test.close();
    live.close();
  });
  const efi = { test: test.authority, live: live.authority };
  const store = queueStoreOf(env);
  await assertUsable(store, report('the queue store is away'));
  const producer = createProducer(store, report('the queue store has trouble'));
  shutdown.onClose('producer', () => producer.close());
  const renderer = createPdfRenderer({
    executablePath: env.CHROME_PATH,
    maxPages: env.PRINT_CONCURRENCY,
    timeoutMs: env.PRINT_TIMEOUT_MS,
    logger,
  });
  shutdown.onClose('browser', () => renderer.close());

  const context = contextOf(env, { db, efi, logger, pointAt: pointAtWith(producer, logger) });
  const ensureInitialDeposit = createEnsureInitialDeposit(context);
  const printing = {
    db,
    renderer,
    crashPoint: context.crashPoint,
    verificationPages: pagesOf(env),
  };
  for (const { queue, concurrency, process } of [
    {
      queue: 'printing' as const,
      concurrency: env.PRINT_CONCURRENCY,
      process: ({ id }: { id: string }) => renderPdf(printing, id),
    },
    {
      queue: 'registry' as const,
      concurrency: env.DELIVERY_CONCURRENCY,
      process: ({ id }: { id: string }) => callRegistry(context, id),
    },
    {
      queue: 'fiscalization' as const,
      concurrency: env.FISCALIZE_CONCURRENCY,
      process: () => fiscalizeNextInvoice(context, ensureInitialDeposit),
    },
  ]) {
    const consumer = createConsumer({
      store,
      queue,
      concurrency,
      process,
      onError: report(`the queue ${queue} has trouble`),
      onJobFailed: (job, error) => {
        logger.error({ err: error, job }, 'a job broke; the sweep points at it again');
      },
    });
    shutdown.onClose(`queue ${queue}`, () => consumer.close());
  }
  const delivering = startDelivering(context, ensureInitialDeposit, {
    concurrency: env.DELIVERY_CONCURRENCY,
    onDone: () => undefined,
  });
  shutdown.onClose('delivery', () => delivering.close());
  const deadlines = watchDeadlines({ db, logger, onAlarm: () => undefined });
  shutdown.onClose('deadlines', () => deadlines.close());
  const sweeping = startSweeping({ db, producer, everyMs: env.SWEEP_EVERY_MS, logger });
  shutdown.onClose('sweep', () => sweeping.close());

  const health = await startHealthServer({
    host: env.WORKER_HOST,
    port: env.WORKER_PORT,
    health: {
      live: {},
      ready: { postgresql: () => db.ping(), queue: () => producer.ping() },
    },
    metrics: createMetrics('worker'),
  });
  shutdown.onClose('health', () => health.close());
  logger.info({ url: health.url }, 'working');
}

function pagesOf(env: WorkerEnv) {
  return { test: env.EFI_VERIFY_TEST_URL, live: env.EFI_VERIFY_LIVE_URL };
}

function contextOf(
  env: WorkerEnv,
  opened: Pick<WorkContext, 'db' | 'efi' | 'logger' | 'pointAt'>,
): WorkContext {
  return {
    ...opened,
    signers: openSigners(opened.db, env.CERTIFICATE_IDENTITY),
    clock: () => new Date(),
    textEncoding: env.EFI_TEXT,
    onlineBudgetMs: env.EFI_ONLINE_BUDGET_MS,
    leaseMs: env.LEASE_MS,
    deliveryAfterMs: env.DELIVERY_AFTER_MS,
    clockToleranceMs: env.CLOCK_TOLERANCE_MS,
    random: Math.random,
    crashPoint: createCrashPoints(env),
  };
}

/** Follow-up jobs are pointers, too: what the queue does not take now, the sweep adds. */
function pointAtWith(producer: Producer, logger: Logger): WorkContext['pointAt'] {
  return (job) => {
    producer.add(job).catch((error: unknown) => {
      logger.warn({ err: error, job }, 'the queue did not take the job; the sweep will add it');
    });
  };
}

try {
  await main(loadEnv(workerEnvSchema));
} catch (error) {
  const message = error instanceof ConfigurationError ? error.message : String(error);
  process.stderr.write(`The worker could not start. ${message}\n`);
  process.exit(1);
}
