import type { Logger } from '../logger.ts';
import type { Shutdown } from '../shutdown.ts';
import type { Doctor } from './doctor.ts';

/**
 * Makes the checks of a start. A process whose store was away then ends later, where the store
 * shows that a setting is wrong. @throws ConfigurationError with a sentence for each wrong setting
 * that is known now.
 */
export async function examineStart(
  doctor: Pick<Doctor, 'examineAtStart' | 'examineUnknown'>,
  { logger, shutdown }: { logger: Logger; shutdown: Shutdown },
): Promise<void> {
  const warn = (error: Error) => logger.warn({ err: error }, 'a check of this start');
  await doctor.examineAtStart(warn);
  const end = (sentences: string) => {
    logger.fatal(sentences);
    void shutdown.end('a wrong setting', 1);
  };
  shutdown.onClose('checks', doctor.examineUnknown({ end, warn }));
}
