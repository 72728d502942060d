// Has the months made in which the next invoices, messages and prints are stored, a year ahead.

import { makeMonths } from '@fiscal/db/month';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

const EVERY_MS = 60 * 60_000;

/** Makes what is missing, over all workers one at a time, until it is closed. */
export function keepMonthsAhead({ db, logger }: WorkContext) {
  return repeat(
    EVERY_MS,
    async () => {
      await makeMonths(db);
    },
    (err) => logger.warn({ err }, 'the next months could not be made; they will be'),
  );
}
