// THE table of the ways in which fiscalization or onboarding fails. docs/errors.md, the OpenAPI
// document and the HTTP responses read it; a code without its row does not compile.

import type { IssueCode } from './issue.ts';
import { REMEDIES } from './remedy.ts';
import type { RemedyKey } from './remedy.ts';
import { sentence } from './sentences.ts';

/**
 * What is said of a corrective whose original is not stored here once the authority has been asked:
 * the codes that it is refused with when it is accepted, where the original is stored here.
 */
export const ORIGINAL_FAILURE_CODES = [
  'ORIGINAL_NOT_FOUND',
  'ORIGINAL_TYPE_MISMATCH',
  'PAYMENT_METHOD_NOT_ALLOWED',
  'CORRECTIVE_VAT_RATE_MISMATCH',
  'MORE_THAN_PAID',
  'MORE_THAN_SOLD',
  'ALREADY_CANCELLED',
] as const satisfies readonly IssueCode[];
export type OriginalFailureCode = (typeof ORIGINAL_FAILURE_CODES)[number];

/** Why fiscalization or onboarding failed: the `code` of the failure body. Spec, Errors. */
export type FailureCode =
  | 'INITIAL_DEPOSIT_FAILED'
  | 'WITHDRAWAL_REFUSED'
  | 'EFI_REFUSED'
  | 'ORDER_NUMBER_TAKEN'
  | 'ORDER_NUMBER_TOO_FAR'
  | 'MESSAGE_TOO_LARGE'
  | OriginalFailureCode
  | 'TCR_NOT_REGISTERED'
  | 'TCR_CODE_TAKEN'
  | 'CASH_REGISTER_ENDED'
  | 'REQUEST_NOT_VALID'
  | 'EFI_SIGNATURE_REFUSED'
  | 'EFI_CLOCK_REFUSED'
  | 'CLOCK_WRONG'
  | 'NUMBERS_UNCONFIRMED'
  | 'CERTIFICATE_ERROR'
  | 'VAULT_IDENTITY_WRONG'
  | 'EFI_UNAVAILABLE';

/** Why an invoice is Failed: the fields of the failure body. Spec, Errors; decisions §2. */
export interface Failure {
  error: string;
  code: FailureCode;
  tcrCode: string | null;
  efiCode: number | null;
  efiMessage: string | null;
  retryable: boolean;
  remedy: string | null;
}

/** A failure as a JSON column has it, which may have been written by a later release. */
export type StoredFailure = Omit<Failure, 'code'> & { code: string };

/** What follows from a code. */
export interface FailureRule {
  /** HTTP status of a call that waits for the outcome. */
  readonly status: 400 | 409 | 500;
  /** Whether the same call can succeed although nothing is changed. */
  readonly retryable: boolean;
  /** Markdown sentences. */
  readonly cause: string;
  /** Markdown sentences. */
  readonly remedy: string;
  /** What to do where the authority's code does not say it. */
  readonly remedyKey: RemedyKey;
}

/** Of a corrective whose original is not stored here. */
const OF_ORIGINAL_ELSEWHERE = {
  status: 400,
  retryable: false,
  remedyKey: 'correctCorrective',
  remedy: 'Create the corrective anew as the sentence says.',
} as const;

const OPERATOR = 'Tell the operator of the service.';

