// How a call is refused: the one shape of every error body (decisions §2), made from a code, which
// has its HTTP status in the table of problems. Handlers return a refusal, guards send it.

import { FAILURES } from '@fiscal/domain';
import type { Failure, Issue, RemedyKey } from '@fiscal/domain';
import type { Response } from 'express';
import { PROBLEMS } from './problems.ts';
import type { ProblemCode } from './problems.ts';
import { noteProblem } from '../request/request-log.ts';

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
  /** Of the panel: what to do, as a key of its texts. */
  remedyKey?: RemedyKey;
  invoiceId?: string;
  /** With EXTERNAL_ID_TAKEN: the withdrawal that has the id. */
  withdrawalId?: string;
  /** With EXTERNAL_ID_TAKEN: of the invoice or withdrawal that has the id. */
  status?: string;
  /** With EXTERNAL_ID_TAKEN: paths at which the calls differ. */
  differs?: string[];
  /** With CURSOR_OUTDATED: from where to go on. */
  from?: string;
  stored?: Stored;
  /** With CHANGED_MEANWHILE: how it is now, and by field who changed it last. */
  current?: object;
  changes?: { path: string; by: string | null; at: string }[];
  /**
   * With SECOND_FACTOR_REQUIRED of the panel: what the account has; options to sign with a passkey.
   */
  secondFactor?: { totp: boolean; passkey: object | null };
}

/**
 * Whether a call that the storage failed has stored what it was to store, as far as it is known.
 */
export const STORED = ['no', 'unknown', 'yes'] as const;
/** What became of the write of a call that failed. */
export type Stored = (typeof STORED)[number];

/** An error that is to be returned. */
export interface Refusal {
  kind: 'refusal';
  status: number;
  body: Omit<ProblemBody, 'requestId'>;
}

type More = Omit<ProblemBody, 'error' | 'code' | 'requestId' | 'details'> & {
  /** Single problems, all at once; too many are counted. */
  details?: readonly Issue[];
};

/** @param error one readable sentence. */
export function refuse(code: ProblemCode, error: string, { details, ...more }: More = {}): Refusal {
  const bounded = details === undefined || details.length === 0 ? {} : boundedDetails(details);
  return {
    kind: 'refusal',
    status: PROBLEMS[code].status,
    body: { error, code, ...bounded, ...more },
  };
}

/** 404 about one thing: `invoice`, `cash register`. */
export function noSuch(what: string): Refusal {
  return refuse('NOT_FOUND', `There is no such ${what}.`);
}

/** 400 of the panel about one field. */
export function refuseField(path: string, message: string, code = 'FIELD_INVALID'): Refusal {
  return refuse('FIELD_INVALID', message, { details: [{ code, path, message }] });
}

/**
 * 400 with all problems of a payload; code and sentence are those of the first.
 * @param invoiceId of the stored invoice that they are of; absent where nothing is stored.
 */
export function refuseIssues(issues: readonly Issue[], invoiceId?: string): Refusal {
  const bounded = boundedDetails(issues);
  const [first] = bounded.details;
  if (!first) throw new Error('there is no issue to report');
  return {
    kind: 'refusal',
    status: 400,
    body: {
      error: first.message,
      code: first.code,
      ...bounded,
      ...(invoiceId === undefined ? {} : { invoiceId }),
    },
  };
}

/**
 * The failure body of a call that waited for the authority. Spec, Errors.
 * @param invoiceId of the stored invoice, which the client fiscalizes again and never creates
 * again.
 */
export function refuseFailure(failure: Failure, invoiceId?: string): Refusal {
  const known = invoiceId === undefined ? {} : { invoiceId };
  return {
    kind: 'refusal',
    status: FAILURES[failure.code].status,
    body: { ...failure, ...known },
  };
}

/** The most problems that one response names. */
export const MOST_PROBLEMS = 100;
/** Longer texts are cut: a response does not send back what was sent. */
const LONGEST_TEXT = 500;

/** The first problems, and how many more there are: a response is small, whatever was sent. */
function boundedDetails(issues: readonly Issue[]) {
  const details = issues.slice(0, MOST_PROBLEMS).map(({ code, path, message, ...more }) => ({
    code,
    path: shortened(path),
    message: shortened(message),
    ...more,
  }));
  const omitted = issues.length - details.length;
  return omitted === 0 ? { details } : { details, detailsOmitted: omitted };
}

/** Cut with an ellipsis where it has more characters than `longest`. */
export function shortened(text: string, longest = LONGEST_TEXT): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

/**
 * Writes a refusal, without an ETag: it is no version of anything that could be asked for again.
 */
export function sendRefusal(response: Response, { status, body }: Refusal): void {
  noteProblem(response, body.code);
  const requestId = response.get('X-Request-Id') ?? '';
  response
    .status(status)
    .type('json')
    .end(JSON.stringify({ ...body, requestId }));
}

/** As `refuse`, sent at once. */
export function sendProblem(response: Response, ...problem: Parameters<typeof refuse>): void {
  sendRefusal(response, refuse(...problem));
}
