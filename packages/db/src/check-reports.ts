// `reports --check`: recounts every day that is kept for reports.

import type { Database } from './connection/client.ts';
import { checkReportDays } from './report/reports.ts';

/** @returns what was found, in words. @throws Error naming the days that are wrong. */
export async function checkReportsByHand(db: Database, args: readonly string[]): Promise<string> {
  if (args.length !== 1 || args[0] !== '--check') throw new Error('Use: reports --check');
  const { kept, wrong } = await checkReportDays(db);
  if (wrong.length === 0) return `${kept} days are kept, and each says what its documents say.`;
  const days = wrong.map(({ cashRegisterId, date }) => `${date} of ${cashRegisterId}`);
  throw new Error(
    `${wrong.length} of ${kept} kept days do not say what their documents say: ${days.join(', ')}`,
  );
}
