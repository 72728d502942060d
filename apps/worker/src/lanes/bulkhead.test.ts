import { expect, test } from '@jest/globals';
import { createShares } from './bulkhead.ts';

test('a company has all places but one, and gets one back when it leaves one', () => {
  const shares = createShares(3);
  const leave = shares.take('a');
  expect(shares.full()).toEqual([]);
  shares.take('a');
  shares.take('b');
  expect(shares.full()).toEqual(['a']);
  leave();
  expect(shares.full()).toEqual([]);
});

test('where there is one place, a company may have it', () => {
  const shares = createShares(1);
  expect(shares.full()).toEqual([]);
  const leave = shares.take('a');
  expect(shares.full()).toEqual(['a']);
  leave();
  expect(shares.full()).toEqual([]);
});
