// Responses, headers and parameters that several operations share.

import { FAILURE_CODES, FAILURES } from '@fiscal/domain';
import { PROBLEMS } from '../http/refusal/problems.ts';
import { reference } from './component-schemas.ts';
import { FAILURE_EXAMPLES, PROBLEM_EXAMPLES, QUERY_EXAMPLES } from './error-examples.ts';
import type { ErrorExample, ExampledProblem } from './error-examples.ts';
import { outdatedProblem, storageProblem, takenProblem } from './problem-schemas.ts';

/** Headers by name, as a response lists them. */
type Headers = Record<string, object>;

const ETAG = 'W/"5b3-Z5YhoKTEUHqqVyfZdn0kf+pj/c8"';

export const HEADERS = {
  'X-Request-Id': header(
    'Id of this request: name it when you ask for help. It is the `X-Request-Id` of the call where that has ' +
      '8 to 128 letters, digits and `_.:-`, else a UUID.',
    '01a1fc55-2cdf-73ef-aa77-43205231e756',
    { type: 'string', minLength: 8, maxLength: 128 },
  ),
  Location: header(
    'Where the invoice can be read.',
    '/api/invoices/01a1fc55-2af3-773d-a66b-45a24cfcd927',
  ),
  'Retry-After': header('Seconds to wait before the next call.', 1, { type: 'integer' }),
  ETag: header('Version of the response, for `If-None-Match`.', ETAG),
  'Preference-Applied': header('How long the call was ready to wait (RFC 7240).', 'wait=10'),
  'Content-Disposition': header(
    'File name: the invoice number with `-` for `/`, or report, TCR code and days.',
    'inline; filename="sh382rp151-1-2026-ia414gd659.pdf"',
  ),
  RateLimit: header(
    'Calls that remain (`r`), seconds until all are back (`t`).',
    '"writes";r=599;t=60',
  ),
  'RateLimit-Policy': header(
    'Calls allowed (`q`) in a window of seconds (`w`).',
    '"writes";q=600;w=60',
  ),
  'WWW-Authenticate': header('The scheme to authenticate with.', 'Bearer'),
  'Idempotent-Replayed': header(
    '`true` where the same call with its `externalId` was accepted before.',
    'true',
  ),
  Allow: header('The methods that the path has.', 'GET, HEAD'),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** What every response has, or can have, once the caller is known and counted. */
const EVERY_RESPONSE = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const;

/** The parameters that operations share. */
export const PARAMETERS = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: '`id` of the invoice.',
    schema: { type: 'string', format: 'uuid' },
    example: '01a1fc55-2af3-773d-a66b-45a24cfcd927',
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=N`: wait up to N seconds, at most 30, for the outcome (RFC 7240).',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  dryRun: {
    name: 'dryRun',
    in: 'query',
    description:
      '`true`: only what the invoice would come to. Nothing is stored or registered, and no number ' +
      'used; an `externalId` is ignored. It counts as a write.',
    schema: { type: 'boolean', default: false },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      '`ETag` of what you have, a list of them, or `*`: 304 if nothing has changed, whatever ' +
      '`Cache-Control` says.',
    schema: { type: 'string' },
    example: ETAG,
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description:
      '`ETag` of what was read: 412 if somebody else has changed it since. `*` for whatever it is.',
    schema: { type: 'string' },
    example: '"3"',
  },
} as const;

export function parameter(name: keyof typeof PARAMETERS): object {
  return { $ref: `#/components/parameters/${name}` };
}

