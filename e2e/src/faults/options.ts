// The command line of `npm run faults -- --invoices=20000 --queue=redis --seed=1 …`.

import { parseArgs } from 'node:util';
import { GUARD_NAMES } from '@fiscal/testbed';
import { seedOf } from '@fiscal/testbed/random';

/** What a run is to do. */
export type RunOptions = ReturnType<typeof readOptions>;

const text = (value: string) => ({ type: 'string', default: value }) as const;

/** @throws Error with a sentence that says what is wrong. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: text('faults'),
      invoices: text('300'),
      queue: text('redis'),
      seed: text(''),
      minutes: text('30'),
      workers: text('3'),
      concurrency: text('24'),
      'fault-every': text('1500'),
      crashes: text('12'),
      'repeated-withdrawals': text('counted'),
      break: text('none'),
    },
  });
  const oneOf = <T extends string>(name: keyof typeof values, ...allowed: readonly T[]): T => {
    const found = allowed.find((each) => each === values[name]);
    if (found === undefined) throw new Error(`--${name} is one of ${allowed.join(', ')}`);
    return found;
  };
  const number = (name: keyof typeof values) => {
    if (!(Number(values[name]) > 0)) throw new Error(`--${name} must be a number above 0`);
    return Number(values[name]);
  };
  return {
    scenario: oneOf('scenario', 'faults', 'outage', 'parallel', 'burst', 'midnight'),
    queue: oneOf('queue', 'redis', 'postgresql'),
    /** The guard to take away; `all`: one after the other. */
    broken: oneOf('break', ...GUARD_NAMES, 'all', 'none'),
    /** How many orders the shops have. */
    invoices: number('invoices'),
    /** How long an outage lasts. */
    minutes: number('minutes'),
    workers: number('workers'),
    /** Orders that are sold at the same time. */
    concurrency: number('concurrency'),
    /** Mean pause between two faults of each of those that are injected at the same time, in ms. */
    faultEveryMs: number('fault-every'),
    /** So often, about, a process dies at each of its fault injection points in the whole run. */
    crashes: number('crashes'),
    /** What the authority makes of a withdrawal that it has already. */
    repeatedWithdrawals: oneOf('repeated-withdrawals', 'counted', 'same'),
    seed: seedOf(values.seed),
  };
}
