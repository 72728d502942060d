// Whether what comes in the next months has a place: the workers make it a year ahead.

import type { Database } from '../connection/client.ts';
import { FEWEST_MONTHS_AHEAD, readMonthsAhead } from '../month/stored-months.ts';
import type { Finding } from './finding.ts';

/** Null while every table has its months ahead. */
export async function examineMonths(db: Database): Promise<Finding | null> {
  const months = await readMonthsAhead(db);
  if (months >= FEWEST_MONTHS_AHEAD) return null;
  return {
    code: 'MONTHS_MISSING',
    sentence:
      `The tables of invoices, messages and prints are made for ${months} months after this one, and then ` +
      'nothing can be stored: see why the workers do not make them (their log), or call `months` ' +
      '(docs/data.md#months).',
  };
}
