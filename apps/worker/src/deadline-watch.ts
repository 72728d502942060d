// Looks once a minute for offline invoices whose 48 hours run down, and says so aloud.

import type { Database } from '@fiscal/db/connection';
import { raiseDeadlineAlarms } from '@fiscal/db/fiscalization';
import type { DeadlineAlarm } from '@fiscal/db/fiscalization';
import type { Logger } from '@fiscal/runtime';

const EVERY_MS = 60_000;
/** From here on there is little time left to put anything right. */
const URGENT_HOURS = 40;

/** Watches until it is closed. @param onAlarm told of each alarm, once over all workers. */
export function watchDeadlines(options: {
  db: Database;
  logger: Logger;
  onAlarm: (alarm: DeadlineAlarm) => void;
}): { close: () => Promise<void> } {
  const { db, logger, onAlarm } = options;
  let round: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      for (const alarm of await raiseDeadlineAlarms(db)) {
        onAlarm(alarm);
        const level = alarm.hours >= URGENT_HOURS ? 'error' : 'warn';
        logger[level]({ alarm }, `an invoice is not delivered ${alarm.hours} h after its issue`);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the deadlines could not be looked at; they will be');
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
