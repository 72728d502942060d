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

/** Bytes of lines that wait to be written; what comes above is lost. */
const MOST_WAITING = 8 * 1024 * 1024;

let failures = 0;

/** How often standard output has not taken a line, as on a full disk. */
export function countLogFailures(): number {
  return failures;
}

/**
 * One JSON line an event on standard output. Lines that it does not take are written before the
 * next one that it takes: a process works on whose log cannot be written.
 * @param name the process, e.g. `api`.
 */
export function createLogger(options: { name: string; level: string }) {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING });
  output.on('error', () => {
    failures += 1;
  });
  return pino(
    {
      name: options.name,
      level: options.level,
      serializers: { err: errorForLog },
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { pid: process.pid },
    },
    output,
  );
}

/**
 * Without what libraries hang on their errors and is confidential: the command to Redis, which is
 * the password where it is refused, and certificates, which fill pages.
 */
function errorForLog(error: Error): unknown {
  const serialized: unknown = stdSerializers.err(error);
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  const shown: Record<string, unknown> = { ...serialized };
  delete shown.command;
  delete shown.cert;
  return shown;
}
