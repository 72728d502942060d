// `npm run faults` as it runs each night: sales while everything is being broken, at random, and
// while days, years and the clocks change.

import { expect, test } from '@jest/globals';
import { brokenIn } from './invariants.ts';
import { readOptions } from './options.ts';
import { runMidnight } from './scenarios/midnight.ts';
import { runRandomFaults } from './scenarios/random-faults.ts';

const options = readOptions(['--invoices=2000']);

test(`whatever breaks while shops sell, every sale comes right: seed ${options.seed}`, async () => {
  const { verdicts, faults } = await runRandomFaults(options, 'nightly');
  expect(brokenIn(verdicts)).toEqual([]);
  const broken = Object.values(faults).reduce((sum, count) => sum + count, 0);
  expect(broken).toBeGreaterThan(5);
});

test('a day and a year end while shops sell: each register begins both anew, and every sale comes right', async () => {
  const { verdicts } = await runMidnight(options, 'midnight');
  expect(brokenIn(verdicts)).toEqual([]);
});
