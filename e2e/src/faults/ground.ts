// The service that a run stands on: real processes with short times, several companies and cash
// registers, the hands of the authority, and a way to look at the rows.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCompany, startStack } from '@fiscal/testbed';
import type { AppName, CompanyPlan, Stack, StackOptions } from '@fiscal/testbed';
import pg from 'pg';
import type { Body } from '../running-service.ts';
import { openApiClient } from './api-client.ts';
import type { CallApi } from './api-client.ts';
import { watchDisturbances } from './disturbances.ts';
import type { Disturbance } from './disturbances.ts';

/** A cash register that sells. */
export interface Register {
  id: string;
  company: string;
  companyId: string;
  tcrCode: string;
  apiKey: string;
}

export interface Ground {
  stack: Stack;
  directory: string;
  registers: Register[];
  call: CallApi;
  /** Calls the simulator's control endpoint; throws while the simulator is away. */
  control: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => Promise<Body>;
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Deaths that a supervisor could not mend. */
  deaths: string[];
  /** When the way to the authority was disturbed. */
  disturbances: readonly Disturbance[];
  /** Everything that a process has written since the start. */
  logOf: (name: AppName) => string;
  close: () => Promise<void>;
}

export interface GroundOptions {
  /** Names the folder under .run/faults. */
  name: string;
  queue: 'redis' | 'postgresql';
  workers: number;
  companies: readonly CompanyPlan[];
  environment?: Record<string, string>;
  environmentOf?: NonNullable<StackOptions['environmentOf']>;
  isKept: boolean;
}

/**
 * Shops of every kind: many registers and one, prices with VAT, one that never issues offline.
 * @param more cash registers of the biggest shop besides its first four; the last ones of all.
 */
export function companiesWith(more: number): CompanyPlan[] {
  return [
    { name: 'Kafana Skadar', cashRegisters: 1 },
    { name: 'Knjižara Durmitor', cashRegisters: 2, pricesIncludeVat: true },
    { name: 'Veleprodaja Tara', cashRegisters: 2, offlineIssuing: false },
    { name: 'Market Lovćen', cashRegisters: FIRST_OF_MARKET + more },
  ];
}

const FIRST_OF_MARKET = 4;

/** The root of the clone. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The times of a run: everything that takes minutes in a shop takes seconds here. */
export const TIMES = {
  onlineBudgetMs: 2_000,
  leaseMs: 5_000,
  receiptCheckMs: 1_500,
  receiptCheckLagMs: 5_000,
};

const ENVIRONMENT = {
  LOG_LEVEL: 'warn',
  EFI_ONLINE_BUDGET_MS: String(TIMES.onlineBudgetMs),
  LEASE_MS: String(TIMES.leaseMs),
  EFI_RECEIPT_CHECK_MS: String(TIMES.receiptCheckMs),
  EFI_RECEIPT_CHECK_LAG_MS: String(TIMES.receiptCheckLagMs),
  DELIVERY_AFTER_MS: '300',
  // A print that died with its worker is printed again when three times this has passed.
  PRINT_TIMEOUT_MS: '6000',
  EFI_PROBE_EVERY_MS: '500',
  FISCALIZE_CONCURRENCY: '8',
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
};

/** Starts everything; `close` ends it and, unless `isKept`, throws the servers' data away. */
export async function openGround(options: GroundOptions): Promise<Ground> {
  const directory = join(ROOT, '.run', 'faults', options.name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const deaths: string[] = [];
  const started = await startStack({
    directory,
    isWithoutRedis: options.queue === 'postgresql',
    isDurable: false,
    isSupervised: true,
    isProxied: true,
    workers: options.workers,
    environment: { ...ENVIRONMENT, ...options.environment },
    ...(options.environmentOf ? { environmentOf: options.environmentOf } : {}),
    onDeath: (sentence) => deaths.push(sentence),
  });
  const { stack, disturbances, stop: stopWatching } = watchDisturbances(started);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  // The server is killed on purpose; a query that meets that says so itself.
  pool.on('error', () => undefined);
  const client = openApiClient(stack.apiUrl);
  const close = async () => {
    client.close();
    stopWatching();
    await pool.end();
    await stack.stop();
    if (options.isKept) return;
    for (const name of ['postgres', 'redis']) {
      rmSync(join(directory, name), { recursive: true, force: true });
    }
  };
  const ground: Ground = {
    stack,
    directory,
    registers: [],
    call: client.call,
    control: controlOf(stack.simulatorUrl),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    deaths,
    disturbances,
    logOf: (name) => readFileSync(join(directory, 'logs', `${name}.log`), 'utf8'),
    close,
  };
  try {
    await openShops(ground, options.companies);
    return ground;
  } catch (error) {
    await close();
    throw error;
  }
}

async function openShops(ground: Ground, plans: readonly CompanyPlan[]): Promise<void> {
  for (const plan of plans) {
    // So every invoice is printed while things break, whoever asks for its PDF.
    const company = await addCompany(ground.stack, { printsAtOnce: true, ...plan });
    await ground.control('POST', '/registry', company.registry);
    for (const { id, tcrCode, apiKey } of company.cashRegisters) {
      const { name, id: companyId } = company;
      ground.registers.push({ id, company: name, companyId, tcrCode, apiKey });
    }
  }
}

function controlOf(simulatorUrl: string): Ground['control'] {
  return async (method, path, body) => {
    const response = await fetch(`${simulatorUrl}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  };
}
