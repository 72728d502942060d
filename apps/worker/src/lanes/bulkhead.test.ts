import { expect, test } from '@jest/globals';
import { createBulkhead } from './bulkhead.ts';

test('a company has all slots but one, and gets one back when it leaves one', () => {
  const bulkhead = createBulkhead(3);
  const leave = bulkhead.enter('a');
  expect(bulkhead.full()).toEqual([]);
  bulkhead.enter('a');
  bulkhead.enter('b');
  expect(bulkhead.full()).toEqual(['a']);
  leave();
  expect(bulkhead.full()).toEqual([]);
});

test('where there is one slot, a company may have it', () => {
  const bulkhead = createBulkhead(1);
  expect(bulkhead.full()).toEqual([]);
  const leave = bulkhead.enter('a');
  expect(bulkhead.full()).toEqual(['a']);
  leave();
  expect(bulkhead.full()).toEqual([]);
});
