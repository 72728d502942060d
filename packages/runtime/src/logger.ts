import { pino, stdSerializers } from 'pino';

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
    serializers: { err: errorForLog },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
  });
}

/**
 * Without what libraries hang on their errors and nobody may read: the command to Redis, which is the
 * password where it is refused, and certificates, which fill pages.
 */
function errorForLog(error: Error): unknown {
  const serialized: unknown = stdSerializers.err(error);
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  const shown: Record<string, unknown> = { ...serialized };
  delete shown.command;
  delete shown.cert;
  return shown;
}
