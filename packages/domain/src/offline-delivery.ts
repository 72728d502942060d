// The law's window for invoices that were handed out without the authority's registration, and what
// follows from it: alarms, lateness, and the hours by which waiting invoices are counted.

/**
 * Hours after its issue within which an offline invoice has to reach the authority. Decisions §6.
 */
export const DELIVERY_WINDOW_HOURS = 48;

/** What follows from a window of so many hours. */
export function deliveryDeadlines(windowHours: number) {
  /** Hours that remain of the window when an invoice is late, urgent and critical. */
  const remaining = { soon: windowHours / 2, urgent: 8, critical: 2 };
  /** Hours after the issue when little time remains to put anything right. */
  const urgentAfter = windowHours - remaining.urgent;
  /** Hours after the issue at which an invoice that is not delivered raises an alarm, ascending. */
  const alarms: readonly number[] = [
    1,
    windowHours / 4,
    windowHours - remaining.soon,
    urgentAfter,
    windowHours - remaining.critical,
  ];
  /** Hours that remain where a bucket of waiting invoices ends: those of the alarms, ascending. */
  const buckets: readonly number[] = [
    0,
    ...alarms.slice(1).map((hours) => windowHours - hours),
    windowHours,
  ].toSorted((a, b) => a - b);
  return { remaining, urgentAfter, alarms, buckets };
}

export const {
  remaining: REMAINING_HOURS,
  urgentAfter: URGENT_AFTER_HOURS,
  alarms: DELIVERY_ALARM_HOURS,
  buckets: REMAINING_BUCKET_HOURS,
} = deliveryDeadlines(DELIVERY_WINDOW_HOURS);
