// The command line of `npm run faults -- --invoices=20000 --queue=redis --seed=1 …`.

import { parseArgs } from 'node:util';
import { seedOf } from '../money/random.ts';
import { GUARDS } from './guards.ts';
import type { Guard } from './guards.ts';

export const SCENARIOS = ['faults', 'outage', 'parallel', 'burst', 'midnight'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** What a run is to do. */
export interface RunOptions {
  scenario: Scenario;
  /** How many orders the shops have. */
  invoices: number;
  queue: 'redis' | 'postgresql';
  seed: number;
  /** How long an outage lasts. */
  minutes: number;
  workers: number;
  /** Orders in hand at the same time. */
  concurrency: number;
  /** Mean pause between two faults of each of the two dealers, in ms. */
  faultEveryMs: number;
  /** So often, about, a process dies at each of its crash points in the whole run. */
  crashes: number;
  /** Which nights `midnight` lives through. */
  nights: 'all' | 'new-year';
  /** The guard to take out; `all`: one after the other. */
  broken: Guard | 'all' | 'none';
  /** Keeps the data of the servers beside the report. */
  isKept: boolean;
}

const DEFAULTS = {
  scenario: 'faults',
  invoices: '300',
  queue: 'redis',
  seed: '',
  minutes: '30',
  workers: '3',
  concurrency: '24',
  'fault-every': '1500',
  crashes: '12',
  nights: 'all',
  break: 'none',
  keep: false,
} as const;

/** @throws Error with a sentence that says what is wrong. */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string', default: DEFAULTS.scenario },
      invoices: { type: 'string', default: DEFAULTS.invoices },
      queue: { type: 'string', default: DEFAULTS.queue },
      seed: { type: 'string', default: DEFAULTS.seed },
      minutes: { type: 'string', default: DEFAULTS.minutes },
      workers: { type: 'string', default: DEFAULTS.workers },
      concurrency: { type: 'string', default: DEFAULTS.concurrency },
      'fault-every': { type: 'string', default: DEFAULTS['fault-every'] },
      crashes: { type: 'string', default: DEFAULTS.crashes },
      nights: { type: 'string', default: DEFAULTS.nights },
      break: { type: 'string', default: DEFAULTS.break },
      keep: { type: 'boolean', default: DEFAULTS.keep },
    },
  });
  return {
    scenario: oneOf('scenario', SCENARIOS, values.scenario),
    queue: oneOf('queue', ['redis', 'postgresql'], values.queue),
    invoices: numberOf('invoices', values.invoices),
    minutes: numberOf('minutes', values.minutes),
    workers: numberOf('workers', values.workers),
    concurrency: numberOf('concurrency', values.concurrency),
    faultEveryMs: numberOf('fault-every', values['fault-every']),
    crashes: numberOf('crashes', values.crashes),
    seed: seedOf(values.seed),
    nights: oneOf('nights', ['all', 'new-year'], values.nights),
    broken: oneOf('break', [...GUARDS, 'all', 'none'], values.break),
    isKept: values.keep,
  };
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`--${name} is one of ${allowed.join(', ')}`);
  return found;
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0`);
  return number;
}
