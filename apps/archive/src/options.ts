// What the command `archive` was asked to do.

import { parseArgs } from 'node:util';
import { localDateOf } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';

const USAGE = `Use: archive --to <folder>, and
  --company <TIN or id> or --all
  --day 2026-11-22 or --days 4, the days before today; without either the seals are only compared
  --environment test (live otherwise)
  --again, to seal days once more where there is more of them, or where they are lost or spoilt
with DATABASE_URL of the API and ARCHIVE_SIGNING_KEY.`;

export interface ArchiveOptions {
  to: string;
  /** Null for all of them. */
  company: string | null;
  environment: Environment;
  /** `YYYY-MM-DD`, the earliest first. */
  days: string[];
  isAgain: boolean;
}

const DAY_MS = 24 * 3_600_000;

/** @throws Error in words, which ends with how to use it */
export function readOptions(args: readonly string[], now: Date): ArchiveOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      company: { type: 'string' },
      all: { type: 'boolean', default: false },
      day: { type: 'string' },
      days: { type: 'string' },
      environment: { type: 'string', default: 'live' },
      again: { type: 'boolean', default: false },
    },
  });
  const { to, company, all, day, days, environment, again } = values;
  if (environment !== 'live' && environment !== 'test') throw new Error(USAGE);
  if (!to || all === (company !== undefined) || (day && days)) throw new Error(USAGE);
  const today = localDateOf(now);
  return {
    to,
    company: company ?? null,
    environment,
    isAgain: again,
    days: day ? [pastDay(day, today)] : daysBefore(today, Number(days ?? 0)),
  };
}

function pastDay(day: string, today: string): string {
  const time = Date.parse(day);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  if (!isDay) throw new Error(`--day ${day} is no day.\n${USAGE}`);
  if (day >= today) throw new Error(`${day} is not over yet in Podgorica.`);
  return day;
}

function daysBefore(today: string, count: number): string[] {
  if (!Number.isInteger(count) || count < 0) throw new Error(USAGE);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(today) - (count - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
