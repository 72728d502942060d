// What is raised once over all workers, as a log line: offline invoices whose window for delivery ends, once
// a minute, and certificates that are to be renewed, once an hour. The panel shows both to the company.

import { raiseCertificateWarnings } from '@fiscal/db/company';
import { raiseDeadlineAlarms } from '@fiscal/db/fiscalization';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import { URGENT_AFTER_HOURS } from '@fiscal/domain';
import type { WorkContext } from '../work.ts';

const DEADLINES_EVERY_MS = 60_000;
const CERTIFICATES_EVERY_MS = 60 * 60_000;
/** From here on a successor of a certificate has to be ordered at once. */
const URGENT_DAYS = 7;

type AlarmContext = Pick<WorkContext, 'db' | 'logger'>;

/** A watch that goes on until it is closed. */
export interface Watch {
  close: () => Promise<void>;
}

/** @param onAlarm called with each alarm. */
export function watchDeadlines(
  { db, logger }: AlarmContext,
  onAlarm: (alarm: DeadlineAlarm) => void,
): Watch {
  return repeat(DEADLINES_EVERY_MS, async () => {
    try {
      for (const alarm of await raiseDeadlineAlarms(db)) {
        onAlarm(alarm);
        const level = alarm.hours >= URGENT_AFTER_HOURS ? 'error' : 'warn';
        logger[level]({ alarm }, `an invoice is not delivered ${alarm.hours} h after its issue`);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the deadlines could not be read; they will be');
    }
  });
}

/** Warns of certificates that expire. */
export function watchCertificates({
  db,
  logger,
  clock,
}: AlarmContext & Pick<WorkContext, 'clock'>): Watch {
  return repeat(CERTIFICATES_EVERY_MS, async () => {
    try {
      for (const warning of await raiseCertificateWarnings(db, clock())) {
        const level = warning.days <= URGENT_DAYS ? 'error' : 'warn';
        const state = warning.days === 0 ? 'has expired' : `expires within ${warning.days} days`;
        logger[level]({ warning }, `a certificate ${state}`);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the certificates could not be read; they will be');
    }
  });
}

/** Looks at once and then at intervals. @param look never rejects. */
function repeat(everyMs: number, look: () => Promise<void>): Watch {
  let round = look();
  const timer = setInterval(() => {
    round = look();
  }, everyMs);
  return {
    async close() {
      clearInterval(timer);
      await round;
    },
  };
}
