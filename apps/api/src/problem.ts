// What goes wrong, as HTTP tells it. This is the only place that knows which code is which status;
// every body has the shape of decisions §2.

import type { Issue } from '@fiscal/domain';
import type { Failure } from '@fiscal/db/invoice';
import type { Response } from 'express';
import { noteProblem } from './refusal-metrics.ts';

/** Codes of the API itself. Codes of single fields (ISSUE_CODES of the domain) are always 400. */
export const PROBLEM_STATUS = {
  INVALID_API_KEY: 401,
  COMPANY_PAUSED: 403,
  ENVIRONMENT_MISMATCH: 403,
  LIVE_ENDPOINT_MISSING: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CASH_REGISTER_MISSING: 409,
  PDF_NOT_AVAILABLE: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  MALFORMED_JSON: 400,
  BODY_NOT_AN_OBJECT: 400,
  FIELD_REQUIRED: 400,
  FIELD_TYPE_INVALID: 400,
  QUERY_INVALID: 400,
  TYPE_OF_INVOICE_NOT_CASH: 400,
  INTERNAL_ERROR: 500,
  PDF_NOT_READY: 503,
  CALL_NOT_ANSWERED: 503,
  STORAGE_UNAVAILABLE: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;

/** Codes of a failed fiscalization, as a waiting call answers them. Spec, Errors. */
export const FAILURE_STATUS = {
  INITIAL_DEPOSIT_FAILED: 400,
  EFI_REFUSED: 400,
  ORDER_NUMBER_TAKEN: 400,
  ORDER_NUMBER_TOO_FAR: 400,
  MESSAGE_TOO_LARGE: 400,
  TCR_NOT_REGISTERED: 400,
  TCR_CODE_TAKEN: 409,
  REQUEST_NOT_VALID: 500,
  EFI_SIGNATURE_REFUSED: 500,
  EFI_CLOCK_REFUSED: 500,
  CLOCK_WRONG: 500,
  CERTIFICATE_ERROR: 500,
  EFI_UNAVAILABLE: 500,
} as const;

/** The body of every error. */
export interface ProblemBody {
  error: string;
  code: string;
  requestId: string;
  details?: Issue[];
  /** How many problems there are beside `details`; absent where `details` are all. */
  detailsOmitted?: number;
  tcrCode?: string | null;
  efiCode?: number | null;
  efiMessage?: string | null;
  retryable?: boolean;
  remedy?: string | null;
  invoiceId?: string;
  stored?: Stored;
  /** With SECOND_FACTOR_REQUIRED of the panel: what the account has; options to sign with a passkey. */
  secondFactor?: { totp: boolean; passkey: object | null };
}

/** Whether a call that the storage failed has stored what it was to store, as far as it is known. */
export const STORED = ['no', 'unknown', 'yes'] as const;
export type Stored = (typeof STORED)[number];

/** Answers with one of the API's own codes. */
export function sendProblem(response: Response, code: ProblemCode, error: string): void {
  send(response, PROBLEM_STATUS[code], { error, code });
}

/** Answers 400 with all problems; the first one is the readable one. */
export function sendIssues(response: Response, issues: readonly Issue[]): void {
  const bounded = boundedDetails(issues);
  const [first] = bounded.details;
  if (!first) throw new Error('there is no issue to report');
  send(response, 400, { error: first.message, code: first.code, ...bounded });
}

/** The most problems that one answer names. */
export const MOST_PROBLEMS = 100;
/** Longer texts are cut: an answer does not send back what was sent. */
const LONGEST_TEXT = 500;

/** The first problems, and how many more there are: an answer is small, whatever was sent. */
export function boundedDetails(
  issues: readonly Issue[],
): Required<Pick<ProblemBody, 'details'>> & Pick<ProblemBody, 'detailsOmitted'> {
  const details = issues.slice(0, MOST_PROBLEMS).map(({ code, path, message }) => ({
    code,
    path: shortened(path),
    message: shortened(message),
  }));
  const omitted = issues.length - details.length;
  return omitted === 0 ? { details } : { details, detailsOmitted: omitted };
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed()}…`;
}

/** Answers a waiting call whose invoice has failed: the client repeats fiscalize, never the create. */
export function sendFailure(response: Response, failure: Failure, invoiceId: string): void {
  send(response, statusOf(failure), { ...failure, invoiceId });
}

/** Answers an onboarding call that the authority has refused, or could not be asked. */
export function sendRefusal(response: Response, failure: Failure): void {
  send(response, statusOf(failure), failure);
}

/** Answers a call during which the storage went away. */
export function sendStorageProblem(
  response: Response,
  problem: { error: string; stored: Stored; invoiceId?: string },
): void {
  const code = 'STORAGE_UNAVAILABLE';
  send(response, PROBLEM_STATUS[code], { code, ...problem });
}

function statusOf({ code }: Failure): number {
  return isFailureCode(code) ? FAILURE_STATUS[code] : 500;
}

function send(response: Response, status: number, body: Omit<ProblemBody, 'requestId'>): void {
  sendErrorBody(response, status, { ...body, requestId: response.get('X-Request-Id') ?? '' });
}

/** Writes an error without an ETag: it is no version of anything that could be asked for again. */
export function sendErrorBody(response: Response, status: number, body: ProblemBody): void {
  noteProblem(response, body.code);
  response.status(status).type('json').end(JSON.stringify(body));
}

function isFailureCode(code: string): code is keyof typeof FAILURE_STATUS {
  return Object.hasOwn(FAILURE_STATUS, code);
}
