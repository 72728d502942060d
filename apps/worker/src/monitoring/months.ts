// What is kept up once an hour: months are made a year ahead in which invoices, messages and prints
// are stored, and reports whose call has ended midway are deleted.

import { makeMonths } from '@fiscal/db/month';
import { deleteOldReportPrints } from '@fiscal/db/print';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

const EVERY_MS = 60 * 60_000;

/** Makes what is missing, over all workers one at a time, until it is closed. */
export function keepMonthsAhead({ db, logger }: WorkContext) {
  return repeat(
    EVERY_MS,
    async () => {
      await deleteOldReportPrints(db);
      await makeMonths(db);
    },
    (err) => logger.warn({ err }, 'the next months could not be made; they will be'),
  );
}
