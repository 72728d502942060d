// Days as people write them: 24.12.2026. in Montenegrin, 24/12/2026 in English. The API has
// 2026-12-24.

/** In the notation of dayjs, with which the calendar writes days. */
export const DAY_FORMAT = { me: 'DD.MM.YYYY.', en: 'DD/MM/YYYY' } as const;

const WRITTEN = /^(\d{1,2})[./\-\s]+(\d{1,2})[./\-\s]+(\d{4}|\d{2})\.?$/;
const OF_API = /^\d{4}-\d{2}-\d{2}$/;

/** `24.12.2026.`, `24/12/26` → `2026-12-24`; null for what is no day of the calendar. */
export function parseDay(text: string): string | null {
  const trimmed = text.trim();
  const [, day = '', month = '', year = ''] = WRITTEN.exec(trimmed) ?? [];
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = OF_API.test(trimmed) ? trimmed : whole;
  return isDay(date) ? date : null;
}

function isDay(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
}
