// Time as the authority sees it: calendar days and years are those of Montenegro.

const PODGORICA = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Podgorica',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function localParts(instant: number): Record<string, string> {
  return Object.fromEntries(
    PODGORICA.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
}

/** Milliseconds since 1970 of an XSD UTCSType text, `2026-07-11T15:51:04+02:00`. */
export function parseInstant(text: string): number {
  return Date.parse(text);
}

/** Calendar day in Montenegro, `2026-07-11`. */
export function localDay(instant: number): string {
  const { year, month, day } = localParts(instant);
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}

/** Calendar year in Montenegro, four digits. */
export function localYear(instant: number): string {
  return localDay(instant).slice(0, 4);
}

/** XSD UTCSType in Montenegrin time with its offset, whole seconds: `2021-10-13T14:22:14+02:00`. */
export function formatInstant(instant: number): string {
  const { year, month, day, hour, minute, second } = localParts(instant);
  const local = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}`;
  const whole = Math.floor(instant / 1000) * 1000;
  const offsetMinutes = Math.round((Date.parse(`${local}Z`) - whole) / 60_000);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${local}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
