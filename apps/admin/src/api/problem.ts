/** One thing that is wrong with a request; `path` names the field (`codes.tcrCode`). */
interface ProblemDetail {
  code?: string;
  path: string;
  message: string;
}

/** Why a call that reached the tax authority failed. */
interface AuthorityFailure {
  efiCode: number | null;
  /** The authority's own words. */
  efiMessage: string | null;
  /** What to do about it. */
  remedy: string | null;
}

/** What the account has for the second step of a sign-in. */
interface SecondFactor {
  totp: boolean;
  /** What a passkey may sign; null without one. */
  passkey: Record<string, unknown> | null;
}

interface ProblemExtras {
  details?: readonly ProblemDetail[];
  requestId?: string | null;
  authority?: AuthorityFailure | null;
  secondFactor?: SecondFactor | null;
  cause?: unknown;
}

/** What the API answers when it refuses, and what is thrown when it does not answer at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** Stable: `SIGN_IN_REFUSED`, `FIELD_INVALID`, …; `UNREACHABLE` when there was no answer. */
  readonly code: string;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly details: readonly ProblemDetail[];
  /** Finds the call in the service's log. */
  readonly requestId: string | null;
  readonly authority: AuthorityFailure | null;
  readonly secondFactor: SecondFactor | null;

  constructor(code: string, status: number, message: string, extras: ProblemExtras = {}) {
    super(message, { cause: extras.cause });
    this.code = code;
    this.status = status;
    this.details = extras.details ?? [];
    this.requestId = extras.requestId ?? null;
    this.authority = extras.authority ?? null;
    this.secondFactor = extras.secondFactor ?? null;
  }
}

/** The body of every error of the API, as far as the panel reads it. */
type ProblemBody = {
  error: string;
  code: string;
  details?: ProblemDetail[];
  secondFactor?: SecondFactor;
} & Partial<AuthorityFailure>;

/** The problem that an error body tells of; a body that is none of ours (a proxy's page) is one, too. */
export function problemOf(text: string, response: Response): ApiProblem {
  const requestId = response.headers.get('X-Request-Id');
  const body = jsonIn(text);
  if (!isProblemBody(body)) {
    return new ApiProblem('UNREADABLE', response.status, `HTTP ${response.status}`, { requestId });
  }
  const { error, code, details = [], secondFactor = null, efiCode, efiMessage, remedy } = body;
  const isFailure = efiCode !== undefined || efiMessage !== undefined || remedy !== undefined;
  return new ApiProblem(code, response.status, error, {
    details,
    requestId,
    secondFactor,
    authority: isFailure
      ? { efiCode: efiCode ?? null, efiMessage: efiMessage ?? null, remedy: remedy ?? null }
      : null,
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'error' in body;
}

/** No answer came: the network, the service or a proxy is away. */
export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem('UNREACHABLE', 0, 'The service did not answer.', { cause });
}

/** Whether an error is this problem. */
export function isProblem(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code;
}
