import { expect, test } from '@jest/globals';
import { DELIVERY_WINDOW_HOURS, deliveryDeadlines } from './offline-delivery.ts';

test('the window is 48 hours', () => {
  expect(DELIVERY_WINDOW_HOURS).toBe(48);
});

test.each([
  [48, [1, 12, 24, 40, 46], [0, 2, 8, 24, 36, 48]],
  [24, [1, 6, 12, 16, 22], [0, 2, 8, 12, 18, 24]],
])('of %i hours: alarms after %j, counted by what remains at each', (hours, alarms, buckets) => {
  expect(deliveryDeadlines(hours)).toMatchObject({ alarms, buckets });
});
