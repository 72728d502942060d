// What is raised once over all workers, as a log line: offline invoices and withdrawals whose
// window for delivery ends, once a minute, and certificates that are to be renewed, once an hour.
// The panel shows both to the company.

import { raiseCertificateWarnings } from '@fiscal/db/company';
import { raiseDeadlineAlarms } from '@fiscal/db/fiscalization';
import { URGENT_AFTER_HOURS } from '@fiscal/domain';
import { repeat } from '../repeat.ts';
import type { WorkContext } from '../work/work.ts';

const DEADLINES_EVERY_MS = 60_000;
const CERTIFICATES_EVERY_MS = 60 * 60_000;
/** From here on a successor of a certificate has to be ordered at once. */
const URGENT_DAYS = 7;

/** Emits each alarm, until it is closed. */
export function watchDeadlines({ db, logger, events }: WorkContext) {
  const raise = async () => {
    for (const alarm of await raiseDeadlineAlarms(db)) {
      events.emit('alarm', alarm);
      const level = alarm.hours >= URGENT_AFTER_HOURS ? 'error' : 'warn';
      const what = alarm.withdrawalId === undefined ? 'an invoice' : 'a withdrawal';
      logger[level]({ alarm }, `${what} is not delivered ${alarm.hours} h after its time`);
    }
  };
  return repeat(DEADLINES_EVERY_MS, raise, (err) =>
    logger.warn({ err }, 'the deadlines could not be read; they will be'),
  );
}

/** Warns of certificates that expire, until it is closed. */
export function watchCertificates({ db, logger, clock }: WorkContext) {
  const raise = async () => {
    for (const warning of await raiseCertificateWarnings(db, clock())) {
      const level = warning.days <= URGENT_DAYS ? 'error' : 'warn';
      const state = warning.days === 0 ? 'has expired' : `expires within ${warning.days} days`;
      logger[level]({ warning }, `a certificate ${state}`);
    }
  };
  return repeat(CERTIFICATES_EVERY_MS, raise, (err) =>
    logger.warn({ err }, 'the certificates could not be read; they will be'),
  );
}
