// Looks once an hour for certificates that are to be renewed, and says so aloud. The panel shows the
// same to the company itself; the audit log keeps when it was said.

import { raiseCertificateWarnings } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';

const EVERY_MS = 60 * 60_000;
/** From here on a successor has to be ordered at once. */
const URGENT_DAYS = 7;

/** Watches until it is closed; each warning is given once over all workers. */
export function watchCertificates(options: { db: Database; logger: Logger; clock: () => Date }): {
  close: () => Promise<void>;
} {
  const { db, logger, clock } = options;
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      for (const warning of await raiseCertificateWarnings(db, clock())) {
        const level = warning.days <= URGENT_DAYS ? 'error' : 'warn';
        logger[level]({ warning }, `a certificate ${stateOf(warning.days)}`);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the certificates could not be looked at; they will be');
    }
  }
  const timer = setInterval(() => {
    round = look();
  }, EVERY_MS);
  round = look();
  return {
    async close() {
      clearInterval(timer);
      await round;
    },
  };
}

function stateOf(days: number): string {
  return days === 0 ? 'has expired' : `expires within ${days} days`;
}
