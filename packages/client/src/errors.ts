import type {
  FailureProblem,
  OutdatedProblem,
  Problem,
  StorageProblem,
  TakenProblem,
  ValidationProblem,
} from './generated/api.ts';

/** The body of an error response; distinguish them by `details`, `remedy` and `stored`. */
export type ErrorBody =
  Problem | ValidationProblem | FailureProblem | StorageProblem | TakenProblem | OutdatedProblem;

/** The service returned an error. */
export class FiscalApiError extends Error {
  readonly code = 'FISCAL_API_ERROR';
  override readonly name = 'FiscalApiError';
  readonly status: number;
  /** Null where something between here and the service responded in its stead. */
  readonly body: ErrorBody | null;
  /** What `Retry-After` says; null where it is absent. */
  readonly retryAfterMs: number | null;

  constructor(status: number, body: ErrorBody | null, retryAfterMs: number | null) {
    super(body === null ? `The response has status ${status}.` : messageOf(body));
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No response came: whether the call was carried out is not known. */
export class FiscalConnectionError extends Error {
  readonly code = 'FISCAL_CONNECTION_ERROR';
  override readonly name = 'FiscalConnectionError';

  constructor(cause: unknown) {
    const message =
      'No response from the fiscal service: check what has happened before you repeat.';
    super(message, { cause });
  }
}

/** The time is up and the outcome is not known; `cause` is the last error, if there was one. */
export class FiscalTimeoutError extends Error {
  readonly code = 'FISCAL_TIMEOUT';
  override readonly name = 'FiscalTimeoutError';

  constructor(cause?: unknown) {
    const message =
      'The outcome is not known yet. Make the same call again, with the same externalId: a new id ' +
      'is a new sale.';
    super(message, { cause });
  }
}

function messageOf(body: ErrorBody): string {
  const more = 'details' in body ? body.details.slice(1).map(({ message }) => message) : [];
  return [body.error, ...more].join(' ');
}
