import { expect, test } from '@jest/globals';
import { levelOfBucket, remainingUntil } from './deadline.ts';

const marks = { soon: 24, urgent: 8, critical: 2 };
const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-23T12:00:00Z', 'calm', 48 * 3600],
  ['2026-11-22T12:00:01Z', 'calm', 24 * 3600 + 1],
  ['2026-11-22T12:00:00Z', 'soon', 24 * 3600],
  ['2026-11-21T20:00:00Z', 'urgent', 8 * 3600],
  ['2026-11-21T14:00:00Z', 'critical', 2 * 3600],
  ['2026-11-21T12:00:00Z', 'late', 0],
  ['2026-11-21T11:00:00Z', 'late', 3600],
])('a deadline at %s is %s', (deliverBefore, level, seconds) => {
  expect(remainingUntil(deliverBefore, now, marks)).toEqual({ level, seconds });
});

test('a bucket is as pressing as the longest wait in it', () => {
  expect([0, 2, 8, 24, 36, 48].map((hours) => levelOfBucket(hours, marks))).toEqual([
    'late',
    'critical',
    'urgent',
    'soon',
    'calm',
    'calm',
  ]);
});
