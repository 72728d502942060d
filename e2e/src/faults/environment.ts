// What a run works on: the service as real processes with short times, companies with their cash
// registers, the simulator's control, a way to read the rows, and what the clients saw.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addCompany, controlOf, startStack } from '@fiscal/testbed';
import type {
  AppName,
  CompanyPlan,
  SeededRegister,
  SimulatorControl,
  Stack,
  StackOptions,
} from '@fiscal/testbed';
import pg from 'pg';
import { watchSimulator } from './disturbances.ts';
import type { Disturbance } from './disturbances.ts';
import type { OrderHistory } from './history.ts';
import type { RunOptions } from './options.ts';

/** A cash register that sells. */
export type Register = SeededRegister & { company: string; companyId: string };

export interface Environment {
  stack: Stack;
  registers: Register[];
  control: SimulatorControl;
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** By the note of the order. */
  history: Map<string, OrderHistory>;
  /** Deaths that a supervisor could not mend. */
  deaths: string[];
  /** When the way to the authority was disturbed. */
  disturbances: Disturbance[];
  /** Everything that a process has written since the start. */
  logOf: (name: AppName) => string;
  close: () => Promise<void>;
}

/** What a scenario starts. */
export interface EnvironmentPlan {
  companies: readonly CompanyPlan[];
  /** Over the short times. */
  variables?: Record<string, string>;
  variablesOf?: NonNullable<StackOptions['environmentOf']>;
}

/** The folder with the logs and the report of a run. */
export function directoryOf(name: string): string {
  return resolve(import.meta.dirname, '../../../.run/faults', name);
}

/** The times of a run: everything that takes minutes in a shop takes seconds here. */
export const TIMES = { onlineBudgetMs: 2_000, leaseMs: 5_000, receiptCheckLagMs: 5_000 };

const VARIABLES = {
  LOG_LEVEL: 'warn',
  EFI_ONLINE_BUDGET_MS: String(TIMES.onlineBudgetMs),
  LEASE_MS: String(TIMES.leaseMs),
  EFI_RECEIPT_CHECK_MS: '1500',
  EFI_RECEIPT_CHECK_LAG_MS: String(TIMES.receiptCheckLagMs),
  DELIVERY_AFTER_MS: '300',
  // A print that died with its worker is printed again when three times this has passed.
  PRINT_TIMEOUT_MS: '6000',
  EFI_PROBE_EVERY_MS: '500',
  FISCALIZE_CONCURRENCY: '8',
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
};

/** Starts everything; `close` ends it and deletes the servers' data. @param name of the run. */
export async function openEnvironment(
  name: string,
  { queue, workers }: RunOptions,
  plan: EnvironmentPlan,
): Promise<Environment> {
  const directory = directoryOf(name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const deaths: string[] = [];
  const disturbances: Disturbance[] = [];
  const stack = await startStack({
    ...{ directory, workers, isWithoutRedis: queue === 'postgresql' },
    ...{ isDurable: false, isSupervised: true, isProxied: true },
    environment: { ...VARIABLES, ...plan.variables },
    environmentOf: plan.variablesOf ?? (() => ({})),
    onDeath: (sentence) => deaths.push(sentence),
  });
  const stopWatching = watchSimulator(stack.simulatorUrl, disturbances);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  // The server is killed on purpose; a query that meets that says so itself.
  pool.on('error', () => undefined);
  const registers: Register[] = [];
  const close = async () => {
    stopWatching();
    await pool.end();
    await stack.stop();
    for (const server of ['postgres', 'redis']) {
      rmSync(join(directory, server), { recursive: true, force: true });
    }
  };
  try {
    for (const company of plan.companies) {
      // So every invoice is printed while things break, whether or not its PDF is asked for.
      const added = await addCompany(stack, { printsAtOnce: true, ...company });
      const owner = { company: added.name, companyId: added.id };
      registers.push(...added.cashRegisters.map((each) => ({ ...each, ...owner })));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...{ stack, registers, deaths, disturbances, close, history: new Map() },
    control: controlOf(stack.simulatorUrl),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    logOf: (app) => readFileSync(join(directory, 'logs', `${app}.log`), 'utf8'),
  };
}
