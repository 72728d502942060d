// Invoices that were handed out offline and wait for their delivery, by the time that remains.

import type { Database } from '../connection/client.ts';
import { ofScope } from '../failed-work/failed-work.ts';
import type { WorkScope } from '../failed-work/failed-work.ts';

/** The hours at which a bucket ends; those of the deadline alarms, seen from the deadline. */
const REMAINING_HOURS = [0, 2, 8, 24, 36, 48] as const;

/** Offline invoices with so much time left. */
export interface RemainingBucket {
  /** More than so many hours; null in the bucket of those that are overdue. */
  overHours: number | null;
  /** At most so many hours. */
  upToHours: number;
  count: number;
}

/** Every bucket, also those that are empty, the most urgent first. */
export async function readOfflineBuckets(
  db: Database,
  scope: WorkScope,
): Promise<RemainingBucket[]> {
  const columns = REMAINING_HOURS.map((hours, index) => {
    const before = REMAINING_HOURS[index - 1];
    const over =
      before === undefined ? '' : `deliver_before > now() + interval '${before} hours' and`;
    return `(count(*) filter (where ${over} deliver_before <= now() + interval '${hours} hours'))::int as "${hours}"`;
  });
  const { rows } = await db.pool.query<Record<string, number>>(
    `select ${columns.join(', ')} from invoice i where ${ofScope(scope)} and i.status = 'Offline'`,
    [scope.environment, scope.companyId],
  );
  return REMAINING_HOURS.map((hours, index) => ({
    overHours: REMAINING_HOURS[index - 1] ?? null,
    upToHours: hours,
    count: rows[0]?.[String(hours)] ?? 0,
  }));
}
