// How much of the law's 48 hours is left, as a level that has a colour and words of its own. The
// levels change where the service raises its alarms (at 24, 40 and 46 hours).

const HOUR_MS = 3_600_000;

/** From nothing to fear to broken law. */
export type DeadlineLevel = 'calm' | 'soon' | 'urgent' | 'critical' | 'late';

/** By level: what is left when it begins. */
const BEGINS: readonly (readonly [DeadlineLevel, number])[] = [
  ['late', 0],
  ['critical', 2 * HOUR_MS],
  ['urgent', 8 * HOUR_MS],
  ['soon', 24 * HOUR_MS],
];

export interface Remaining {
  level: DeadlineLevel;
  /** Until the deadline, or since it: never negative. */
  seconds: number;
}

/** @param deliverBefore ISO 8601. */
export function remainingUntil(deliverBefore: string, now: Date): Remaining {
  const left = new Date(deliverBefore).getTime() - now.getTime();
  const level = BEGINS.find(([, begins]) => left <= begins)?.[0] ?? 'calm';
  return { level, seconds: Math.floor(Math.abs(left) / 1000) };
}

/** @param upToHours what is left at most; 0 where the deadline has passed. */
export function levelOfBucket(upToHours: number): DeadlineLevel {
  return BEGINS.find(([, begins]) => upToHours * HOUR_MS <= begins)?.[0] ?? 'calm';
}
