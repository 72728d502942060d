import { pino } from 'pino';

/** What every room may ask of a log: pino's own interface. */
export type { Logger } from 'pino';

/** Headers and fields that must never reach a log, wherever they stand in the logged object. */
const SECRET_PATHS = [
  'authorization',
  '*.authorization',
  'req.headers.authorization',
  'password',
  '*.password',
  'privateKey',
  '*.privateKey',
];

/**
 * One JSON line an event on standard output.
 * @param name the process, e.g. `api`.
 */
export function createLogger(options: { name: string; level: string }) {
  return pino({
    name: options.name,
    level: options.level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  });
}
