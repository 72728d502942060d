// The whole service for one test file, on a database and a queue of its own, and what a shop and the authority do with it.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, createTestDatabase, eventually, startStack } from '@fiscal/testbed';
import type { ControlBody, SimulatorControl, Stack, StackOptions } from '@fiscal/testbed';
import pg from 'pg';
import request from 'supertest';
import { openLiveEndpoint } from './live-endpoint.ts';

/** An invoice record or an error body: what a test asserts on. */
export type Body = ControlBody;

export interface RunningService {
  stack: Stack;
  /** Of every key of its queue in Redis. */
  queuePrefix: string;
  /** Calls the API with the test key. */
  post(path: string, body?: object): request.Test;
  get(path: string): request.Test;
  /** Reads until the invoice has the status; throws the last record when it never has. */
  until(id: string, status: string): Promise<Body>;
  /** Calls the simulator's control endpoint. */
  control: SimulatorControl;
  /** Lets nothing reach the authority, nor its receipt check, until `letAuthorityAnswer`. */
  holdAuthority(): Promise<Body>;
  letAuthorityAnswer(): Promise<Body>;
  /** Nothing is fiscalized while `run` looks at what is Pending. */
  whileWorkerRests<T>(run: () => Promise<T>): Promise<T>;
  query(text: string, values?: unknown[]): Promise<Body[]>;
  close(): Promise<void>;
}

/** What may differ from a test's usual service; several workers, for one. */
export interface ServiceOptions extends Partial<StackOptions> {
  /** Redis where there is one, unless said otherwise. */
  queue?: 'redis' | 'postgresql';
  /** False leaves the service without a live endpoint, as `npm start` does. */
  isLiveConnected?: boolean;
}

/** The service waits as long for its own processes as a hang takes, not as a slow machine takes. */
const PATIENT = {
  EFI_ONLINE_BUDGET_MS: '15000',
  CREATE_AND_PRINT_WAIT_MS: '120000',
  REGISTRY_CALL_WAIT_MS: '120000',
  PDF_WAIT_MS: '120000',
  // The simulator's receipt check shows at once what is registered.
  EFI_RECEIPT_CHECK_LAG_MS: '0',
};

/** Starts every process and waits until all are ready. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { queue, environment, isLiveConnected = true, efi, ...others } = options;
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-e2e-'));
  const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
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
    environment: { LOG_LEVEL: 'warn', QUEUE_PREFIX: queuePrefix, ...PATIENT, ...environment },
  }).catch(async (error: unknown) => {
    await removeDependencies();
    throw error;
  });
  live.leadTo(stack.simulatorUrl);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The database is dropped while idle connections may still be open.
  pool.on('error', () => undefined);

  const control = controlOf(stack.simulatorUrl);
  const { get, post } = callsOf(stack.apiUrl, stack.demo.testKey);
  return {
    stack,
    queuePrefix,
    get,
    post,
    until: (id, status) =>
      eventually(
        async () => (await get(`/api/invoices/${id}`)).body as Body,
        (record) => record.status === status,
      ),
    control,
    holdAuthority: () => {
      const away = { type: 'http', status: 503 };
      const mode = { service: away, receiptCheck: away };
      return control('PUT', '/mode', mode);
    },
    letAuthorityAnswer: () => control('DELETE', '/mode'),
    whileWorkerRests: async (run) => {
      const worker = stack.processes.get('worker');
      worker?.kill('SIGSTOP');
      try {
        return await run();
      } finally {
        worker?.kill('SIGCONT');
      }
    },
    query: async (text, values = []) => (await pool.query<Body>(text, values)).rows,
    close: async () => {
      await stack.stop();
      await pool.end();
      await removeDependencies();
    },
  };
}

/** Calls of the API with one key. */
export function callsOf(apiUrl: string, key: string) {
  const authorization = `Bearer ${key}`;
  return {
    get: (path: string) => request(apiUrl).get(path).set('Authorization', authorization),
    post: (path: string, body?: object) =>
      request(apiUrl).post(path).set('Authorization', authorization).send(body),
  };
}

/** A sound cash invoice of 9.66 €. */
export function cashInvoice(change: object = {}) {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: '2026-11-21T10:00:00Z',
    items: [
      { name: 'Šećer & „žuti“ čaj', unit: 'kom', unitPrice: 2.5, quantity: 2, vat: { rate: 21 } },
      { name: 'Knjiga', code: 'K-7', unit: 'kom', unitPrice: 3.374, quantity: 1, vat: { rate: 7 } },
    ],
    ...change,
  };
}

/** A company that buys. */
export const BUYER = {
  idType: 'TIN',
  idNumber: '02345678',
  name: 'Kupac d.o.o.',
  address: 'Ulica 2',
  city: 'Nikšić',
};

/** A sound non-cash invoice to a company. */
export function nonCashInvoice(change: object = {}) {
  return cashInvoice({
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: '2026-12-21T00:00:00Z',
    buyer: BUYER,
    note: 'Narudžba 17',
    ...change,
  });
}

/** The full cancellation of a fiscalized invoice. Spec, Corrective rules. */
export function cancellationOf(original: Body) {
  const items = original.invoiceData.items as { quantity: number; unitPrice: number }[];
  return {
    type: 'Corrective',
    orderNumber: 0,
    typeOfInvoice: original.typeOfInvoice,
    paymentMethod: original.paymentMethod,
    paymentDeadline: original.paymentDeadline,
    buyer: original.buyer,
    discountAmount: original.discountAmount,
    items: items.map((item) => ({
      ...item,
      quantity: -item.quantity,
      unitPrice: -item.unitPrice,
    })),
    original: { id: original.iic, issuedAt: original.fiscalizedAt },
  };
}
