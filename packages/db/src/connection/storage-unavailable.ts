// PostgreSQL cannot be used: it is away, starting, stopping, full, overloaded, or a standby that
// only reads. Everything that can be thrown then is distinguished here, once, from an error of
// the statement. What matters to the caller of a write is whether it can have taken effect.

const CODE = 'STORAGE_UNAVAILABLE';

/** PostgreSQL cannot be used now; `cause` is what was thrown. */
export class StorageUnavailableError extends Error {
  readonly code = CODE;
  /**
   * False where the statement, or the transaction it belongs to, has certainly not taken effect;
   * true where it was sent and no result came.
   */
  readonly mayHaveStored: boolean;

  constructor(mayHaveStored: boolean, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`PostgreSQL cannot be used now: ${reason}`, { cause });
    this.name = 'StorageUnavailableError';
    this.mayHaveStored = mayHaveStored;
  }
}

/**
 * SQLSTATEs that say nothing against the statement (PostgreSQL, Appendix A): 08 connection
 * exception, 53 insufficient resources (full disk, too many connections), 58 system error, 57P01 to
 * 57P05 shutdown and start, 57014 the statement's time is up, 55P03 that of a lock, 25006 a standby
 * that only reads.
 */
const UNAVAILABLE_STATES = /^(?:08...|53...|58...|57P0[1-5]|57014|55P03|25006)$/;

/** Codes of the operating system for a line that broke or could not be had. */
const BROKEN_LINE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** The same as Prisma's adapter calls it. */
const PRISMA_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);

/** What pg throws without a code; Prisma puts words of its own before it. */
const BROKEN_LINE_WORDS =
  /^(?:Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/m;

/** Prisma: not reached, timed out, connection closed, no free connection, no transaction begun. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028']);

interface Thrown {
  code?: unknown;
  /** Prisma's adapter keeps PostgreSQL's own code here. */
  originalCode?: unknown;
  kind?: unknown;
  syscall?: unknown;
  severity?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown } | undefined;
}

/**
 * The error as StorageUnavailableError if that is what it comes from, however deep; else null.
 * @param error whatever a statement has thrown, through Prisma or not.
 */
export function storageUnavailabilityOf(error: unknown): StorageUnavailableError | null {
  let thrown = error;
  while (typeof thrown === 'object' && thrown !== null) {
    if (thrown instanceof StorageUnavailableError) return thrown;
    const one: Thrown = thrown;
    if (isUnavailable(one)) return new StorageUnavailableError(mayHaveStored(one), error);
    thrown = one.meta?.driverAdapterError ?? one.cause;
  }
  return null;
}

function isUnavailable({ code, originalCode, kind, syscall, message }: Thrown): boolean {
  if (typeof kind === 'string' && PRISMA_KINDS.has(kind)) return true;
  const state = originalCode ?? code;
  if (typeof state === 'string') {
    if (state === CODE || PRISMA_CODES.has(state) || UNAVAILABLE_STATES.test(state)) return true;
    // A file that is missing has these codes, too: there the call was another one.
    if (BROKEN_LINE.has(state)) return isOfLine(syscall);
  }
  return typeof message === 'string' && BROKEN_LINE_WORDS.test(message);
}

function isOfLine(syscall: unknown): boolean {
  return typeof syscall === 'string' && /^(?:connect|read|write|getaddrinfo)/.test(syscall);
}

/**
 * An ERROR undoes its statement; after a FATAL one, or none at all, it is unknown. Of our own
 * error Prisma keeps the code alone: it comes from the pool, which had no connection.
 */
function mayHaveStored({ code, severity }: Thrown): boolean {
  return severity !== 'ERROR' && code !== CODE;
}
