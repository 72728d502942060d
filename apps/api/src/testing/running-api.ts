// The API in this process on a database of its own, for tests that need no worker: its wake-ups
// have no listener.

import { listenForChanges } from '@fiscal/db/change';
import { generateVaultKeys } from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import { createRecordReader, openCreateEnd, openInvoiceStore } from '@fiscal/db/invoice';
import { ENVIRONMENTS } from '@fiscal/domain';
import type { ObjectStore } from '@fiscal/objects';
import { createLogger, createMetrics } from '@fiscal/runtime';
import type { Logger, Registry } from '@fiscal/runtime';
import type { Mailer } from '@fiscal/runtime/mail';
import { createTestDatabase, seedCompany } from '@fiscal/testbed';
import type { CompanyFields, SeededRegister } from '@fiscal/testbed';
import type { Express } from 'express';
import supertest from 'supertest';
import type { Test } from 'supertest';
import { createApp } from '../app.ts';
import { openHttpServer } from '../http/server.ts';
import { limitAccounts } from '../limits/account-limits.ts';
import type { AccountLimits } from '../limits/account-limits.ts';
import { countFailedAuthentications } from '../limits/failed-authentications.ts';
import { openPostgresStore } from '../limits/rate-limit-store.ts';
import { limitRates } from '../limits/rate-limit.ts';
import { openAccounts } from '../panel/accounts/accounts.ts';
import type { SecondFactorFor } from '../panel/accounts/second-factor/second-factor-rule.ts';
import { createSessions } from '../panel/accounts/sign-in/sessions.ts';
import { createCallerDirectory } from '../public/require-caller.ts';
import { API_ROLES } from '../roles.ts';
import type { ApiRole } from '../roles.ts';
import { createScheduler } from '../work/scheduling.ts';
import { openWakeUps } from '../work/wake-ups.ts';

export type RunningApi = Awaited<ReturnType<typeof startApi>>;

export interface AuditFilter {
  entityId?: string;
  companyId?: string;
  action?: string | { startsWith: string };
}
export interface AuditRow {
  id: bigint;
  actor: string;
  action: string;
  companyId: string | null;
  entityId: string | null;
  before: unknown;
  after: unknown;
}

const PAGES = { test: 'https://test.example/verify', live: 'https://live.example/verify' };

const NO_LIMITS = { reads: 1e6, writes: 1e6, uploads: 1e6 };

const UNLIMITED = { writesPerMinute: 1e6, readsPerMinute: 1e6, failuresPerMinute: 1e6 };

/** What a test of the panel may want otherwise. */
export interface PanelOptions {
  /** API_ROLES */
  roles?: readonly ApiRole[];
  /** Whether the panel knows a live endpoint; true without it. */
  isLiveConnected?: boolean;
  logger?: Logger;
  clock?: () => Date;
  /** ADMIN_ORIGIN */
  origin?: string;
  /** ADMIN_SECRET; null for none. */
  secret?: string | null;
  /** ADMIN_SECOND_FACTOR_FOR; `nobody` without it. */
  secondFactorFor?: SecondFactorFor;
  mailer?: Mailer;
  /** Where old prints and messages are. */
  objects?: ObjectStore;
  /** TRUSTED_PROXIES */
  trustedProxies?: number;
  /** API_DOCS */
  hasDocs?: boolean;
  /** With index.html and assets/. */
  panelDirectory?: string;
  /** As good as none unless a test is about them. */
  accountLimits?: AccountLimits;
  /** The same. */
  anonymousBudget?: { calls: number; seconds: number };
}

/** Where the panel of the tests lives. */
const ORIGIN = 'http://127.0.0.1:3000';

const PROVIDER_CODES = {
  test: { softwareCode: 'ss123ss123', maintainerCode: 'mm123mm123' },
  live: null,
};

/** Waits are short: nothing here is ever fiscalized. */
const SETTINGS = {
  vatRates: [21, 15, 7, 0],
  orderNumberMaxAhead: 1_000_000,
  verificationPages: PAGES,
  createAndPrintWaitMs: 200,
  pdfWaitMs: 200,
  keyOperationWaitMs: 200,
};

async function valuesOf(metrics: Registry, name: string) {
  const { values = [] } = (await metrics.getSingleMetric(name)?.get()) ?? {};
  return values.map(({ labels, value }) => ({ labels: { ...labels }, value }));
}

