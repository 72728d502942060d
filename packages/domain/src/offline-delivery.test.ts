import { expect, test } from '@jest/globals';
import {
  DELIVERY_ALARM_HOURS,
  DELIVERY_WINDOW_HOURS,
  REMAINING_BUCKET_HOURS,
} from './offline-delivery.ts';

test('the window is 48 hours, with alarms after 1, 12, 24, 40 and 46', () => {
  expect(DELIVERY_WINDOW_HOURS).toBe(48);
  expect(DELIVERY_ALARM_HOURS).toEqual([1, 12, 24, 40, 46]);
});

test('waiting invoices are counted by the hours that remain at each alarm but the first', () => {
  expect(REMAINING_BUCKET_HOURS).toEqual([0, 2, 8, 24, 36, 48]);
});
