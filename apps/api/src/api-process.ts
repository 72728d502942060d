// The API process: reads its configuration, opens what it stands on, listens, and ends in order.

import { listenForChanges } from '@fiscal/db/change';
import { directUrlOf, openDatabase, poolerOf } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { createRecordReader, openCreateEnd, openInvoiceStore } from '@fiscal/db/invoice';
import { openObjectStore } from '@fiscal/objects/env';
import { publishChanges, redisStoreOf, subscribeToChanges } from '@fiscal/queue/waker';
import {
  ConfigurationError,
  Counter,
  createLogger,
  createMetrics,
  createShutdown,
  examineStart,
  loadEnv,
  openDoctor,
  openTracing,
  redactEnv,
  startHealthServer,
} from '@fiscal/runtime';
import type { Health, Logger, Registry, Shutdown } from '@fiscal/runtime';
import { mailerOf } from '@fiscal/runtime/mail';
import type { Express } from 'express';
import { createRequire } from 'node:module';
import { createApp } from './app.ts';
import type { PanelParts, PublicParts } from './app.ts';
import { apiExaminations } from './doctor/examinations.ts';
import { apiEnvSchema, panelEnv, poolSizeOf } from './env.ts';
import type { ApiEnv } from './env.ts';
import { EXPORT_CONNECTIONS } from './files/send-file.ts';
import { untrustedProxyOf } from './http/request/forwarding-watch.ts';
import { openHttpServer } from './http/server.ts';
import { limitAccounts } from './limits/account-limits.ts';
import { countFailedAuthentications } from './limits/failed-authentications.ts';
import { openPostgresStore, openRedisStore } from './limits/rate-limit-store.ts';
import type { RateLimitStore } from './limits/rate-limit-store.ts';
import { limitRates } from './limits/rate-limit.ts';
import { showApiFigures } from './monitoring/api-figures.ts';
import { ensureFirstOperator, openAccounts } from './panel/accounts/accounts.ts';
import { createSessions } from './panel/accounts/sign-in/sessions.ts';
import { endEventStreams } from './panel/live-view.ts';
import { createCallerDirectory } from './public/require-caller.ts';
import { createScheduler } from './work/scheduling.ts';
import { shareSlots } from './work/share-slots.ts';
import { openWakeUps } from './work/wake-ups.ts';

const GRACE_MS = 35_000;
const CONNECTION_TIMEOUT_MS = 5_000;

async function main(env: ApiEnv): Promise<void> {
  const name = env.API_ROLES.includes('public') ? 'api' : 'panel';
  const logger = createLogger({ name, level: env.LOG_LEVEL });
  // Addresses of people stand in no log.
  logger.info({ env: redactEnv({ ...env, ADMIN_FIRST_OPERATOR_EMAIL: undefined }) }, 'starting');
  const metrics = createMetrics(name, { version: version(), commit: env.BUILD_COMMIT });
  const onUnhandledRejection = reportLostErrors(metrics, logger);
  const shutdown = createShutdown({ logger, graceMs: GRACE_MS, onUnhandledRejection });
  await openTracing(env, `fiscal-${name}`, { logger, shutdown });
  const report: Report = (what) => (error) => logger.warn({ err: error }, what);

  const { store, db, changes, doctor } = await openStorage(env, name, logger, report, shutdown);
  const onError = report('figures were not read');
  showApiFigures(metrics, { roles: env.API_ROLES, db, changes, onError });
  const wakeUps = openWakeUps({ store, db, logger });
  shutdown.onClose('wake-ups', () => wakeUps.close());
  const counts = store === null ? openPostgresStore(db) : openRedisStore(store);
  shutdown.onClose('shared counts', () => counts.close());

  // Without wake-ups invoices are still accepted and done, so what carries them is not asked here.
  const ready = {
    postgresql: () => db.ping(),
    changes: () => changes.assertListening(),
    ...doctor.readiness(),
  };
  const health = { live: {}, ready };
  const clock = () => new Date();
  const parts = { db, env, clock, counts, metrics, logger, shutdown };
  const app = createApp({
    publicApi: env.API_ROLES.includes('public') ? openPublicApi(parts) : null,
    panel: await openPanel(parts),
    exportDb: openExports(parts),
    hasDocs: env.API_DOCS,
    trustedProxies: env.TRUSTED_PROXIES,
    db,
    changes,
    wakeUps,
    ...openSchedulers(counts, report, shutdown),
    records: createRecordReader(db),
    storeInvoice: openInvoiceStore(db),
    endCreate: openCreateEnd(db),
    clock,
    logger,
    metrics,
    health,
    vatRates: env.VAT_RATES,
    orderNumberMaxAhead: env.ORDER_NUMBER_MAX_AHEAD,
    verificationPages: { test: env.EFI_VERIFY_TEST_URL, live: env.EFI_VERIFY_LIVE_URL },
    createAndPrintWaitMs: env.CREATE_AND_PRINT_WAIT_MS,
    pdfWaitMs: env.PDF_WAIT_MS,
    keyOperationWaitMs: env.KEY_OPERATION_WAIT_MS,
  });
  const { address } = await listen(env, app, { health, metrics }, shutdown);
  shutdown.onClose('live views', endEventStreams);
  logger.info({ address }, 'listening');
}

