// Instants as people in Montenegro read them: always in Podgorica's time, whatever the clock of the
// reader's machine says.

import type { Language } from '../i18n/language.ts';
import { localeOf } from '../i18n/language.ts';

const timeZone = 'Europe/Podgorica';

type Instant = Date | string | number;

const made = new Map<string, Intl.DateTimeFormat>();

// Making a formatter takes far longer than using it, and a list needs the same one a hundred times.
function format(value: Instant, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  let formatter = made.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(localeOf(language), { timeZone, ...options });
    made.set(key, formatter);
  }
  return formatter.format(new Date(value));
}

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `21. nov 2026.`, `21 Nov 2026` */
export function formatDate(value: Instant, language: Language): string {
  return format(value, language, day);
}

/** `21. nov 2026. 14:05` */
export function formatDateTime(value: Instant, language: Language): string {
  return `${format(value, language, day)} ${format(value, language, clock)}`;
}

/** `14:05:09`: of what happens within seconds. */
export function formatTime(value: Instant, language: Language): string {
  return format(value, language, { ...clock, second: '2-digit' });
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `prije 3 minuta`, `in 2 days`: the largest unit of which there is one. */
export function formatRelative(value: Instant, now: Instant, language: Language): string {
  const seconds = Math.round((new Date(value).getTime() - new Date(now).getTime()) / 1000);
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? steps[5];
  const formatter = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  const text = formatter.format(Math.trunc(seconds / size), unit);
  // The browsers' data for Montenegro says it in Serbia's way.
  return language === 'me' ? text.replace(/^pre /, 'prije ') : text;
}

/** `1 d 4 h`, `12 min`, `45 s`: at most two units; a duration is never negative. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
