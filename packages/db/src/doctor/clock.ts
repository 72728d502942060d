// Whether this machine's clock agrees with PostgreSQL's, the second witness of every issue time.

import type { Database } from '../connection/client.ts';
import { onlyRow } from '../connection/statement.ts';
import type { Finding } from './finding.ts';

const readClock = onlyRow<[], { ms: number }>(
  'read_clock',
  'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
);

/**
 * @param toleranceMs CLOCK_TOLERANCE_MS.
 * @param now this machine's clock, in ms since 1970.
 */
export async function examineClock(
  db: Database,
  toleranceMs: number,
  now: () => number = Date.now,
): Promise<Finding | null> {
  const asked = now();
  const { ms } = await readClock(db);
  const answered = now();
  // PostgreSQL read its clock at some moment between the two: what is certain is counted.
  const aheadMs = ms < asked ? asked - ms : Math.min(answered - ms, 0);
  if (Math.abs(aheadMs) <= toleranceMs) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return {
    code: 'CLOCK_WRONG',
    sentence:
      `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL’s, ` +
      `more than the ${toleranceMs} ms of CLOCK_TOLERANCE_MS: correct the wrong one (NTP).`,
  };
}
