// Days of the calendar in Podgorica as the instants that the API filters by.

const offsets = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Podgorica',
  timeZoneName: 'longOffset',
});

/** `+01:00` or `+02:00`. */
function offsetAt(instant: Date): string {
  const part = offsets.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
  return part?.value.replace('GMT', '') ?? '+01:00';
}

/** The first instant of a day (`2026-11-21`). Clocks are changed after midnight, never at it. */
export function dayStart(day: string): string {
  const offset = offsetAt(new Date(`${day}T00:00:00+01:30`));
  return new Date(`${day}T00:00:00${offset}`).toISOString();
}

/** The first instant of the day after it. */
export function dayEnd(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return dayStart(next.toISOString().slice(0, 10));
}

// Sweden writes a day as ISO 8601 does.
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Podgorica' });

/** The day of an instant: `2026-11-21`. */
export function podgoricaDay(instant: Date): string {
  return days.format(instant);
}

/** The day before. */
export function dayBefore(day: string): string {
  return podgoricaDay(new Date(new Date(dayStart(day)).getTime() - 1));
}
