// The worker process: reads its configuration, opens what it stands on, consumes its queues, and
// ends in order: no new job is taken, jobs in hand are finished.

import { readFile } from 'node:fs/promises';
import type { Environment } from '@fiscal/domain';
import { openDatabase } from '@fiscal/db';
import { createEfiClient } from '@fiscal/efi';
import { assertUsable, createConsumer, queueStoreOf } from '@fiscal/queue/consumer';
import type { Processor } from '@fiscal/queue/consumer';
import type { QueueName } from '@fiscal/queue/jobs';
import { createProducer } from '@fiscal/queue/producer';
import type { Producer } from '@fiscal/queue/producer';
import {
  ConfigurationError,
  createLogger,
  createMetrics,
  createShutdown,
  loadEnv,
  redactEnv,
  startHealthServer,
} from '@fiscal/runtime';
import type { Logger } from '@fiscal/runtime';
import { callRegistry } from './call-registry.ts';
import { deliverOfflineInvoice } from './deliver-offline-invoice.ts';
import { workerEnvSchema } from './env.ts';
import type { WorkerEnv } from './env.ts';
import { fiscalizeInvoice } from './fiscalize-invoice.ts';
import { createPdfRenderer } from './pdf/render-pdf.ts';
import { createEnsureInitialDeposit } from './register-cash-deposit.ts';
import { renderPdf } from './render-pdf.ts';
import type { PrintContext } from './render-pdf.ts';
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
  const efi = { test: await openEfi(env, 'test'), live: await openEfi(env, 'live') };
  shutdown.onClose('authority', () => {
    efi.test.close();
    efi.live.close();
  });
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
  const verificationPages = { test: env.EFI_VERIFY_TEST_URL, live: env.EFI_VERIFY_LIVE_URL };
  for (const { queue, concurrency, process } of lanes(env, context, {
    db,
    renderer,
    verificationPages,
  })) {
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
  };
}

/** What each queue's jobs do, and how many of them at the same time. */
function lanes(
  env: WorkerEnv,
  context: WorkContext,
  printing: PrintContext,
): { queue: QueueName; concurrency: number; process: Processor }[] {
  const ensureInitialDeposit = createEnsureInitialDeposit(context);
  return [
    {
      queue: 'printing',
      concurrency: env.PRINT_CONCURRENCY,
      process: ({ id }) => renderPdf(printing, id),
    },
    {
      queue: 'registry',
      concurrency: env.DELIVERY_CONCURRENCY,
      process: ({ id }) => callRegistry(context, id),
    },
    {
      queue: 'delivery',
      concurrency: env.DELIVERY_CONCURRENCY,
      process: ({ id }) => deliverOfflineInvoice(context, ensureInitialDeposit, id),
    },
    {
      queue: 'fiscalization',
      concurrency: env.FISCALIZE_CONCURRENCY,
      process: ({ id }) => fiscalizeInvoice(context, ensureInitialDeposit, id),
    },
  ];
}

async function openEfi(env: WorkerEnv, environment: Environment) {
  const isTest = environment === 'test';
  return createEfiClient({
    endpoint: isTest ? env.EFI_TEST_URL : env.EFI_LIVE_URL,
    receiptCheckUrl: isTest ? env.EFI_RECEIPT_CHECK_TEST_URL : env.EFI_RECEIPT_CHECK_LIVE_URL,
    trustAnchors: await readFile(env.EFI_TRUST_ANCHORS, 'utf8'),
    // The caller's budget ends an exchange earlier; this is the last line.
    timeoutMs: env.EFI_ONLINE_BUDGET_MS,
    clock: () => new Date(),
    ...(env.EFI_TLS_CA === undefined ? {} : { tlsCa: await readFile(env.EFI_TLS_CA, 'utf8') }),
  });
}

/** Follow-up jobs are pointers, too: what the queue does not take now, the sweep adds. */
function pointAtWith(producer: Producer, logger: Logger): WorkContext['pointAt'] {
  return (job, delayMs = 0) => {
    producer.add(job, { delayMs }).catch((error: unknown) => {
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
