// The nights in which midnight falls into a run: an ordinary one, New Year, and both nights in which
// Montenegro changes its clocks, at midnight and at the change itself. Always the next ones, so that
// they lie inside the life of the certificates.

/** A moment around which cash is sold. */
export interface Night {
  name: string;
  /** The instant that a run is to live through. */
  at: Date;
  /** Whether a new day begins in Podgorica at that instant. */
  isMidnight: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The next nights of each kind after `now`, in their order. */
export function nightsAfter(now: Date): Night[] {
  // A day's distance, so that no night lies before the certificates begin.
  const earliest = now.getTime() + DAY_MS;
  const nextOf = (dateIn: (year: number) => Date) => {
    const year = now.getUTCFullYear();
    const found = [year, year + 1, year + 2].map(dateIn).find((date) => date.getTime() > earliest);
    if (found === undefined) throw new Error('there is no such night');
    return found;
  };
  // Summer time is one hour ahead of winter time's UTC+1; both changes are at 01:00 UTC.
  const spring = (year: number) => lastSunday(year, 2);
  const autumn = (year: number) => lastSunday(year, 9);
  const nights: Night[] = [
    { name: 'an ordinary night', at: ordinaryMidnight(earliest), isMidnight: true },
    {
      name: 'New Year',
      at: nextOf((year) => new Date(Date.UTC(year, 0, 1) - HOUR_MS)),
      isMidnight: true,
    },
    {
      name: 'before summer time',
      at: nextOf((y) => new Date(spring(y) - HOUR_MS)),
      isMidnight: true,
    },
    {
      name: 'summer time begins',
      at: nextOf((y) => new Date(spring(y) + HOUR_MS)),
      isMidnight: false,
    },
    {
      name: 'before winter time',
      at: nextOf((y) => new Date(autumn(y) - 2 * HOUR_MS)),
      isMidnight: true,
    },
    {
      name: 'winter time begins',
      at: nextOf((y) => new Date(autumn(y) + HOUR_MS)),
      isMidnight: false,
    },
  ];
  return nights.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Midnight UTC of the last Sunday of a month, in ms. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return last.getTime() - last.getUTCDay() * DAY_MS;
}

/** The first midnight in Podgorica after `earliest` that is nothing else. */
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
