// The whole service, on a database and a queue of its own, and what a shop and the authority do
// with it. The files that ask for nothing else share the one of their jest worker, each with a demo
// company of its own. A file that restarts a part, or changes what holds for every company, gives
// options and has a service for itself.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addDemoCompany,
  controlOf,
  createTestDatabase,
  oncePerProcess,
  startStack,
} from '@fiscal/testbed';
import type { PartName, SimulatorControl, Stack, StackOptions } from '@fiscal/testbed';
import { afterAll } from '@jest/globals';
import { runOf } from '../../../scripts/bootstrap/leftovers.mjs';
import { callerOf } from './caller.ts';
import type { Caller } from './caller.ts';
import type { Body } from './invoices.ts';
import { openLiveEndpoint } from './live-endpoint.ts';
import { openQueries } from './owner-queries.ts';

export { BUYER, cancellationOf, cashInvoice, nonCashInvoice } from './invoices.ts';
export type { Body } from './invoices.ts';

/** Its own calls are those of the demo company's test key. */
export interface RunningService extends Caller {
  stack: Stack;
  /** Other files use it, too: it outlives this one. */
  isShared: boolean;
  /** Of the demo company. */
  companyId: string;
  /** Calls the simulator's control endpoint. */
  control: SimulatorControl;
  /** What the authority does with the next messages, invoices unless said otherwise. */
  script(behaviour: object, match?: object, times?: number): Promise<Body>;
  /** Lets nothing reach the authority, nor its receipt check, until `releaseAuthority`. */
  holdAuthority(): Promise<Body>;
  releaseAuthority(): Promise<Body>;
  /** Takes back every script and mode. */
  resetAuthority(): Promise<Body>;
  /** The authority's own figures over what has reached its ledger since this file began. */
  summary(): Promise<Body>;
  /** Makes every delivery due that waits, its own company's or another one's. */
  deliverNow(): Promise<unknown>;
  /** Nothing is fiscalized while `run` looks at what is Pending. */
  whileWorkerRests<T>(run: () => Promise<T>): Promise<T>;
  query(text: string, values?: unknown[]): Promise<Body[]>;
  /** The messages of an invoice, the first one first. */
  submissionsOf(id: string): Promise<Body[]>;
  /** The log of a part's newest process. */
  logOf(name: PartName): string;
  /** The metrics of the worker. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

/** What may differ from a test's usual service; several workers, for one. */
export interface ServiceOptions extends Partial<StackOptions> {
  /** Redis where there is one, unless said otherwise. */
  queue?: 'redis' | 'postgresql';
  /** False leaves the service without a live endpoint, as `npm start` does. */
  isLiveConnected?: boolean;
  /**
   * Whether the worker prints. A browser is the greater part of a start, and most tests ask for no
   * PDF.
   */
  prints?: boolean;
}

/**
 * The service waits as long for its own processes as it may: tests wait for what happens, not for a
 * slow machine.
 */
const PATIENT = {
  EFI_ONLINE_BUDGET_MS: '15000',
  CREATE_AND_PRINT_WAIT_MS: '30000',
  KEY_OPERATION_WAIT_MS: '30000',
  PDF_WAIT_MS: '30000',
  // The simulator's receipt check shows at once what is registered.
  EFI_RECEIPT_CHECK_LAG_MS: '0',
};

const WITHOUT_PRINTS = { WORKER_ROLES: 'fiscalize,deliver,keys' };

/** Of the service that files share: what one of them leaves behind acts on no other. */
const SHARED = {
  prints: true,
  environment: {
    // A file that wants a delivery asks for it.
    DELIVERY_AFTER_MS: '3600000',
    EFI_FAILURES_TO_OPEN: '100000',
    RATE_LIMIT_FAILURES_PER_MINUTE: '1000000',
  },
} satisfies ServiceOptions;

/** Starts every process, waits until all are ready, and ends them after the tests of the file. */
export async function startService(options?: ServiceOptions): Promise<RunningService> {
  const service = await openService(options);
  afterAll(() => service.close());
  return service;
}

/**
 * The same where no hook can be added, as in another hook; its caller closes it. Without options it
 * is the service that files share, which the end of the run ends.
 */
export async function openService(options?: ServiceOptions): Promise<RunningService> {
  if (options === undefined) return joinService();
  const { stack, removeDependencies } = await startOwn(options);
  const service = await serviceOn(stack);
  return {
    ...service,
    close: async () => {
      await stack.stop();
      await service.close();
      await removeDependencies();
    },
  };
}

/** The service of this jest worker, with a demo company of its own. */
async function joinService(): Promise<RunningService> {
  const { stack: shared } = await oncePerProcess('shared service', async () => {
    const own = await startOwn(SHARED);
    for (const process of own.stack.processes.values()) process.release();
    return own;
  });
  const stack: Stack = {
    ...shared,
    demo: await addDemoCompany(shared),
    restart: () => Promise.reject(new Error('Other files use this service: give it options.')),
  };
  const before = await controlOf(stack.simulatorUrl)('GET', '/ledger/summary');
  const service = await serviceOn(stack, before);
  return {
    ...service,
    isShared: true,
    close: async () => {
      await service.resetAuthority();
      await service.close();
    },
  };
}

async function startOwn(options: ServiceOptions) {
  const { queue, environment, isLiveConnected = true, prints = false, efi, ...others } = options;
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(runOf() ?? tmpdir(), 'fiscal-e2e-'));
  const QUEUE_PREFIX = `test-${randomBytes(4).toString('hex')}`;
  const live = await openLiveEndpoint();
  const removeDependencies = async () => {
    live.close();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  };
  const stack = await startStack({
    directory,
    databaseUrl: database.url,
    logins: { fiscal_api: database.apiUrl, fiscal_worker: database.workerUrl },
    redisUrl: process.env.TEST_REDIS_URL,
    isWithoutRedis: queue === 'postgresql' || !process.env.TEST_REDIS_URL,
    efi: { ...(isLiveConnected ? live.variables : {}), ...efi },
    ...others,
    environment: {
      LOG_LEVEL: 'warn',
      QUEUE_PREFIX,
      ...PATIENT,
      ...(prints ? {} : WITHOUT_PRINTS),
      ...environment,
    },
  }).catch(async (error: unknown) => {
    await removeDependencies();
    throw error;
  });
  live.leadTo(stack.simulatorUrl);
  return { stack, removeDependencies };
}

