// Rows of the API have only the minutes in which something happened; a chart needs every minute.

const MINUTE_MS = 60_000;

/**
 * Every one of the last minutes, the oldest first, the running one last; null where nothing
 * happened.
 * @param rows by the beginning of their minute, ISO 8601.
 * @param now the reader's clock; a row from a minute later (clocks differ) ends the chart instead.
 */
export function lastMinutes<Row extends { minute: string }>(
  rows: readonly Row[],
  count: number,
  now: Date,
): { at: Date; row: Row | null }[] {
  const byMinute = new Map(rows.map((row) => [minuteOf(new Date(row.minute)), row]));
  const last = Math.max(minuteOf(now), ...byMinute.keys());
  return Array.from({ length: count }, (_, index) => {
    const minute = last - (count - 1 - index);
    return { at: new Date(minute * MINUTE_MS), row: byMinute.get(minute) ?? null };
  });
}

function minuteOf(instant: Date): number {
  return Math.floor(instant.getTime() / MINUTE_MS);
}

/** The end of a scale: the smallest of 1, 2, 5, 10, 20, 50 … that holds the value. */
export function scaleOf(highest: number): number {
  if (highest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 5].find((step) => step * power >= highest) ?? 10) * power;
}
