// `npm run faults` as it runs each night: sales while everything is being broken, at random, and
// while days, years and the clocks change.

import { expect, test } from '@jest/globals';
import { brokenIn } from './invariants.ts';
import { readOptions } from './options.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

const options = readOptions([]);

test.each([
  ['counted', 2_000],
  ['same', 400],
] as const)(
  `whatever breaks while shops sell and take out cash, all comes right; a repeated withdrawal is %s; seed ${options.seed}`,
  async (repeatedWithdrawals, invoices) => {
    const wanted = { ...options, repeatedWithdrawals, invoices };
    const { verdicts, faults, facts } = await runRandomFaults(
      wanted,
      `nightly-${repeatedWithdrawals}`,
    );
    expect(brokenIn(verdicts)).toEqual([]);
    const broken = Object.values(faults).reduce((sum, count) => sum + count, 0);
    expect(broken).toBeGreaterThan(5);
    const again = Number(facts['of these counted again by the authority']);
    expect(again > 0).toBe(repeatedWithdrawals === 'counted');
  },
);

test('a day and a year end while shops sell: each register begins both anew, and every sale comes right', async () => {
  const { verdicts } = await runMidnight(options, 'midnight');
  expect(brokenIn(verdicts)).toEqual([]);
});
