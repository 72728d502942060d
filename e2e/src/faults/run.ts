// What a run works on: the service as real processes with short times, companies with their cash
// registers, the simulator's control, a way to read the rows, and what the clients saw.

import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addCompany, controlOf, startStack } from '@fiscal/testbed';
import type {
  CompanyPlan,
  SeededRegister,
  SimulatorControl,
  Stack,
  StackOptions,
} from '@fiscal/testbed';
import pg from 'pg';
import { watchSimulator, type Disturbance } from './disturbances.ts';
import type { OrderHistory } from './history.ts';
import type { RunOptions } from './options.ts';

export interface Run {
  options: RunOptions;
  stack: Stack;
  /** Every cash register that sells. */
  registers: SeededRegister[];
  control: SimulatorControl;
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  history: OrderHistory[];
  /** Deaths that a supervisor could not mend. */
  deaths: string[];
  /** When the way to the authority was disturbed. */
  disturbances: Disturbance[];
  nextLife: NextLife;
}

/** What processes are started with from now on: with faults of their own, at another time. */
export interface NextLife {
  hasFaults: boolean;
  clockOffsetMs: number;
}

/** What a scenario starts. */
export interface RunPlan {
  companies: readonly CompanyPlan[];
  /** Over the short times. */
  variablesOf: NonNullable<StackOptions['environmentOf']>;
}

/** The folder with the logs and the report of a run. */
export function directoryOf(name: string): string {
  return resolve(import.meta.dirname, '../../../.run/faults', name);
}

// Everything that takes minutes in a shop takes seconds here.
export const LEASE_MS = 5_000;
export const RECEIPT_CHECK_LAG_MS = 5_000;
const VARIABLES = {
  LOG_LEVEL: 'warn',
  EFI_ONLINE_BUDGET_MS: '2000',
  LEASE_MS: String(LEASE_MS),
  EFI_RECEIPT_CHECK_MS: '1500',
  EFI_RECEIPT_CHECK_LAG_MS: String(RECEIPT_CHECK_LAG_MS),
  DELIVERY_AFTER_MS: '300',
  // A print that died with its worker is printed again when three times this has passed.
  PRINT_TIMEOUT_MS: '6000',
  EFI_PROBE_EVERY_MS: '500',
  FISCALIZE_CONCURRENCY: '8',
  RATE_LIMIT_WRITES_PER_MINUTE: '10000000',
  RATE_LIMIT_READS_PER_MINUTE: '10000000',
};

/** Starts everything; in the end it stops it, and deletes the servers' data. */
export async function withRun<T>(
  options: RunOptions,
  name: string,
  planOf: (options: RunOptions, nextLife: NextLife) => RunPlan,
  use: (run: Run) => Promise<T>,
): Promise<T> {
  const directory = directoryOf(name);
  rmSync(directory, { recursive: true, force: true });
  const nextLife = { hasFaults: true, clockOffsetMs: 0 };
  const { companies, variablesOf } = planOf(options, nextLife);
  const deaths: string[] = [];
  const stack = await startStack({
    ...{ directory, workers: options.workers, isWithoutRedis: options.queue === 'postgresql' },
    ...{ isDurable: false, isSupervised: true, isProxied: true },
    environment: VARIABLES,
    environmentOf: variablesOf,
    onDeath: (sentence) => deaths.push(sentence),
  });
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
  // The server is killed on purpose; a query that meets that says so itself.
  pool.on('error', () => undefined);
  const run: Run = {
    ...{ options, stack, registers: [], deaths, disturbances: [], nextLife, history: [] },
    control: controlOf(stack.simulatorUrl),
    query: async (text, values) => (await pool.query(text, values)).rows,
  };
  const watching = watchSimulator(stack.simulatorUrl, run.disturbances);
  try {
    for (const plan of companies) {
      // So every invoice is printed while things break, whether or not its PDF is asked for.
      const { cashRegisters } = await addCompany(stack, { printsAtOnce: true, ...plan });
      run.registers.push(...cashRegisters);
    }
    return await use(run);
  } finally {
    clearInterval(watching);
    await pool.end();
    await stack.stop();
    for (const server of ['postgres', 'redis']) {
      rmSync(join(directory, server), { recursive: true, force: true });
    }
  }
}
