// The panel's codes in words. docs/errors.md shows them; a code without an entry does not compile.

import type { ErrorExplanation } from '../openapi/error-catalogue.ts';
import { ADMIN_PROBLEM_STATUS } from '../http/panel-problems.ts';
import type { AdminProblemCode } from '../http/panel-problems.ts';

/** What went wrong in a call of the panel. */
const ADMIN_PROBLEMS: Readonly<Record<AdminProblemCode, ErrorExplanation>> = {
  SIGN_IN_REQUIRED: {
    cause: 'Nobody is signed in, or the session has ended.',
    remedy: 'Sign in.',
  },
  SIGN_IN_REFUSED: {
    cause: 'The e-mail address or the password is not right, or the account has no access.',
    remedy: 'Try again; whoever has lost the password has an admin invite them again.',
  },
  SECOND_FACTOR_REQUIRED: {
    cause:
      'The password is right; the code of the app or the passkey is missing or wrong, or was used before.',
    remedy: 'Type the code that the app shows now, or use a passkey.',
  },
  SECOND_FACTOR_MISSING: {
    cause: 'A second factor is demanded of this person, who has none yet.',
    remedy: 'Add an app or a passkey to the account; nothing else is possible before.',
  },
  CONFIRMATION_REQUIRED: {
    cause: 'Factors are changed only by somebody who has proved just now who they are.',
    remedy: '`POST /admin/api/account/confirmation`, then the call again.',
  },
  CSRF_TOKEN_INVALID: {
    cause: "A call that changes something was not sent by the panel's own page.",
    remedy: 'Load the page again. Behind a proxy check `ADMIN_ORIGIN`.',
  },
  NOT_FOUND: {
    cause: 'There is no such thing, or the person may not see it.',
    remedy: 'Check the address.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not with this method.',
    remedy: 'Use a method that the `Allow` header names.',
  },
  CONFLICT: {
    cause: 'The present state does not allow it; the sentence says why.',
    remedy: 'Load the page again and look.',
  },
  TCR_CODE_TAKEN: {
    cause:
      'Another cash register has the TCR code; the sentence names it where it is of the same company.',
    remedy: 'Clear the code there if it does not belong there, then try again.',
  },
  FIELD_INVALID: {
    cause: 'Fields are missing or not valid; `details` names all of them.',
    remedy: 'Correct what `path` names.',
  },
  QUERY_INVALID: {
    cause: 'A filter has no valid value.',
    remedy: 'Correct the filter that `path` names.',
  },
  MALFORMED_JSON: {
    cause: 'The body is not valid JSON in UTF-8.',
    remedy: 'Build the body with a JSON library.',
  },
  CERTIFICATE_REFUSED: {
    cause: 'The certificate cannot be used; `details` says why. Nothing was stored.',
    remedy: "Upload the company's fiscal certificate with its private key and password.",
  },
  GO_LIVE_INCOMPLETE: {
    cause: 'Steps of the checklist are open; `details` names them.',
    remedy: 'Complete the checklist.',
  },
  CALL_FAILED: {
    cause: 'The authority refused a call that was made for the panel, or it could not be made.',
    remedy: 'Do what the sentence says.',
  },
  CALL_NOT_ANSWERED: {
    cause: 'The worker did not make the call in time, because it is busy or away.',
    remedy: 'Try again: what was registered already is not registered twice.',
  },
  PDF_NOT_READY: {
    cause: 'The PDF is being made, or the printer is busy or away.',
    remedy: 'Try again after the seconds of `Retry-After`.',
  },
  MAIL_NOT_SENT: {
    cause: 'The mail server is away or does not take mail for this address; no link was sent.',
    remedy: 'Check the address and send the invitation again. Operators: check `SMTP_URL`.',
  },
  TOO_MANY_ATTEMPTS: {
    cause: 'Too many wrong passwords or codes, or too many invitations to one address.',
    remedy: 'Wait the seconds of `Retry-After`.',
  },
  RATE_LIMITED: {
    cause:
      'The account made too many calls in a minute, or its company has many files being opened.',
    remedy: 'Wait the seconds of `Retry-After`.',
  },
};

/** Rows of code, status, cause and remedy in Markdown, as docs/errors.md shows them. */
export function adminErrorRows(): string[] {
  return Object.entries(ADMIN_PROBLEMS).map(([code, { cause, remedy }]) => {
    const status = ADMIN_PROBLEM_STATUS[code as AdminProblemCode];
    return `| \`${code}\` | ${status} | ${cause} | ${remedy} |`;
  });
}
