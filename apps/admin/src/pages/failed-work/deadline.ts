// How much of the law's window for delivery remains, as a level that has a colour and a text of its
// own. The levels change where the service raises its alarms.

import type { Schema } from '../../api/contract.ts';

const HOUR_MS = 3_600_000;

type RemainingHours = Schema<'AdminSession'>['offlineDelivery']['remainingHours'];

/** From no urgency to a deadline that has passed. */
export type DeadlineLevel = 'calm' | keyof RemainingHours | 'late';

interface Remaining {
  level: DeadlineLevel;
  /** Until the deadline, or since it: never negative. */
  seconds: number;
}

/** @param deliverBefore ISO 8601. */
export function remainingUntil(deliverBefore: string, now: Date, marks: RemainingHours): Remaining {
  const leftMs = new Date(deliverBefore).getTime() - now.getTime();
  const seconds = Math.floor(Math.abs(leftMs) / 1000);
  return { level: levelOfBucket(leftMs / HOUR_MS, marks), seconds };
}

/** @param upToHours what remains at most; 0 where the deadline has passed. */
export function levelOfBucket(upToHours: number, marks: RemainingHours): DeadlineLevel {
  if (upToHours <= 0) return 'late';
  if (upToHours <= marks.critical) return 'critical';
  if (upToHours <= marks.urgent) return 'urgent';
  return upToHours <= marks.soon ? 'soon' : 'calm';
}
