// Ends a process in an orderly way. Whatever is opened registers how it is closed; closing happens
// in the reverse order of opening, once, whatever signal or failure asked for it.

import type { Logger } from './logger.ts';

interface Closer {
  what: string;
  close: () => Promise<void> | void;
}

/** Where a process registers what it has opened. */
export interface Shutdown {
  /** Registers how something is closed; the last registered is closed first. */
  onClose(what: string, close: () => Promise<void> | void): void;
  /**
   * Closes everything and ends the process with the exit code. Further calls change nothing.
   * @param withinMs less patience than usual, for a process that must be replaced soon.
   */
  end(reason: string, exitCode?: number, withinMs?: number): Promise<void>;
}

/** How a process ends. */
interface ShutdownOptions {
  logger: Logger;
  /** How long closing may take before the process is ended all the same. */
  graceMs: number;
  /**
   * Called with an unhandled rejection; without it the process ends. Only
   * what serves many callers continues: the function that broke has ended, nothing else was
   * interrupted. A loop that ends so would otherwise stop unnoticed.
   */
  onUnhandledRejection?: (error: unknown) => void;
}

/**
 * Listens for SIGTERM and SIGINT and for uncaught errors; each ends the process. Also
 * after such an error what is in progress is closed in order first: an exception may have
 * interrupted a library halfway, so that nothing new may be begun, but calls in progress are
 * completed.
 */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger, graceMs, onUnhandledRejection } = options;
  const closers: Closer[] = [];
  let ending = false;

  async function end(reason: string, exitCode = 0, withinMs = graceMs): Promise<void> {
    if (ending) return;
    ending = true;
    logger.info({ reason }, 'ending');
    const force = setTimeout(() => {
      logger.error({ withinMs }, 'closing took too long');
      process.exit(exitCode === 0 ? 1 : exitCode);
    }, withinMs);
    force.unref();
    for (const { what, close } of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        logger.error({ err: error, what }, 'could not be closed');
      }
    }
    logger.info('ended');
    process.exit(exitCode);
  }

  const onSignal = (signal: NodeJS.Signals) => void end(signal);
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const onFatal = (error: unknown) => {
    logger.fatal({ err: error }, 'an uncaught error');
    void end('fatal error', 1);
  };
  process.on('uncaughtException', onFatal);
  process.on('unhandledRejection', onUnhandledRejection ?? onFatal);

  return { onClose: (what, close) => void closers.push({ what, close }), end };
}
