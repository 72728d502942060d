// What a run is about: the service as real processes with short times, companies with their cash
// registers, the simulator's control, and a way to read the rows.

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addCompany, controlOf, startStack } from '@fiscal/testbed';
import type { AppName, CompanyPlan, SimulatorControl, Stack, StackOptions } from '@fiscal/testbed';
import pg from 'pg';
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

export interface Environment {
  stack: Stack;
  registers: Register[];
  control: SimulatorControl;
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Deaths that a supervisor could not mend. */
  deaths: string[];
  /** When the way to the authority was disturbed. */
  disturbances: readonly Disturbance[];
  /** Everything that a process has written since the start. */
  logOf: (name: AppName) => string;
  close: () => Promise<void>;
}

export interface EnvironmentPlan {
  /** Names the folder under .run/faults. */
  name: string;
  queue: 'redis' | 'postgresql';
  workers: number;
  companies: readonly CompanyPlan[];
  /** Over the short times. */
  variables?: Record<string, string>;
  variablesOf?: NonNullable<StackOptions['environmentOf']>;
  isKept: boolean;
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

/** Starts everything; `close` ends it and, unless `isKept`, deletes the servers' data. */
export async function openEnvironment(plan: EnvironmentPlan): Promise<Environment> {
  const directory = directoryOf(plan.name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const deaths: string[] = [];
  const started = await startStack({
    directory,
    isWithoutRedis: plan.queue === 'postgresql',
    isDurable: false,
    isSupervised: true,
    isProxied: true,
    workers: plan.workers,
    environment: { ...VARIABLES, ...plan.variables },
    ...(plan.variablesOf ? { environmentOf: plan.variablesOf } : {}),
    onDeath: (sentence) => deaths.push(sentence),
  });
  const { stack, disturbances, stop: stopWatching } = watchDisturbances(started);
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  // The server is killed on purpose; a query that meets that says so itself.
  pool.on('error', () => undefined);
  const environment: Environment = {
    ...{ stack, deaths, disturbances, registers: [] },
    control: controlOf(stack.simulatorUrl),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    logOf: (name) => readFileSync(join(directory, 'logs', `${name}.log`), 'utf8'),
    close: async () => {
      stopWatching();
      await pool.end();
      await stack.stop();
      if (plan.isKept) return;
      for (const name of ['postgres', 'redis']) {
        rmSync(join(directory, name), { recursive: true, force: true });
      }
    },
  };
  try {
    for (const company of plan.companies) {
      // So every invoice is printed while things break, whether or not its PDF is asked for.
      const added = await addCompany(stack, { printsAtOnce: true, ...company });
      const owner = { company: added.name, companyId: added.id };
      environment.registers.push(...added.cashRegisters.map((each) => ({ ...each, ...owner })));
    }
    return environment;
  } catch (error) {
    await environment.close();
    throw error;
  }
}
