// What a run works on: the service as real processes with short times, companies with their cash
// registers, the simulator's control, a way to read the rows, and what the clients saw.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { controlOf, startStack } from '@fiscal/testbed';
import type { AppName, SeededRegister } from '@fiscal/testbed';
import { openQueries } from '../service/owner-queries.ts';
import { watchSimulator, type Disturbance } from './disturbances.ts';
import type { OrderHistory } from './history.ts';
import type { RunOptions } from './options.ts';

export type Run = Awaited<ReturnType<typeof openRun>>;

/** What the first processes are started with; a scenario changes it for those after them. */
const FIRST_LIFE = { hasFaults: true, clockOffsetMs: 0 };

interface NextLife {
  hasFaults: boolean;
  clockOffsetMs: number;
  /** What a process with shifted-date.mjs may follow. */
  clockOffsetFile: string;
}

/** The variables of a process, over the short times. */
export type VariablesOf = (app: AppName, life: number, next: NextLife) => Record<string, string>;

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

/** Starts the service, without companies. @param name of the folder. */
export async function openRun(options: RunOptions, name: string, variablesOf: VariablesOf) {
  const directory = directoryOf(name);
  rmSync(directory, { recursive: true, force: true });
  const clockOffsetFile = join(directory, 'clock-offset-ms');
  mkdirSync(directory, { recursive: true });
  writeFileSync(clockOffsetFile, '0');
  const nextLife = { ...FIRST_LIFE, clockOffsetFile };
  /** Those that a supervisor could not mend. */
  const deaths: string[] = [];
  const stack = await startStack({
    directory,
    workers: options.workers,
    isWithoutRedis: options.queue === 'postgresql',
    isDurable: false,
    isSupervised: true,
    isProxied: true,
    environment: { ...VARIABLES, EFI_SIMULATOR_REPEATED_WITHDRAWALS: options.repeatedWithdrawals },
    environmentOf: (app, life) => variablesOf(app, life, nextLife),
    onDeath: (sentence) => deaths.push(sentence),
  });
  /** When the way to the authority was disturbed. */
  const disturbances: Disturbance[] = [];
  const watching = watchSimulator(stack.simulatorUrl, disturbances);
  const { query, endQueries } = openQueries(stack.databaseUrl);
  return {
    options,
    stack,
    nextLife,
    deaths,
    disturbances,
    query,
    control: controlOf(stack.simulatorUrl),
    /** Every cash register that sells. */
    registers: [] as SeededRegister[],
    history: [] as OrderHistory[],
    /** The same of cash that was taken out. */
    withdrawalHistory: [] as OrderHistory[],
    /** Ends everything and deletes the servers' data. */
    close: async () => {
      clearInterval(watching);
      await endQueries();
      await stack.stop();
      for (const server of ['postgres', 'redis']) {
        rmSync(join(directory, server), { recursive: true, force: true });
      }
    },
  };
}
