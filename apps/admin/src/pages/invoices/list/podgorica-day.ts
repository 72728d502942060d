// Days of the filters are days in Podgorica, whatever the reader's clock says; the API takes instants.

const DAY_MS = 86_400_000;

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Podgorica',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** When the day begins. @param day `2026-11-21`. @returns ISO 8601, UTC. */
export function beginOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Clocks are turned at 2 or 3 in the morning, so the offset at midnight UTC, an hour or two into the
  // day, is that of its begin.
  return new Date(midnight - offsetMs(midnight)).toISOString();
}

/** When the day is over: the next one's begin. */
export function endOfDay(day: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return beginOfDay(next);
}

/** How far ahead of UTC the wall clock is at this instant. */
function offsetMs(instant: number): number {
  const parts = Object.fromEntries(
    wallClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}
