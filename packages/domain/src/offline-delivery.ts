// The law's window for invoices that were handed out without the authority's registration, and what
// follows from it: alarms, lateness, and the hours by which waiting invoices are counted.

/**
 * Hours after its issue within which an offline invoice has to reach the authority. Decisions §6.
 */
export const DELIVERY_WINDOW_HOURS = 48;

/** Hours that remain of the window when an invoice is late, urgent and critical. */
export const REMAINING_HOURS = {
  soon: DELIVERY_WINDOW_HOURS >> 1,
  urgent: 8,
  critical: 2,
} as const;

/** Hours after the issue when little time remains to put anything right. */
export const URGENT_AFTER_HOURS = DELIVERY_WINDOW_HOURS - REMAINING_HOURS.urgent;

/** Hours after the issue at which an invoice that is not delivered raises an alarm, ascending. */
export const DELIVERY_ALARM_HOURS: readonly number[] = [
  1,
  12,
  DELIVERY_WINDOW_HOURS - REMAINING_HOURS.soon,
  URGENT_AFTER_HOURS,
  DELIVERY_WINDOW_HOURS - REMAINING_HOURS.critical,
];

/**
 * Hours that remain, at which a bucket of waiting invoices ends: those of the alarms, ascending.
 */
export const REMAINING_BUCKET_HOURS: readonly number[] = [
  0,
  ...DELIVERY_ALARM_HOURS.slice(1).map((hours) => DELIVERY_WINDOW_HOURS - hours),
  DELIVERY_WINDOW_HOURS,
].toSorted((a, b) => a - b);
