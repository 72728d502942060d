// What goes wrong in a call of the admin panel, and which HTTP status it is. The bodies have the shape
// of every error of this API (decisions §2).

import type { Issue } from '@fiscal/domain';
import type { Response } from 'express';
import { boundedDetails, sendErrorBody } from './problem-response.ts';
import type { ProblemBody } from './problem-response.ts';

/** Codes of /admin/api. Problems of single fields are `FIELD_INVALID` with `details`. */
export const ADMIN_PROBLEM_STATUS = {
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_REFUSED: 401,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_MISSING: 403,
  CONFIRMATION_REQUIRED: 403,
  CSRF_TOKEN_INVALID: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TCR_CODE_TAKEN: 409,
  FIELD_INVALID: 400,
  QUERY_INVALID: 400,
  MALFORMED_JSON: 400,
  CERTIFICATE_REFUSED: 400,
  GO_LIVE_INCOMPLETE: 409,
  CALL_FAILED: 502,
  CALL_NOT_ANSWERED: 503,
  PDF_NOT_READY: 503,
  MAIL_NOT_SENT: 502,
  TOO_MANY_ATTEMPTS: 429,
  RATE_LIMITED: 429,
} as const;

export type AdminProblemCode = keyof typeof ADMIN_PROBLEM_STATUS;

/** What an answer tells besides the problem itself. */
export type ProblemExtras = Pick<ProblemBody, 'secondFactor'>;

/** Answers with one of the panel's codes. */
export function sendAdminProblem(
  response: Response,
  code: AdminProblemCode,
  error: string,
  details: readonly Issue[] = [],
  extras: ProblemExtras = {},
): void {
  const requestId = response.get('X-Request-Id') ?? '';
  const bounded = details.length > 0 ? boundedDetails(details) : {};
  const body: ProblemBody = { error, code, requestId, ...bounded, ...extras };
  sendErrorBody(response, ADMIN_PROBLEM_STATUS[code], body);
}
