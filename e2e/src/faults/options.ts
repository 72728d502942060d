// The command line of `npm run faults -- --invoices=20000 --queue=redis --seed=1 …`.

import { parseArgs } from 'node:util';
import { GUARD_NAMES } from '@fiscal/testbed';
import type { GuardName } from '@fiscal/testbed';
import { seedOf } from '@fiscal/testbed/random';

const CHOICES = {
  scenario: ['faults', 'outage', 'parallel', 'burst', 'midnight'],
  queue: ['redis', 'postgresql'],
  nights: ['all', 'new-year'],
} as const;
type Choice<Name extends keyof typeof CHOICES> = (typeof CHOICES)[Name][number];
export type Scenario = Choice<'scenario'>;

/** What a run is to do. */
export interface RunOptions {
  scenario: Scenario;
  /** How many orders the shops have. */
  invoices: number;
  queue: Choice<'queue'>;
  seed: number;
  /** How long an outage lasts. */
  minutes: number;
  workers: number;
  /** Orders that are sold at the same time. */
  concurrency: number;
  /** Mean pause between two faults of each of the two that are injected at the same time, in ms. */
  faultEveryMs: number;
  /** So often, about, a process dies at each of its fault injection points in the whole run. */
  crashes: number;
  /** Which day boundaries `midnight` passes. */
  nights: Choice<'nights'>;
  /** The guard to take away; `all`: one after the other. */
  broken: GuardName | 'all' | 'none';
  /** Keeps the data of the servers beside the report. */
  isKept: boolean;
}

const text = (value: string) => ({ type: 'string', default: value }) as const;

/** @throws Error with a sentence that says what is wrong. */
export function readOptions(args: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ scenario: text('faults'), invoices: text('300'), queue: text('redis'), seed: text('') },
      ...{ minutes: text('30'), workers: text('3'), concurrency: text('24') },
      ...{ 'fault-every': text('1500'), crashes: text('12'), nights: text('all') },
      ...{ break: text('none'), keep: { type: 'boolean', default: false } },
    },
  });
  const oneOf = <T extends string>(name: string, allowed: readonly T[], value: string): T => {
    const found = allowed.find((each) => each === value);
    if (found === undefined) throw new Error(`--${name} is one of ${allowed.join(', ')}`);
    return found;
  };
  const number = (
    name: 'invoices' | 'minutes' | 'workers' | 'concurrency' | 'fault-every' | 'crashes',
  ) => {
    if (!(Number(values[name]) > 0)) throw new Error(`--${name} must be a number above 0`);
    return Number(values[name]);
  };
  return {
    scenario: oneOf('scenario', CHOICES.scenario, values.scenario),
    queue: oneOf('queue', CHOICES.queue, values.queue),
    nights: oneOf('nights', CHOICES.nights, values.nights),
    broken: oneOf('break', [...GUARD_NAMES, 'all', 'none'], values.break),
    invoices: number('invoices'),
    minutes: number('minutes'),
    workers: number('workers'),
    concurrency: number('concurrency'),
    faultEveryMs: number('fault-every'),
    crashes: number('crashes'),
    seed: seedOf(values.seed),
    isKept: values.keep,
  };
}
