// The day boundaries that a run passes: an ordinary midnight, New Year, and both nights in which
// Montenegro changes its clocks, at midnight and at the change itself. Always the next ones, so
// that they lie inside the life of the certificates.

/** A moment around which cash is sold. */
export interface DayBoundary {
  name: string;
  at: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The next ones of each kind after `now`, in their order. */
export function dayBoundariesAfter(now: Date): DayBoundary[] {
  // A day's distance, so that none lies before the certificates begin.
  const earliest = now.getTime() + DAY_MS;
  // Summer time is one hour ahead of winter time's UTC+1; both changes are at 01:00 UTC.
  const yearly: Record<string, (year: number) => number> = {
    'New Year': (year) => Date.UTC(year, 0, 1) - HOUR_MS,
    'before summer time': (year) => lastSunday(year, 2) - HOUR_MS,
    'summer time begins': (year) => lastSunday(year, 2) + HOUR_MS,
    'before winter time': (year) => lastSunday(year, 9) - 2 * HOUR_MS,
    'winter time begins': (year) => lastSunday(year, 9) + HOUR_MS,
  };
  const year = now.getUTCFullYear();
  const next = Object.entries(yearly).map(([name, at]) => ({
    name,
    at: new Date(Math.min(...[0, 1, 2].map((n) => at(year + n)).filter((ms) => ms > earliest))),
  }));
  const ordinary = { name: 'an ordinary midnight', at: ordinaryMidnight(earliest) };
  return [ordinary, ...next].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Midnight UTC of the last Sunday of a month, in ms. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** The first midnight in Podgorica after `earliest` that is none of the others. */
function ordinaryMidnight(earliest: number): Date {
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Podgorica',
    hour: '2-digit',
    hourCycle: 'h23',
    day: '2-digit',
    month: '2-digit',
  });
  const isOrdinary = (ms: number) => {
    const parts = Object.fromEntries(
      formatter.formatToParts(ms).map(({ type, value }) => [type, value]),
    );
    const isSunday = new Date(ms + 2 * HOUR_MS).getUTCDay() === 0;
    return parts.hour === '00' && !isSunday && !(parts.day === '01' && parts.month === '01');
  };
  let hour = Math.ceil(earliest / HOUR_MS) * HOUR_MS;
  while (!isOrdinary(hour)) hour += HOUR_MS;
  return new Date(hour);
}
