// Legal time is the time of Podgorica: it is written into the IIC and decides the year of a number
// and the day of a deposit. No clock is read here; instants come in as arguments.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Making a formatter costs a thousand times more than using it.
const OFFSET_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Podgorica',
  timeZoneName: 'longOffset',
});

// Asking Intl is the slow part, and the clock changes only on a whole hour of UTC, so the results
// for the hours last asked about are kept: a sale needs that of its issue and that of its deadline.
const offsets = new Map<number, string>();
const OFFSETS_MAX = 1_000;

/** The offset of Podgorica from UTC at the instant: `+02:00`. */
function offsetAt(instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts = OFFSET_FORMAT.formatToParts(instant);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const offset = name.slice('GMT'.length) || '+00:00';
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/**
 * XSD IssueDateTime of the instant: Podgorica time with its offset, milliseconds dropped,
 * `2026-07-11T15:51:04+02:00`. Throws RangeError on an invalid Date.
 */
export function issueDateTimeOf(instant: Date): string {
  const offset = offsetAt(instant);
  const sign = offset.startsWith('-') ? -1 : 1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const local = new Date(instant.getTime() + sign * minutes * MINUTE_MS);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length) + offset;
}

/** The day in Podgorica: `2026-07-11`. Deposits and payment deadlines are by this day. */
export function localDateOf(instant: Date): string {
  return issueDateTimeOf(instant).slice(0, 'YYYY-MM-DD'.length);
}

/**
 * The day in Podgorica that the instant belongs to, from its first instant up to that of the next
 * day: 23, 24 or 25 hours.
 */
export function localDayOf(instant: Date): { from: Date; to: Date } {
  const date = localDateOf(instant);
  const next = new Date(Date.parse(date) + 24 * HOUR_MS).toISOString();
  return { from: midnightOf(date), to: midnightOf(next.slice(0, 'YYYY-MM-DD'.length)) };
}

/** The clock changes at 01:00 UTC, so the offset of an hour before is that of midnight, too. */
function midnightOf(date: string): Date {
  const utc = Date.parse(date);
  return new Date(`${date}T00:00:00${offsetAt(new Date(utc - HOUR_MS))}`);
}

/** The calendar year in Podgorica, by which ordinals are counted. Decisions §6. */
export function localYearOf(instant: Date): number {
  return Number(issueDateTimeOf(instant).slice(0, 'YYYY'.length));
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The instant of an ISO 8601 date-time with a zone (`Z`, `+02:00`, `+0200`), to the millisecond;
 * without a zone it is UTC, as the contract says of its date-times. Null if the text is none, names
 * a day or time that does not exist, or lies outside the years 1900 to 9998, whose local dates
 * always have four digits of year.
 */
export function parseInstant(text: string): Date | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  if (Number(year) < 1900 || Number(year) > 9998) return null;

  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const millisecond = fraction.padEnd(3, '0').slice(0, 3);
  const wallTime = new Date(`${wall}.${millisecond}Z`);
  // Date moves 30 February to March instead of refusing it, so what it made of it is compared.
  if (Number.isNaN(wallTime.getTime()) || !wallTime.toISOString().startsWith(wall)) return null;

  const offset = offsetMinutes(zone);
  return offset === null ? null : new Date(wallTime.getTime() - offset * MINUTE_MS);
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