export async function startApi(limits = UNLIMITED, panel: PanelOptions = {}) {
  const database = await createTestDatabase();
  const ignore = () => undefined;
  const {
    logger = createLogger({ name: 'api', level: 'silent' }),
    clock = () => new Date(),
    origin = ORIGIN,
    secret = 'a secret of the tests, which is long enough',
    secondFactorFor = 'nobody',
    roles = API_ROLES,
  } = panel;
  const url = database.apiUrl;
  const options = { maxConnections: 4, applicationName: 'test', onError: ignore };
  const db = openDatabase({ url, ...options, objects: panel.objects ?? null });
  const owner = openDatabase({ url: database.url, ...options });
  const exportDb = openDatabase({ url, ...options });
  const changes = listenForChanges({ databaseUrl: url, db, onError: ignore });
  const wakeUps = openWakeUps({ store: null, db, logger });
  const callers = createCallerDirectory(db, logger);
  const metrics = createMetrics('api');
  const rates = limitRates({ store: openPostgresStore(db), defaults: limits, metrics, logger });
  const { mailer = null, trustedProxies = 0 } = panel;
  const accounts = await openAccounts(db, {
    origin,
    clock,
    logger,
    secondFactorFor,
    mailer,
    secret: secret ?? undefined,
  });
  const { recipient } = await generateVaultKeys();
  const records = createRecordReader(db);
  const publicParts = {
    callers,
    failedAuthentications: countFailedAuthentications(limits.failuresPerMinute),
    limitRate: rates.limit,
    isLiveConnected: true,
  };
  const panelParts = {
    isLiveConnected: panel.isLiveConnected ?? true,
    accounts,
    accountLimits: panel.accountLimits ?? limitAccounts(NO_LIMITS),
    sessions: createSessions(db, accounts, clock),
    certificateRecipient: recipient,
    mostApiKeys: 20,
    providerCodes: PROVIDER_CODES,
  };
  const app = createApp({
    hasDocs: panel.hasDocs ?? true,
    ...(panel.panelDirectory === undefined ? {} : { panelDirectory: panel.panelDirectory }),
    publicApi: roles.includes('public') ? publicParts : null,
    panel: roles.includes('panel') ? panelParts : null,
    anonymousBudget: panel.anonymousBudget ?? { calls: 1e6, seconds: 1 },
    clock,
    trustedProxies,
    db,
    exportDb,
    changes,
    wakeUps,
    scheduler: createScheduler(),
    records,
    storeInvoice: openInvoiceStore(db),
    endCreate: openCreateEnd(db),
    printScheduler: createScheduler(),
    logger,
    metrics,
    health: { live: {}, ready: { postgresql: () => db.ping() } },
    ...SETTINGS,
  });
  return {
    app,
    accounts,
    metrics,
    recipient,
    exportDb,
    /** Every value of a figure, with its labels. */
    figuresOf: (name: string) => valuesOf(metrics, name),
    /** The owner's, for what a test arranges and looks at; the API's own may do less. */
    db: owner,
    /** It forgets what it knows where a test changes what never changes. */
    records,
    /** Of the panel. */
    origin,
    /** Rows of the audit log, oldest first. */
    audit: (where: AuditFilter): Promise<AuditRow[]> =>
      owner.prisma.auditLog.findMany({ where, orderBy: { id: 'asc' } }),
    async close(): Promise<void> {
      for (const each of [callers, wakeUps, changes, db, exportDb, owner]) await each.close();
      await database.drop();
    },
  };
}

/** Calls with an API key. */
export function clientOf({ app }: Pick<RunningApi, 'app'>, key: string) {
  const keyed = (test: Test) => test.set('Authorization', `Bearer ${key}`);
  const post = (path: string, body?: object | string) =>
    keyed(supertest(app).post(path)).send(body);
  return {
    get: (path: string) => keyed(supertest(app).get(path)),
    post,
    /** A draft of `cashInvoice`. */
    draft: (change?: Record<string, unknown>) => post('/api/invoices/draft', cashInvoice(change)),
  };
}

/** A company with a default cash register in both environments and a key for each. */
export async function createShop(api: Pick<RunningApi, 'app' | 'db'>, change: CompanyFields = {}) {
  const codes = {
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
  };
  const cashRegisters = ENVIRONMENTS.map((environment) => ({ environment, ...codes }));
  const seeded = await seedCompany(api.db, { tin: '12345678', ...change, cashRegisters });
  const [test, live] = seeded.cashRegisters as [SeededRegister, SeededRegister];
  return {
    companyId: seeded.id,
    testKey: test.apiKey,
    liveKey: live.apiKey,
    test: clientOf(api, test.apiKey),
    live: clientOf(api, live.apiKey),
    cashRegisterId: test.id,
    tcrCodes: { test: test.tcrCode, live: live.tcrCode },
  };
}

/** On a free port of this machine. */
export async function serve(app: Express) {
  const server = await openHttpServer(app, { host: '127.0.0.1', port: 0, closeWithinMs: 0 });
  const { port } = server.address;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    connections: server.connections,
    close: () => server.close(),
  };
}

/** What a stream of events has said when `wanted` has come, or its end. */
export async function readUntil(response: Response, wanted: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (wanted.test(text)) break;
  }
  return text;
}

/** A sound cash invoice. */
export function cashInvoice(change: Record<string, unknown> = {}) {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-11-21T10:00:00Z',
    items: [{ name: 'Čaj', unit: 'kom', unitPrice: 2.5, quantity: 2, vat: { rate: 21 } }],
    ...change,
  };
}
