// The hours of the delivery window in deploy/monitoring/alerts.yml and its test.

import { DELIVERY_WINDOW_HOURS, deliveryDeadlines } from '../../packages/domain/src/index.ts';

/** @param hours of the window; they stand where the text names it or when little of it remains. */
export function alertsOf(text, hours = DELIVERY_WINDOW_HOURS) {
  const { urgentAfter } = deliveryDeadlines(hours);
  return text
    .replaceAll(/(?<=older_than_hours="|are not delivered for )\d+/g, String(urgentAfter))
    .replaceAll(/(?<=The law gives |delivered within )\d+(?= hours)/g, String(hours));
}