/** The database, and how this process receives and announces its changes. */
async function openStorage(
  env: ApiEnv,
  name: string,
  logger: Logger,
  report: Report,
  shutdown: Shutdown,
) {
  const store = redisStoreOf(env);
  // Changes of rows go to the other processes over Redis, or else over PostgreSQL.
  const publisher = store && publishChanges(store);
  shutdown.onClose('change news', () => publisher?.close());
  const db = openDatabase({
    ...(publisher && { publish: (news) => publisher.publish(news) }),
    url: env.DATABASE_URL,
    ...poolerOf(env),
    objects: openObjectStore(env),
    maxConnections: poolSizeOf(env),
    applicationName: `fiscal-${name}`,
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: report('an idle database connection broke'),
  });
  shutdown.onClose('database', () => db.close());
  const doctor = openDoctor('api', apiExaminations(env, panelEnv(env), db, store));
  await examineStart(doctor, { logger, shutdown });
  const onError = report('not listening for changes');
  const onRedisError = report('changes are not received over Redis');
  const changes = listenForChanges({
    databaseUrl: directUrlOf(env),
    db,
    onError,
    ...(store && {
      subscribeOthers: (handlers) => subscribeToChanges(store, handlers, onRedisError),
    }),
  });
  shutdown.onClose('changes', () => changes.close());
  return { store, db, changes, doctor };
}

/** Of sales and of prints, which share their slots with those of the other API processes. */
function openSchedulers(store: RateLimitStore, report: Report, shutdown: Shutdown) {
  const open = (prefix: string) => {
    const scheduler = createScheduler();
    const onError = report('the slots of companies are not shared now');
    const sharing = shareSlots({ scheduler, store, prefix, onError });
    shutdown.onClose(prefix, () => sharing.close());
    return scheduler;
  };
  // Keys of the store: processes of the former release share by the same ones.
  return { scheduler: open('pace'), printScheduler: open('print-pace') };
}

/** Logs errors of one kind. */
type Report = (what: string) => (error: Error) => void;

/** The two ports: the API for everybody, and the monitoring for those who run it. */
async function listen(
  env: ApiEnv,
  app: Express,
  monitored: { health: Health; metrics: Registry },
  shutdown: Shutdown,
) {
  const monitoring = await startHealthServer({
    host: env.API_MONITORING_HOST,
    port: env.API_MONITORING_PORT,
    ...monitored,
  });
  shutdown.onClose('monitoring', () => monitoring.close());
  const server = await openHttpServer(app, { host: env.API_HOST, port: env.API_PORT });
  shutdown.onClose('http', () => server.close());
  return server;
}

/** What the parts of a process are opened with. */
interface Opened {
  db: Database;
  env: ApiEnv;
  clock: () => Date;
  /** Of calls and of slots, over all processes. */
  counts: RateLimitStore;
  metrics: Registry;
  logger: Logger;
  shutdown: Shutdown;
}

