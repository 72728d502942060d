// The API in this process on a database of its own, for tests that need no worker: nobody hears its
// wake-ups.

import { listenForChanges } from '@fiscal/db/change';
import { generateVaultKeys } from '@fiscal/db/company';
import { openDatabase } from '@fiscal/db/connection';
import type { Database } from '@fiscal/db/connection';
import { createRecordReader, openInvoiceStore } from '@fiscal/db/invoice';
import type { RecordReader } from '@fiscal/db/invoice';
import { seedApiKey, seedCashRegister, seedCompany } from '@fiscal/db/testing';
import type { SeededCompany } from '@fiscal/db/testing';
import type { Environment } from '@fiscal/domain';
import { createLogger, createMetrics } from '@fiscal/runtime';
import type { Logger, Registry } from '@fiscal/runtime';
import { createTestDatabase, randomCode } from '@fiscal/testbed';
import type { Express } from 'express';
import { openAccounts } from '../admin/account/accounts.ts';
import type { SecondFactorFor } from '../admin/account/second-factor-rule.ts';
import type { Accounts } from '../admin/account/accounts.ts';
import { createSessions } from '../admin/account/sessions.ts';
import { limitAccounts } from '../admin/kernel/account-limits.ts';
import type { AccountLimits } from '../admin/kernel/account-limits.ts';
import { createApp } from '../app.ts';
import { createCallerDirectory } from '../auth.ts';
import { countFailedAuthentications } from '../failed-authentications.ts';
import type { Mailer } from '../mail/mailer.ts';
import { openPostgresStore } from '../rate-limit-store.ts';
import { limitRates } from '../rate-limit.ts';
import { createTurns } from '../turns.ts';
import { openWakeUps } from '../wake-ups.ts';

export interface RunningApi {
  app: Express;
  /** The owner's, for what a test arranges and looks at; the API's own may do less. */
  db: Database;
  /** Of which it forgets what it knows where a test changes what never changes. */
  records: RecordReader;
  /** Of the panel. */
  origin: string;
  /** What the panel signs in with. */
  accounts: Accounts;
  metrics: Registry;
  close(): Promise<void>;
}

const PAGES = { test: 'https://test.example/verify', live: 'https://live.example/verify' };

const NO_LIMITS = { reads: 1e6, writes: 1e6, uploads: 1e6 };

const UNLIMITED = { writesPerMinute: 1e6, readsPerMinute: 1e6, failuresPerMinute: 1e6 };

/** What a test of the panel may want otherwise. */
export interface PanelOptions {
  logger?: Logger;
  clock?: () => Date;
  /** ADMIN_ORIGIN */
  origin?: string;
  /** ADMIN_SECRET; null for none. */
  secret?: string | null;
  /** ADMIN_SECOND_FACTOR_FOR; nobody unless told otherwise. */
  secondFactorFor?: SecondFactorFor;
  mailer?: Mailer;
  /** TRUSTED_PROXIES */
  trustedProxies?: number;
  /** API_DOCS */
  hasDocs?: boolean;
  /** With index.html and assets/. */
  panelDirectory?: string;
  /** As good as none unless a test is about them. */
  accountLimits?: AccountLimits;
}

/** Where the panel of the tests lives. */
export const ORIGIN = 'http://127.0.0.1:3000';

/** Waits are short: nothing here is ever fiscalized. */
export async function startApi(limits = UNLIMITED, panel: PanelOptions = {}): Promise<RunningApi> {
  const database = await createTestDatabase();
  const ignore = () => undefined;
  const {
    logger = createLogger({ name: 'api', level: 'silent' }),
    clock = () => new Date(),
    origin = ORIGIN,
    secret = 'a secret of the tests, which is long enough',
    secondFactorFor = 'nobody',
  } = panel;
  const url = database.apiUrl;
  const options = { maxConnections: 4, applicationName: 'test', onError: ignore };
  const db = openDatabase({ url, ...options });
  const owner = openDatabase({ url: database.url, ...options });
  const changes = listenForChanges({ databaseUrl: url, db, onError: ignore });
  const wakeUps = openWakeUps({ store: null, db, logger });
  const callers = createCallerDirectory(db, logger);
  const metrics = createMetrics('api');
  const rates = limitRates({ store: openPostgresStore(db), defaults: limits, metrics, logger });
  const { mailer = null, trustedProxies = 0 } = panel;
  const accounts = await openAccounts(db, {
    ...{ origin, clock, logger, secondFactorFor, mailer },
    secret: secret ?? undefined,
  });
  const { recipient } = await generateVaultKeys();
  const records = createRecordReader(db);
  const app = createApp({
    ...(panel.panelDirectory === undefined ? {} : { panelDirectory: panel.panelDirectory }),
    accounts,
    accountLimits: panel.accountLimits ?? limitAccounts(NO_LIMITS),
    sessions: createSessions({ db, cookie: accounts.cookie, origin, clock, secondFactorFor }),
    clock,
    certificateRecipient: recipient,
    failedAuthentications: countFailedAuthentications(limits.failuresPerMinute),
    limitRate: rates.limit,
    isLiveConnected: true,
    trustedProxies,
    db,
    changes,
    wakeUps,
    turns: createTurns(() => performance.now()),
    records,
    storeInvoice: openInvoiceStore(db),
    printTurns: createTurns(() => performance.now()),
    crashPoint: () => undefined,
    callers,
    logger,
    metrics,
    health: { live: {}, ready: { postgresql: () => db.ping() } },
    hasDocs: panel.hasDocs ?? true,
    vatRates: [21, 15, 7, 0],
    orderNumberMaxAhead: 1_000_000,
    verificationPages: PAGES,
    createAndPrintWaitMs: 200,
    pdfWaitMs: 200,
    registryCallWaitMs: 200,
  });
  return {
    ...{ app, db: owner, origin, accounts, metrics, records },
    async close() {
      await callers.close();
      await wakeUps.close();
      await changes.close();
      await db.close();
      await owner.close();
      await database.drop();
    },
  };
}

/** A company with a default cash register in both environments and a key for each. */
export async function createShop(db: Database, change: Partial<SeededCompany> = {}) {
  const companyId = await seedCompany(db, {
    tin: '12345678',
    name: 'Prodavnica d.o.o.',
    address: 'Ulica 1',
    town: 'Podgorica',
    isInVat: true,
    vatNumber: null,
    bankAccount: null,
    environment: 'live',
    pricesIncludeVat: false,
    offlineIssuing: true,
    ...change,
  });
  const test = await createTill(db, companyId, 'test');
  const live = await createTill(db, companyId, 'live');
  const tcrCodes = { test: test.tcrCode, live: live.tcrCode };
  return { companyId, testKey: test.key, liveKey: live.key, tcrCodes };
}

async function createTill(db: Database, companyId: string, environment: Environment) {
  const tcrCode = randomCode();
  await seedCashRegister(db, {
    companyId,
    environment,
    name: 'Kasa 1',
    tcrCode,
    internalId: '1',
    type: 'REGULAR',
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
    isDefault: true,
  });
  const key = { companyId, environment, name: 'Kasa 1', cashRegisterId: null, expiresAt: null };
  return { ...(await seedApiKey(db, key)), tcrCode };
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
