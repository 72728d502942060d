// Every problem of a call, shops' and the panel's: code → HTTP status, cause and remedy. A declared table:
// refusals take their status from it, the OpenAPI document and docs/errors.md their words.

/** A code in words: Markdown sentences. */
export interface ErrorExplanation {
  cause: string;
  remedy: string;
}

/** A code, and what it means in each of the two APIs that answers it. */
interface Problem {
  status: number;
  api?: ErrorExplanation;
  panel?: ErrorExplanation | 'as the api';
}

const OPERATOR = 'Tell the operator of the service.';

export const PROBLEMS = {
  INVALID_API_KEY: {
    status: 401,
    api: words(
      'The key is missing, mistyped, expired or revoked.',
      'Send `Authorization: Bearer <API_KEY>` with a key from the admin panel.',
    ),
  },
  COMPANY_PAUSED: {
    status: 403,
    api: words(
      'The company is paused.',
      'Ask the operator of the service to make it active again.',
    ),
  },
  ENVIRONMENT_MISMATCH: {
    status: 403,
    api: words(
      'A live key is used for a company that is not live yet.',
      'Use a test key, or have the company set to live.',
    ),
  },
  LIVE_ENDPOINT_MISSING: {
    status: 403,
    api: words(
      'A live key is to sell where the service has no live endpoint of the authority.',
      `Use a test key. ${OPERATOR} \`EFI_LIVE_URL\` is not set there.`,
    ),
  },
  NOT_FOUND: {
    status: 404,
    api: words(
      'There is no such path, or no such invoice for this key: it may belong to the other ' +
        'environment, or not be a cash invoice.',
      'Check the path and the id, and that test and live are not mixed.',
    ),
    panel: words('There is no such thing, or the person may not see it.', 'Check the address.'),
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    api: words(
      'The path exists, but not with this method.',
      'Use a method that the `Allow` header names.',
    ),
    panel: 'as the api',
  },
  CASH_REGISTER_MISSING: {
    status: 409,
    api: words(
      'The company has no cash register in the environment of the key.',
      'Add one in the admin panel.',
    ),
  },
  PDF_NOT_AVAILABLE: {
    status: 409,
    api: words(
      'The invoice is `Draft`, `Pending` or `Failed` and was never handed out as `Offline`: there is ' +
        'nothing to print.',
      'Ask again once it is `Fiscalized` or `Offline`.',
    ),
  },
  BODY_TOO_LARGE: {
    status: 413,
    api: words(
      'The body is larger than 1 MiB, nested deeper than 32 levels, or, in the panel, of more than ' +
        '2 000 values.',
      'Split the invoice; send the fields of the request and no others.',
    ),
    panel: 'as the api',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    api: words(
      'The body is not declared as JSON, or it is compressed.',
      'Send `Content-Type: application/json`, and no `Content-Encoding`.',
    ),
    panel: 'as the api',
  },
  RATE_LIMITED: {
    status: 429,
    api: words(
      'The key has made too many calls, the address too many with a bad key, or the company has more ' +
        'than two bodies above 128 KiB in hand.',
      'Wait the seconds of `Retry-After`, then go on.',
    ),
    panel: words(
      'The account made too many calls in a minute, or its company has many files being opened.',
      'Wait the seconds of `Retry-After`.',
    ),
  },
  MALFORMED_JSON: {
    status: 400,
    api: words('The body is not valid JSON in UTF-8.', 'Build the body with a JSON library.'),
    panel: 'as the api',
  },
  BODY_NOT_AN_OBJECT: {
    status: 400,
    api: words('The body is JSON, but not an object.', 'Send a JSON object.'),
  },
  FIELD_REQUIRED: {
    status: 400,
    api: words('A required field is missing.', 'Send the field that `path` names.'),
  },
  FIELD_TYPE_INVALID: {
    status: 400,
    api: words(
      'A field has another JSON type than it should.',
      'Send the type that the message names: numbers without quotes, for example.',
    ),
  },
  QUERY_INVALID: {
    status: 400,
    api: words(
      'A parameter of the list is unknown or has no valid value.',
      'Correct the parameter that `path` or the message names.',
    ),
    panel: words('A filter has no valid value.', 'Correct the filter that `path` names.'),
  },
  TYPE_OF_INVOICE_NOT_CASH: {
    status: 400,
    api: words(
      'An invoice other than a cash invoice was sent to create-and-print.',
      'Create a draft and fiscalize it.',
    ),
  },
  INTERNAL_ERROR: {
    status: 500,
    api: words(
      'Something broke on our side. Nothing that was stored is lost.',
      'Look the invoice up by its id or note before you repeat a call. If it happens again, tell ' +
        'the operator the `requestId`.',
    ),
    panel: 'as the api',
  },
  PDF_NOT_READY: {
    status: 503,
    api: words(
      'The PDF was asked for and is being rendered; it is made at its first request.',
      'Ask again after the seconds of `Retry-After`.',
    ),
    panel: words(
      'The PDF is being made, or the printer is busy or away.',
      'Try again after the seconds of `Retry-After`.',
    ),
  },
  CALL_NOT_ANSWERED: {
    status: 503,
    api: words(
      'The onboarding call was not made in time, because the service is busy or its worker away.',
      'Repeat the call: what was registered already is not registered twice.',
    ),
    panel: words(
      'The worker did not make the call in time, because it is busy or away.',
      'Try again: what was registered already is not registered twice.',
    ),
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    api: words(
      'The storage of the service (PostgreSQL) cannot be used now. `stored` says what became of the ' +
        'call: `no`, `unknown` or `yes`.',
      'Wait the seconds of `Retry-After`. `no`: repeat the call as it is. `unknown`: read ' +
        '`GET /api/invoices/{id}` of `invoiceId` before you repeat it; 404 means that nothing was ' +
        'stored. `yes`: read it, and do not create it again.',
    ),
    panel: 'as the api',
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    panel: words('Nobody is signed in, or the session has ended.', 'Sign in.'),
  },
  SIGN_IN_REFUSED: {
    status: 401,
    panel: words(
      'The e-mail address or the password is not right, or the account has no access.',
      'Try again; whoever has lost the password has an admin invite them again.',
    ),
  },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    panel: words(
      'The password is right; the code of the app or the passkey is missing or wrong, or was used before.',
      'Type the code that the app shows now, or use a passkey.',
    ),
  },
  SECOND_FACTOR_MISSING: {
    status: 403,
    panel: words(
      'A second factor is demanded of this person, who has none yet.',
      'Add an app or a passkey to the account; nothing else is possible before.',
    ),
  },
  CONFIRMATION_REQUIRED: {
    status: 403,
    panel: words(
      'Factors are changed only by somebody who has proved just now who they are.',
      '`POST /admin/api/account/confirmation`, then the call again.',
    ),
  },
  CSRF_TOKEN_INVALID: {
    status: 403,
    panel: words(
      "A call that changes something was not sent by the panel's own page.",
      'Load the page again. Behind a proxy check `ADMIN_ORIGIN`.',
    ),
  },
  CONFLICT: {
    status: 409,
    panel: words(
      'The present state does not allow it; the sentence says why.',
      'Load the page again and look.',
    ),
  },
  TCR_CODE_TAKEN: {
    status: 409,
    panel: words(
      'Another cash register has the TCR code; the sentence names it where it is of the same company.',
      'Clear the code there if it does not belong there, then try again.',
    ),
  },
  FIELD_INVALID: {
    status: 400,
    panel: words(
      'Fields are missing or not valid; `details` names all of them.',
      'Correct what `path` names.',
    ),
  },
  CERTIFICATE_REFUSED: {
    status: 400,
    panel: words(
      'The certificate cannot be used; `details` says why. Nothing was stored.',
      "Upload the company's fiscal certificate with its private key and password.",
    ),
  },
  GO_LIVE_INCOMPLETE: {
    status: 409,
    panel: words(
      'Steps of the checklist are open; `details` names them.',
      'Complete the checklist.',
    ),
  },
  CALL_FAILED: {
    status: 502,
    panel: words(
      'The authority refused a call that was made for the panel, or it could not be made.',
      'Do what the sentence says.',
    ),
  },
  MAIL_NOT_SENT: {
    status: 502,
    panel: words(
      'The mail server is away or does not take mail for this address; no link was sent.',
      'Check the address and send the invitation again. Operators: check `SMTP_URL`.',
    ),
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    panel: words(
      'Too many wrong passwords or codes, or too many invitations to one address.',
      'Wait the seconds of `Retry-After`.',
    ),
  },
} as const satisfies Readonly<Record<string, Problem>>;

/** A code of a call; codes of single fields (ISSUE_CODES of the domain) are always 400. */
export type ProblemCode = keyof typeof PROBLEMS;

/** A code that calls with an API key are answered with. */
export type ApiProblemCode = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code] extends { api: unknown } ? Code : never;
}[ProblemCode];

/** The codes that an API answers, with their words. */
export function problemsOf(api: 'api' | 'panel'): Record<string, ErrorExplanation> {
  return Object.fromEntries(
    Object.entries<Problem>(PROBLEMS).flatMap(([code, problem]) => {
      const said = problem[api] === 'as the api' ? problem.api : problem[api];
      return said === undefined ? [] : [[code, said]];
    }),
  );
}

function words(cause: string, remedy: string): ErrorExplanation {
  return { cause, remedy };
}
