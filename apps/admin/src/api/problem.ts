/** One thing that is wrong with a request; `path` names the field (`codes.tcrCode`). */
interface ProblemDetail {
  code?: string;
  path: string;
  message: string;
}

/**
 * Why a call that reached the tax authority failed: its code, its own words, and what to do about
 * it.
 */
interface AuthorityFailure {
  efiCode: number | null;
  efiMessage: string | null;
  /** What to do, as a key of the texts. */
  remedyKey: string | null;
}

/** With CHANGED_MEANWHILE, by field: who changed it last; null for the operator or the service. */
export interface FieldChange {
  path: string;
  by: string | null;
  at: string;
}

/** What the account has for the second step of a sign-in. */
interface SecondFactor {
  totp: boolean;
  /** What a passkey may sign; null without one. */
  passkey: Record<string, unknown> | null;
}

/** The body of every error of the API, as far as the panel reads it. */
interface ProblemBody extends Partial<AuthorityFailure> {
  error: string;
  code: string;
  details?: ProblemDetail[];
  secondFactor?: SecondFactor;
  current?: object;
  changes?: FieldChange[];
}

/** An error response of the API; and what is thrown when there was no response at all. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** Stable: `SIGN_IN_REFUSED`, `FIELD_INVALID`, …; `UNREACHABLE` without a response. */
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly details: readonly ProblemDetail[];
  /** Finds the call in the service's log. */
  readonly requestId: string | null;
  readonly authority: AuthorityFailure | null;
  readonly secondFactor: SecondFactor | null;
  /** How the thing is now that somebody else has changed meanwhile. */
  readonly current: object | null;
  readonly changes: readonly FieldChange[];

  constructor(
    { code, error, details = [], secondFactor, current, changes = [], ...authority }: ProblemBody,
    {
      status,
      requestId = null,
      cause,
    }: { status: number; requestId?: string | null } & ErrorOptions,
  ) {
    super(error, { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.secondFactor = secondFactor ?? null;
    this.current = current ?? null;
    this.changes = changes;
    const { efiCode, efiMessage, remedyKey } = authority;
    const isOfAuthority = [efiCode, efiMessage, remedyKey].some((value) => value !== undefined);
    this.authority = isOfAuthority
      ? { efiCode: efiCode ?? null, efiMessage: efiMessage ?? null, remedyKey: remedyKey ?? null }
      : null;
  }
}

/** The problem of an error response; a body that is none of ours (a proxy's page) is one, too. */
export function problemOf(text: string, { headers, status }: Response): ApiProblem {
  const body = bodyIn(text) ?? { code: 'UNREADABLE', error: `HTTP ${status}` };
  return new ApiProblem(body, { status, requestId: headers.get('X-Request-Id') });
}

function bodyIn(text: string): ProblemBody | null {
  try {
    const body = JSON.parse(text) as Partial<ProblemBody> | null;
    return body?.code !== undefined && body.error !== undefined ? (body as ProblemBody) : null;
  } catch {
    return null;
  }
}

/** No response came: the network, the service or a proxy is away. */
export function unreachable(cause: unknown): ApiProblem {
  const body = { code: 'UNREACHABLE', error: 'The service did not respond.' };
  return new ApiProblem(body, { status: 0, cause });
}

export function isProblem(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code;
}
