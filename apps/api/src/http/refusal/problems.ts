// Every problem of a call, shops' and the panel's: code → HTTP status, cause and remedy. A declared
// table: refusals take their status from it, the OpenAPI document and docs/errors.md their words.

/** A code in words: Markdown sentences. */
export interface ErrorExplanation {
  /** Of HTTP; 400 where it is absent. */
  status?: number;
  cause: string;
  remedy: string;
}

/** A code, and what it means in each of the two APIs that returns it. */
interface Problem {
  status: number;
  api?: ErrorExplanation;
  panel?: ErrorExplanation;
}

/** Status, cause and remedy of every code of a call, by the API that returns it. */
export const PROBLEMS = {
  INVALID_API_KEY: ofApi(
    401,
    'The key is missing, mistyped, expired or revoked.',
    'Send `Authorization: Bearer <API_KEY>` with a key from the admin panel.',
  ),
  COMPANY_PAUSED: ofApi(
    403,
    'The company is paused.',
    'Ask the operator of the service to make it active again.',
  ),
  ENVIRONMENT_MISMATCH: ofApi(
    403,
    'A live key is used for a company that is not live yet.',
    'Use a test key, or have the company set to live.',
  ),
  LIVE_ENDPOINT_MISSING: ofApi(
    403,
    'A live key was used where the service has no live endpoint of the authority.',
    'Use a test key, or ask the operator of the service to set `EFI_LIVE_URL`.',
  ),
  NOT_FOUND: {
    ...ofApi(
      404,
      'There is no such path, or no such invoice for this key: it may belong to the other ' +
        'environment, or not be a cash invoice.',
      'Check the path and the id, and that test and live are not mixed.',
    ),
    ...ofPanel(404, 'There is no such thing, or the person may not see it.', 'Check the address.'),
  },
  INVOICE_DETACHED: ofBoth(
    410,
    'The invoice is older than the law requires it to be kept, and the operator of the service has ' +
      'archived its content, messages and prints. The lists still have its number and codes.',
    'Ask the operator of the service for it.',
  ),
  METHOD_NOT_ALLOWED: ofBoth(
    405,
    'The path exists, but not with this method.',
    'Use a method that the `Allow` header names.',
  ),
  NUMBERS_UNCONFIRMED: ofApi(
    503,
    'The database was restored or replaced, and may lack documents of the cash register: whether a call ' +
      'with a new `externalId` was accepted before is not known. `stored` is `no`.',
    'Confirm the last number of the cash register in the admin panel, or have the operator do so; ' +
      'repeat the call as it is.',
  ),
  EXTERNAL_ID_TAKEN: ofApi(
    409,
    'Another call of the company has this `externalId`: `invoiceId` and `status` name its invoice (of a ' +
      'withdrawal `withdrawalId`), ' +
      '`differs` where the calls differ. Nothing was stored.',
    'Read that invoice: it may be the sale that you mean. For another sale send another id.',
  ),
  SUPERSEDED: ofApi(
    409,
    'Another call with the same `externalId` has superseded the invoice, whose document is `invoiceId`.',
    'Fiscalize that one.',
  ),
  CURSOR_OUTDATED: ofApi(
    410,
    'The `after` of events is of a database that was restored or replaced since, or it or `from` is older than ' +
      'the 30 days for which events are kept.',
    'Go on with the `from` of the body; after 30 days, read your open invoices once, too.',
  ),
  CASH_REGISTER_MISSING: ofApi(
    409,
    'The company has no cash register in the environment of the key.',
    'Add one in the admin panel.',
  ),
  DAY_NOT_OVER: ofBoth(
    409,
    'The day of the report is not over in Podgorica.',
    'Read the report `state`, or wait until midnight.',
  ),
  PDF_NOT_AVAILABLE: ofApi(
    409,
    'The invoice is `Draft`, `Pending` or `Failed` and was never handed out as `Offline`: there is ' +
      'nothing to print.',
    'Ask again once it is `Fiscalized` or `Offline`.',
  ),
  BODY_TOO_LARGE: ofBoth(
    413,
    'The body is larger than 1 MiB (8 KiB without a key or a session), nested deeper than 32 levels, or, ' +
      'in the panel, has more than 2 000 values.',
    'Split the invoice; send the fields of the request and no others.',
  ),
  UNSUPPORTED_MEDIA_TYPE: ofBoth(
    415,
    'The body is not declared as JSON in UTF-8, or it is compressed.',
    'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  ),
  RATE_LIMITED: {
    ...ofApi(
      429,
      'The key or its company has made too many calls, the address too many with a bad key, or the company ' +
        'has too many lists, or bodies of more than 8 MiB, in progress.',
      'Wait the seconds of `Retry-After`, then go on.',
    ),
    ...ofPanel(
      429,
      'The account made too many calls in a minute, its company has many lists or files at once, or the company ' +
        'or the address has too many bytes of bodies at once.',
      'Wait the seconds of `Retry-After`.',
    ),
  },
  MALFORMED_JSON: ofBoth(
    400,
    'The body is not valid JSON in UTF-8; bytes of another encoding are never repaired.',
    'Build the body with a JSON library, and send it as UTF-8.',
  ),
  BODY_NOT_AN_OBJECT: ofApi(400, 'The body is JSON, but not an object.', 'Send a JSON object.'),
  FIELD_REQUIRED: ofApi(400, 'A required field is missing.', 'Send the field that `path` names.'),
  FIELD_TYPE_INVALID: ofApi(
    400,
    'The JSON type of a field is not the one that it must have.',
    'Send the type that the message names: numbers without quotes, for example.',
  ),
  QUERY_INVALID: {
    ...ofApi(
      400,
      'A parameter of the list is unknown, or its value, or that of a call for statuses, is not valid.',
      'Correct the parameter that `path` or the message names.',
    ),
    ...ofPanel(400, 'The value of a filter is not valid.', 'Correct the filter that `path` names.'),
  },
  TYPE_OF_INVOICE_NOT_CASH: ofApi(
    400,
    'An invoice other than a cash invoice was sent to create-and-print.',
    'Create a draft and fiscalize it.',
  ),
  INTERNAL_ERROR: ofBoth(
    500,
    'The service failed by a fault of its own. Nothing that was stored is lost.',
    'Repeat a call with an `externalId` as it is; look an invoice without one up by its id or note. If ' +
      'it happens again, tell the operator the `requestId`.',
  ),
  PDF_NOT_READY: {
    ...ofApi(
      503,
      'The PDF is made at its first request, and is being rendered.',
      'Ask again after the seconds of `Retry-After`.',
    ),
    ...ofPanel(
      503,
      'The PDF is being rendered, or the print process is busy or down.',
      'Try again after the seconds of `Retry-After`.',
    ),
  },
  CALL_NOT_ANSWERED: {
    ...ofApi(
      503,
      'The call was not executed in time: the workers of the service are busy, or none runs.',
      'Repeat the call: what is registered already is not registered twice.',
    ),
    ...ofPanel(
      503,
      'The call was not executed in time: the workers of the service are busy, or none runs.',
      'Try again: what is registered already is not registered twice.',
    ),
  },
  STORAGE_UNAVAILABLE: ofBoth(
    503,
    'The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the ' +
      'call: `no`, `unknown` or `yes`.',
    'Wait the seconds of `Retry-After`, then repeat a call with an `externalId` as it is. Without one: ' +
      '`no`: repeat it as well. `unknown`: read ' +
      '`GET /api/invoices/{id}` of `invoiceId` before you repeat it, again and again while that is ' +
      '503; 404 means that nothing was stored and never will be. `yes`: read it, and do not create ' +
      'it again.',
  ),
  SERVICE_CLOCK_WRONG: ofBoth(
    503,
    'The clock of the service differs from that of its storage by hours, so that it stores no new invoice. `stored` is `no`.',
    'Wait the seconds of `Retry-After`, then repeat the call as it is. Tell the operator of the service if it persists.',
  ),
  NEWER_FORM: ofBoth(
    503,
    'During an upgrade: a newer release of the service has stored the invoice, or one that it belongs to, and ' +
      'the process that received the call does not know its form. `stored` is `no`.',
    'Wait the seconds of `Retry-After`, then repeat the call as it is. Tell the operator of the service if it persists.',
  ),
  SERVICE_BUSY: ofBoth(
    503,
    'The service holds as many bytes of bodies as it can at once. The body was not read. `stored` is `no`.',
    'Wait the seconds of `Retry-After`, then repeat the call as it is.',
  ),
  OBJECT_STORE_UNAVAILABLE: ofBoth(
    503,
    'The print or message is old and kept in the object store, which does not respond now.',
    'Ask again after the seconds of `Retry-After`. Everything else works meanwhile.',
  ),
  OBJECT_NOT_INTACT: ofBoth(
    500,
    'The print or message is old and kept in the object store, which has lost or changed it.',
    'Tell the operator the `requestId`: the object has to be put back from a copy of the store.',
  ),
  SIGN_IN_REQUIRED: ofPanel(401, 'There is no session, or it has ended.', 'Sign in.'),
  SIGN_IN_REFUSED: ofPanel(
    401,
    'The e-mail address or the password is not right, or the account has no access.',
    'Try again; if the password is lost, an admin invites the person again.',
  ),
  SECOND_FACTOR_REQUIRED: ofPanel(
    401,
    'The password is right; the code of the app or the passkey is missing or wrong, or was used before.',
    'Type the code that the app shows now, or use a passkey.',
  ),
  SECOND_FACTOR_MISSING: ofPanel(
    403,
    'This person must have a second factor, and has none yet.',
    'Add an app or a passkey to the account first.',
  ),
  CONFIRMATION_REQUIRED: ofPanel(
    403,
    'Factors are changed only by a person who has just proved who they are.',
    '`POST /admin/api/account/confirmation`, then the call again.',
  ),
  CSRF_TOKEN_INVALID: ofPanel(
    403,
    "A call that changes something was not sent by the panel's own page.",
    'Load the page again. Behind a proxy check `ADMIN_ORIGIN`.',
  ),
  CONFLICT: ofPanel(
    409,
    'The current state does not allow it; the message says why.',
    'Load the page again.',
  ),
  CHANGED_MEANWHILE: ofPanel(
    412,
    'Another person has changed it since it was read: `If-Match` names an older version. `current` is ' +
      'how it is now, `changes` who changed which field last.',
    'Read `current`, decide, and repeat the call with its `version` in `If-Match`.',
  ),
  VERSION_REQUIRED: ofPanel(
    428,
    'The change does not say which version it was made from.',
    'Send `If-Match` with the `ETag` of what was read, or `*` for any version.',
  ),
  TCR_CODE_TAKEN: ofPanel(
    409,
    'Another cash register has the TCR code; the message names it where it is of the same company.',
    'Clear the code on that cash register if it is wrong there, then try again.',
  ),
  FIELD_INVALID: ofPanel(
    400,
    'Fields are missing or not valid; `details` names all of them.',
    'Correct what `path` names.',
  ),
  CERTIFICATE_REFUSED: ofPanel(
    400,
    'The certificate cannot be used; `details` says why. Nothing was stored.',
    "Upload the company's fiscal certificate with its private key and password.",
  ),
  VAULT_RECIPIENT_WRONG: ofPanel(
    503,
    'No running worker could open what the service would seal now. Nothing was stored.',
    'Tell the operator of the service: `CERTIFICATE_RECIPIENT` of the API is not that of the workers.',
  ),
  GO_LIVE_INCOMPLETE: ofPanel(
    409,
    'Steps of the checklist are open; `details` names them.',
    'Complete the checklist.',
  ),
  TOO_MANY_API_KEYS: ofPanel(
    409,
    'The company has as many active API keys as it may have (`API_KEYS_PER_COMPANY`).',
    'Revoke a key that is not used, or rotate without an overlap. Operators: raise `API_KEYS_PER_COMPANY`.',
  ),
  MAIL_NOT_SENT: ofPanel(
    502,
    'The mail server is down, or refuses mail for this address; no link was sent.',
    'Check the address and send the invitation again. Operators: check `SMTP_URL`.',
  ),
  TOO_MANY_ATTEMPTS: ofPanel(
    429,
    'Too many wrong passwords or codes, or too many invitations to one address.',
    'Wait the seconds of `Retry-After`.',
  ),
} satisfies Readonly<Record<string, Problem>>;

/** A code of a call; codes of single fields (ISSUE_CODES of the domain) are always 400. */
export type ProblemCode = keyof typeof PROBLEMS;

/** A code that calls with an API key are refused with. */
export type ApiProblemCode = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code] extends { api: unknown } ? Code : never;
}[ProblemCode];

/** The codes that an API returns, with their words. */
export function problemsOf(api: 'api' | 'panel'): Record<string, ErrorExplanation> {
  return Object.fromEntries(
    Object.entries<Problem>(PROBLEMS).flatMap(([code, { status, [api]: words }]) =>
      words === undefined ? [] : [[code, { status, ...words }]],
    ),
  );
}

function ofApi(status: number, cause: string, remedy: string) {
  return { status, api: { cause, remedy } };
}

function ofPanel(status: number, cause: string, remedy: string) {
  return { status, panel: { cause, remedy } };
}

function ofBoth(status: number, cause: string, remedy: string) {
  return { ...ofApi(status, cause, remedy), ...ofPanel(status, cause, remedy) };
}
