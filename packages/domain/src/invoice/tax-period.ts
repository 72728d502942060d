import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { localDateOf } from '../local-time.ts';

const MONTH = /^(0[1-9]|1[0-2])\/(\d{4})$/;

/** What is wrong with a tax period: a month, `11/2026`, not after next month in Podgorica. */
export function validateTaxPeriod(taxPeriod: string, now: Date): Issue[] {
  const [year, month] = localDateOf(now).split('-').map(Number) as [number, number];
  const match = MONTH.exec(taxPeriod);
  const isSoonEnough = (Number(match?.[2]) - year) * 12 + Number(match?.[1]) - month <= 1;
  if (match !== null && isSoonEnough) return [];
  const message = 'taxPeriod must be a month like 11/2026, and not after next month.';
  return [issue('TAX_PERIOD_INVALID', 'taxPeriod', message)];
}