/** @param before the figures of the authority that are of no concern to this file. */
async function serviceOn(stack: Stack, before: Body = {}): Promise<RunningService> {
  const { query, endQueries } = openQueries(stack.databaseUrl);
  const { tin } = stack.demo.company;
  const [company] = await query<{ id: string }>('select id from company where tin = $1', [tin]);
  return {
    ...callerOf({ stack }, stack.demo.testKey),
    stack,
    isShared: false,
    companyId: String(company?.id),
    query,
    ...authorityOf(stack, before),
    deliverNow: () =>
      query(`update work set scheduled_at = now() where kind = 'deliver' and leased_until is null`),
    submissionsOf: (id) =>
      query('select * from submission where invoice_id = $1 order by created_at, id', [id]),
    whileWorkerRests: async (run) => {
      const worker = stack.processes.get('worker');
      worker?.kill('SIGSTOP');
      try {
        return await run();
      } finally {
        worker?.kill('SIGCONT');
      }
    },
    logOf: (name) => readFileSync(stack.processes.get(name)?.logFile ?? '', 'utf8'),
    metrics: async () => (await fetch(`${stack.workerUrl}/metrics`)).text(),
    close: endQueries,
  };
}

/** What a test does with the simulator. */
function authorityOf({ simulatorUrl }: Stack, before: Body) {
  const control = controlOf(simulatorUrl);
  return {
    control,
    script: (behaviour: object, match: object = { kind: 'invoice' }, times = 1) =>
      control('POST', '/script', { replies: [{ match, behaviour, times }] }),
    holdAuthority: () => {
      const away = { type: 'http', status: 503 };
      return control('PUT', '/mode', { service: away, receiptCheck: away });
    },
    releaseAuthority: () => control('DELETE', '/mode'),
    resetAuthority: async () => {
      await control('DELETE', '/script');
      return control('DELETE', '/mode');
    },
    summary: async () => sinceThen(await control('GET', '/ledger/summary'), before),
  };
}

/** What a summary of the ledger counts more than an earlier one. */
function sinceThen(summary: Body, before: Body): Body {
  const added = Object.entries(summary).map(([name, value]): [string, unknown] =>
    typeof value === 'number' ? [name, value - Number(before[name] ?? 0)] : [name, value],
  );
  const known = (before.doubledIics ?? []) as { iic: string }[];
  const doubled = summary.doubledIics as { iic: string }[];
  const doubledIics = doubled.filter(({ iic }) => known.every((other) => other.iic !== iic));
  return { ...Object.fromEntries(added), doubledIics };
}
