// The short forms of `npm run faults`: a few sales while everything is being broken, and while a
// year ends. What they must show is the same as in the long runs; they are for rare meetings of
// faults.

import { expect, test } from '@jest/globals';
import { brokenIn } from './invariants.ts';
import { readOptions } from './options.ts';
import { runNewYear } from './scenarios/midnight.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

test('whatever breaks while shops sell, every sale comes right', async () => {
  const args = ['--invoices=60', '--seed=7', '--workers=2', '--fault-every=1200'];
  const { verdicts, faults } = await runRandomFaults(readOptions(args), 'short');
  expect(brokenIn(verdicts)).toEqual([]);
  expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5);
});

test('a day and a year end while shops sell: each register begins both anew, and every sale comes right', async () => {
  const { verdicts } = await runNewYear(readOptions(['--workers=2']), 'new-year');
  expect(brokenIn(verdicts)).toEqual([]);
});
