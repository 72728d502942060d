// Whether this machine's clock agrees with PostgreSQL's, the second witness of every issue time.

import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { ID_CLOCK_TOLERANCE_MS, ServiceClockError } from '../invoice/new-invoices.ts';
import type { Finding } from './finding.ts';

const readClock = statement.one<object, { ms: number }>(
  'read_clock',
  'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
);

/**
 * How far this machine's clock is ahead of PostgreSQL's, in ms; below 0 behind. PostgreSQL reads
 * its clock during the call: what is certain is counted.
 * @param now this machine's clock, in ms since 1970.
 * @param read PostgreSQL's, likewise.
 */
export async function readClockAhead(
  db: Database,
  now: () => number = Date.now,
  read: () => Promise<number> = async () => (await readClock(db)).ms,
): Promise<number> {
  const asked = now();
  const ms = await read();
  const received = now();
  return ms < asked ? asked - ms : Math.min(received - ms, 0);
}

/** @param toleranceMs CLOCK_TOLERANCE_MS. */
export async function examineClock(
  db: Database,
  toleranceMs: number,
  now?: () => number,
  read?: () => Promise<number>,
): Promise<Finding | null> {
  const aheadMs = await readClockAhead(db, now, read);
  if (Math.abs(aheadMs) <= toleranceMs) return null;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return {
    code: 'CLOCK_WRONG',
    sentence:
      `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL’s, ` +
      `more than the ${toleranceMs} ms of CLOCK_TOLERANCE_MS: correct the wrong one (NTP).`,
  };
}

/** Whether the API stores invoices, whose ids begin with the time of its clock. */
export async function examineIdClock(db: Database, now?: () => number): Promise<Finding | null> {
  const aheadMs = await readClockAhead(db, now);
  if (Math.abs(aheadMs) <= ID_CLOCK_TOLERANCE_MS) return null;
  const { code, message } = new ServiceClockError(aheadMs);
  return { code, sentence: message };
}