/** Responses that mean the same for every operation. */
export const SHARED_RESPONSES = {
  Unauthorized: uncounted(problemResponse(['INVALID_API_KEY'], 'WWW-Authenticate')),
  Forbidden: uncounted(
    problemResponse(['COMPANY_PAUSED', 'ENVIRONMENT_MISMATCH', 'LIVE_ENDPOINT_MISSING']),
  ),
  QueryNotValid: jsonResponse(
    'A parameter is unknown, missing or not valid.',
    'ValidationProblem',
    QUERY_EXAMPLES,
  ),
  NotFound: problemResponse(['NOT_FOUND']),
  InvoiceDetached: problemResponse(['INVOICE_DETACHED']),
  MethodNotAllowed: problemResponse(['METHOD_NOT_ALLOWED'], 'Allow'),
  CashRegisterMissing: problemResponse(['CASH_REGISTER_MISSING']),
  NotCreated: problemResponse(['EXTERNAL_ID_TAKEN', 'CASH_REGISTER_MISSING']),
  Superseded: problemResponse(['SUPERSEDED']),
  CursorOutdated: problemResponse(['CURSOR_OUTDATED']),
  PdfNotAvailable: problemResponse(['PDF_NOT_AVAILABLE']),
  DayNotOver: problemResponse(['DAY_NOT_OVER', 'CASH_REGISTER_MISSING']),
  BodyTooLarge: problemResponse(['BODY_TOO_LARGE']),
  UnsupportedMediaType: problemResponse(['UNSUPPORTED_MEDIA_TYPE']),
  TooManyRequests: problemResponse(['RATE_LIMITED'], 'Retry-After'),
  InternalError: problemResponse(['INTERNAL_ERROR']),
  PdfNotReady: problemResponse(
    ['PDF_NOT_READY', 'OBJECT_STORE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
    'Retry-After',
  ),
  PdfNotIntact: problemResponse(['OBJECT_NOT_INTACT', 'INTERNAL_ERROR']),
  CallNotAnswered: problemResponse(['CALL_NOT_ANSWERED', 'STORAGE_UNAVAILABLE'], 'Retry-After'),
  StorageUnavailable: problemResponse(['STORAGE_UNAVAILABLE'], 'Retry-After'),
  NotStored: problemResponse(
    [
      'STORAGE_UNAVAILABLE',
      'SERVICE_CLOCK_WRONG',
      'NUMBERS_UNCONFIRMED',
      'NEWER_FORM',
      'SERVICE_BUSY',
    ],
    'Retry-After',
  ),
  NotBegun: problemResponse(['STORAGE_UNAVAILABLE', 'NEWER_FORM', 'SERVICE_BUSY'], 'Retry-After'),
  AdminProblem: {
    description: 'What is the matter; see the codes of the admin panel in docs/errors.md.',
    headers: headersNamed('X-Request-Id'),
    content: { 'application/json': { schema: reference('AdminProblem') } },
  },
  AdminUnavailable: {
    description: 'The storage of the service, or its worker, cannot be used now.',
    headers: headersNamed('X-Request-Id', 'Retry-After'),
    content: { 'application/json': { schema: reference('AdminProblem') } },
  },
};

export function shared(name: keyof typeof SHARED_RESPONSES): object {
  return { $ref: `#/components/responses/${name}` };
}

export function headersNamed(...names: HeaderName[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The 304 of a read. @param headers those that its 200 has beside those of every response. */
export function notModified(...headers: HeaderName[]): object {
  return {
    description: 'Nothing has changed since the version of `If-None-Match`.',
    headers: headersNamed(...EVERY_RESPONSE, ...headers),
  };
}

/**
 * A response of JSON, of any of these schemas.
 * @param examples by their summaries.
 * @param headers beside those of every response.
 */
export function jsonResponse(
  description: string,
  schemas: string | readonly string[],
  examples: Record<string, object>,
  ...headers: HeaderName[]
) {
  const references = [schemas].flat().map(reference);
  const schema = references.length === 1 ? references[0] : { anyOf: references };
  return {
    description,
    headers: headersNamed(...EVERY_RESPONSE, ...headers),
    content: { 'application/json': { schema, examples: named(examples) } },
  };
}

/** Examples of the failures with this status, by code. */
export function failuresWith(
  status: 400 | 409 | 500,
  change: (example: ErrorExample) => ErrorExample = (example) => example,
): Record<string, ErrorExample> {
  return Object.fromEntries(
    FAILURE_CODES.filter((code) => FAILURES[code].status === status).map((code) => [
      code,
      change(FAILURE_EXAMPLES[code]),
    ]),
  );
}

/** The 500 of calls that wait for the authority: its reply, or something that broke here. */
export function failedOrBroken(
  change: ((example: ErrorExample) => ErrorExample) | undefined,
  ...headers: HeaderName[]
): object {
  const examples = { ...failuresWith(500, change), ...PROBLEM_EXAMPLES.INTERNAL_ERROR };
  const description = 'The certificate or the tax service failed, or something broke on our side.';
  return jsonResponse(description, ['FailureProblem', 'Problem'], examples, ...headers);
}

/** Examples with names that can be part of an address. */
export function named(examples: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.replaceAll(/[^A-Za-z0-9_]+/g, '-'),
      { summary, value },
    ]),
  );
}

function problemResponse(codes: readonly ExampledProblem[], ...headers: HeaderName[]) {
  const description = codes.map((code) => PROBLEMS[code].api.cause).join(' Or: ');
  const examples = Object.fromEntries(
    codes.flatMap((code) => Object.entries(PROBLEM_EXAMPLES[code])),
  );
  const schemas = [...new Set(codes.map(schemaNameOf))];
  return jsonResponse(description, schemas, examples, ...headers);
}

/** Of the body with this code. */
function schemaNameOf(code: string): string {
  const own = [storageProblem, takenProblem, outdatedProblem].find(({ shape }) =>
    (shape.code.options as readonly string[]).includes(code),
  );
  return own?.meta()?.id ?? 'Problem';
}

/** A response to whom the limits of a key do not apply yet: calls are counted after 401 and 403. */
function uncounted(response: { headers: Headers }): object {
  const headers = Object.entries(response.headers).filter(
    ([name]) => !name.startsWith('RateLimit'),
  );
  return { ...response, headers: Object.fromEntries(headers) };
}

function header(description: string, example: unknown, schema: object = { type: 'string' }) {
  return { description, schema, example };
}
