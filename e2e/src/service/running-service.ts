// The whole service for one test file, on a database and a queue of its own, and what a shop and
// the authority do with it.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, createTestDatabase, startStack } from '@fiscal/testbed';
import type { PartName, SimulatorControl, Stack, StackOptions } from '@fiscal/testbed';
import { afterAll } from '@jest/globals';
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
  /** Calls the simulator's control endpoint. */
  control: SimulatorControl;
  /** What the authority does with the next messages, invoices unless said otherwise. */
  script(behaviour: object, match?: object, times?: number): Promise<Body>;
  /** Lets nothing reach the authority, nor its receipt check, until `letAuthorityAnswer`. */
  holdAuthority(): Promise<Body>;
  letAuthorityAnswer(): Promise<Body>;
  /** Takes back every script and mode. */
  resetAuthority(): Promise<Body>;
  /** The authority's own figures over its ledger. */
  summary(): Promise<Body>;
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

/** Starts every process, waits until all are ready, and ends them after the tests of the file. */
export async function startService(options?: ServiceOptions): Promise<RunningService> {
  const service = await openService(options);
  afterAll(() => service.close());
  return service;
}

/** The same where no hook can be added, as in another hook; its caller closes it. */
export async function openService(options: ServiceOptions = {}): Promise<RunningService> {
  const { queue, environment, isLiveConnected = true, prints = false, efi, ...others } = options;
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-e2e-'));
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
  const { query, endQueries } = openQueries(database.url);
  return {
    ...callerOf({ stack }, stack.demo.testKey),
    stack,
    query,
    ...authorityOf(stack),
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
    close: async () => {
      await stack.stop();
      await endQueries();
      await removeDependencies();
    },
  };
}

/** What a test does with the simulator. */
function authorityOf({ simulatorUrl }: Stack) {
  const control = controlOf(simulatorUrl);
  return {
    control,
    script: (behaviour: object, match: object = { kind: 'invoice' }, times = 1) =>
      control('POST', '/script', { replies: [{ match, behaviour, times }] }),
    holdAuthority: () => {
      const away = { type: 'http', status: 503 };
      return control('PUT', '/mode', { service: away, receiptCheck: away });
    },
    letAuthorityAnswer: () => control('DELETE', '/mode'),
    resetAuthority: async () => {
      await control('DELETE', '/script');
      return control('DELETE', '/mode');
    },
    summary: () => control('GET', '/ledger/summary'),
  };
}