/** What files and reports are read with. */
function openExports({ env, logger, shutdown }: Opened): Database {
  const exportDb = openDatabase({
    url: env.DATABASE_URL,
    ...poolerOf(env),
    maxConnections: EXPORT_CONNECTIONS,
    applicationName: 'fiscal-exports',
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
    onError: (error) => logger.warn({ err: error }, 'an idle database connection of exports broke'),
  });
  shutdown.onClose('exports', () => exportDb.close());
  return exportDb;
}

/** What calls with an API key pass. */
function openPublicApi({ db, env, counts, metrics, logger, shutdown }: Opened): PublicParts {
  const callers = createCallerDirectory(db, logger);
  shutdown.onClose('callers', () => callers.close());
  const rates = limitRates({
    store: counts,
    defaults: {
      writesPerMinute: env.RATE_LIMIT_WRITES_PER_MINUTE,
      readsPerMinute: env.RATE_LIMIT_READS_PER_MINUTE,
    },
    metrics,
    logger,
  });
  shutdown.onClose('rate limits', rates.close);
  return {
    callers,
    failedAuthentications: countFailedAuthentications(env.RATE_LIMIT_FAILURES_PER_MINUTE),
    limitRate: rates.limit,
    isLiveConnected: env.EFI_LIVE_URL !== undefined,
  };
}

/**
 * What the panel works with, and its first operator; null where this process does not serve it.
 */
async function openPanel({ db, env, clock, logger, shutdown }: Opened): Promise<PanelParts | null> {
  const panel = panelEnv(env);
  if (panel === null) return null;
  const origin = panel.ADMIN_ORIGIN;
  const secondFactorFor = panel.ADMIN_SECOND_FACTOR_FOR;
  const unseen = untrustedProxyOf(panel.TRUSTED_PROXIES, origin);
  if (unseen !== null) logger.warn(unseen);
  const mailer = mailerOf(panel);
  if (mailer) shutdown.onClose('mail', () => mailer.close());
  const accounts = await openAccounts(db, {
    origin,
    clock,
    logger,
    secondFactorFor,
    mailer,
    secret: panel.ADMIN_SECRET,
  });
  if (secondFactorFor !== 'nobody' && !accounts.totpVault && !accounts.passkeys) {
    logger.warn('a second factor is demanded, but none can be added: set ADMIN_SECRET');
  }
  const isMade = await ensureFirstOperator(db, {
    email: panel.ADMIN_FIRST_OPERATOR_EMAIL,
    password: panel.ADMIN_FIRST_OPERATOR_PASSWORD,
  });
  if (isMade) logger.info('made the first operator of the panel');
  return {
    accounts,
    accountLimits: limitAccounts(),
    sessions: createSessions(db, accounts, clock),
    certificateRecipient: panel.CERTIFICATE_RECIPIENT,
    mostApiKeys: panel.API_KEYS_PER_COMPANY,
    isLiveConnected: panel.EFI_LIVE_URL !== undefined,
    providerCodes: {
      test: panel.PROVIDER_TEST_CODES ?? null,
      live: panel.PROVIDER_LIVE_CODES ?? null,
    },
  };
}

function version(): string {
  const manifest = createRequire(import.meta.url)('../package.json') as { version: string };
  return manifest.version;
}

/** An unhandled rejection of one call is a figure and a line in the log; other calls go on. */
function reportLostErrors(metrics: Registry, logger: Logger): (error: unknown) => void {
  const lost = new Counter({
    name: 'fiscal_unhandled_rejections_total',
    help: 'Errors that no code has caught: each is a mistake of ours.',
    registers: [metrics],
  });
  return (error) => {
    lost.inc();
    logger.error({ err: error }, 'an unhandled rejection; the process goes on');
  };
}

try {
  await main(loadEnv(apiEnvSchema));
} catch (error) {
  const message = error instanceof ConfigurationError ? error.message : String(error);
  process.stderr.write(`The API could not start. ${message}\n`);
  process.exit(1);
}