/** By code: what follows from it, and what is said of it. */
export const FAILURES: Readonly<Record<FailureCode, FailureRule>> = {
  INITIAL_DEPOSIT_FAILED: {
    status: 400,
    retryable: false,
    remedyKey: 'deposit',
    cause: 'The authority refused the INITIAL deposit of the day; `efiCode` says why.',
    remedy: 'Do what `remedy` says, then fiscalize the invoice again.',
  },
  WITHDRAWAL_REFUSED: {
    status: 400,
    retryable: false,
    remedyKey: 'lookAtIt',
    cause: 'The authority refused the withdrawal; `efiCode` says why.',
    remedy: 'Do what `remedy` says, then enter the withdrawal again, with another `externalId`.',
  },
  EFI_REFUSED: {
    status: 400,
    retryable: false,
    remedyKey: 'lookAtIt',
    cause: 'The authority refused the invoice or the cash register; `efiCode` says why.',
    remedy: 'Do what `remedy` says (see the codes of the authority), then fiscalize again.',
  },
  ORDER_NUMBER_TAKEN: {
    status: 400,
    retryable: false,
    remedyKey: 'orderNumber',
    cause: 'The `orderNumber` belongs to another invoice of this cash register and year.',
    remedy: 'Create the invoice with a free number, or with 0 to have one assigned.',
  },
  ORDER_NUMBER_TOO_FAR: {
    status: 400,
    retryable: false,
    remedyKey: 'orderNumber',
    cause:
      'The `orderNumber` is more than 1 000 000 (as configured) beyond the highest in use of this ' +
      'cash register and year.',
    remedy: 'Create the invoice with a lower number, or with 0 to have one assigned.',
  },
  MESSAGE_TOO_LARGE: {
    status: 400,
    retryable: false,
    remedyKey: 'split',
    cause:
      "The invoice's message to the authority would have more than 150 000 bytes: too many lines, " +
      'or too long names.',
    remedy: 'Split the invoice.',
  },
  ORIGINAL_NOT_FOUND: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'The original is not stored here, and the authority knows no invoice with this IIC, TIN and issue time.',
    remedy: 'Compare `original` with its paper; one of the last hour may not be shown yet.',
  },
  ORIGINAL_TYPE_MISMATCH: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      '`typeOfInvoice` of the corrective is not that of its original, as the authority has it.',
  },
  PAYMENT_METHOD_NOT_ALLOWED: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'The original was not paid by `paymentMethod` of the corrective, as the authority has it.',
  },
  CORRECTIVE_VAT_RATE_MISMATCH: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'A line of the corrective has not the rate of the original line, as the authority has it.',
  },
  MORE_THAN_PAID: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'The corrective gives back more by a method than is left of what the authority has of it, after those in force.',
  },
  MORE_THAN_SOLD: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'The corrective takes back more than is left of what the authority has of the original, after those in force.',
  },
  ALREADY_CANCELLED: {
    ...OF_ORIGINAL_ELSEWHERE,
    cause:
      'Another corrective has cancelled the original in full, or the corrective that is named as it.',
    remedy: 'Nothing is left to cancel: dismiss the invoice in the admin panel.',
  },
  TCR_NOT_REGISTERED: {
    status: 400,
    retryable: false,
    remedyKey: 'tcr',
    cause: 'The cash register has no TCR code (ENU) yet.',
    remedy: 'Check the ENU in the admin panel or call `POST /api/tcr/register` with `{}`.',
  },
  TCR_CODE_TAKEN: {
    status: 409,
    retryable: false,
    remedyKey: 'tcr',
    cause:
      'Onboarding: another cash register has the TCR code that the authority gave (`tcrCode`); it ' +
      'was not stored here.',
    remedy: 'Clear it there in the admin panel, or have an operator do so, and call again.',
  },
  CASH_REGISTER_ENDED: {
    status: 400,
    retryable: false,
    remedyKey: 'otherCashRegister',
    cause:
      'The last day of use of the cash register has passed: from 00:00 (Podgorica) after it nothing new is ' +
      'accepted or numbered. What had its number before is delivered and repeated as ever.',
    remedy:
      'Issue it with the API key of another cash register, correctives of its invoices, too; dismiss what ' +
      'failed in the admin panel.',
  },
  REQUEST_NOT_VALID: {
    status: 500,
    retryable: false,
    remedyKey: 'report',
    cause:
      "The message cannot be written as the authority's schema asks for it: a mistake of the " +
      'service. Nothing was sent.',
    remedy: OPERATOR,
  },
  EFI_SIGNATURE_REFUSED: {
    status: 500,
    retryable: false,
    remedyKey: 'report',
    cause: 'The authority refused the signature of the message.',
    remedy: OPERATOR,
  },
  EFI_CLOCK_REFUSED: {
    status: 500,
    retryable: false,
    remedyKey: 'clock',
    cause: 'The authority says that the time of the message is wrong.',
    remedy: `${OPERATOR} Fiscalize again once the clock is right.`,
  },
  CLOCK_WRONG: {
    status: 500,
    retryable: true,
    remedyKey: 'clock',
    cause:
      'The clocks of service, database and authority disagree, or the last issue time is ahead. ' +
      'Nothing is signed.',
    remedy: `${OPERATOR} Fiscalize again once the clock is right.`,
  },
  NUMBERS_UNCONFIRMED: {
    status: 500,
    retryable: true,
    remedyKey: 'confirmNumber',
    cause:
      'The database was restored or replaced, and may lack numbers that were used: the cash register ' +
      'sells nothing until its last number is confirmed. Nothing is signed.',
    remedy:
      'Confirm the last number of the cash register in the admin panel, or have the operator do so; ' +
      'then fiscalize again.',
  },
  CERTIFICATE_ERROR: {
    status: 500,
    retryable: false,
    remedyKey: 'newCertificate',
    cause: 'The certificate is missing, expired, revoked, unreadable or of another company.',
    remedy: 'Upload a valid fiscal certificate in the admin panel, then fiscalize again.',
  },
  VAULT_IDENTITY_WRONG: {
    status: 500,
    retryable: true,
    remedyKey: 'vaultIdentity',
    cause:
      "The company's private key is stored, and the worker has not the vault's identity that opens it. " +
      'Nothing is signed.',
    remedy:
      `${OPERATOR} Fiscalize again once its workers have the right identity. Nothing has to be uploaded ` +
      'unless that identity is lost.',
  },
  EFI_UNAVAILABLE: {
    status: 500,
    retryable: true,
    remedyKey: 'retry',
    cause:
      'The authority did not reply, and the company does not issue offline; or it did not reply about an ' +
      'original that is not stored here.',
    remedy: 'Fiscalize again later: it continues with the same number and IIC, if it had any.',
  },
};

/** Every code, in the order of the table. */
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

/**
 * A failure that the authority did not name. @param remedy one of our own where the table's does
 * not fit.
 */
export function failureOf(
  code: FailureCode,
  error: string,
  tcrCode: string | null,
  remedy: string = REMEDIES[FAILURES[code].remedyKey],
): Failure {
  const { retryable } = FAILURES[code];
  return { error, code, tcrCode, efiCode: null, efiMessage: null, retryable, remedy };
}

/** Nothing is numbered on the cash register any more, and nothing reported. ADR 11. */
export function cashRegisterEndedFailure(tcrCode: string | null): Failure {
  return failureOf('CASH_REGISTER_ENDED', sentence('cashRegisterEnded'), tcrCode);
}

export function tcrMissingFailure(): Failure {
  return failureOf('TCR_NOT_REGISTERED', sentence('tcrMissing'), null, sentence('registerTcr'));
}

/**
 * A failure as it is stored. A code that this release does not know was written by a later one: it
 * is read as EFI_UNAVAILABLE, with which a caller repeats the call, and keeps its sentences.
 */
export function parseFailure<Stored extends StoredFailure | null>(
  stored: Stored,
): Failure | (Stored & null) {
  if (stored === null) return stored as Stored & null;
  const code = FAILURE_CODES.find((known) => known === stored.code) ?? 'EFI_UNAVAILABLE';
  return { ...stored, code };
}
