// The failure body of every way to fail. Spec, Errors and
// "EFI codes and remedies"; decisions §2 and §6.

import type { TcrCodeHolder } from '@fiscal/db/company';
import {
  FAILURES,
  faultOf,
  NO_LIVE_ENDPOINT,
  ORIGINAL_FAILURE_CODES,
  remedyKeyOf,
  REMEDIES,
} from '@fiscal/domain';
import type { Refused } from '@fiscal/efi';
import type { FailedSubject, Failure, FailureCode, Issue } from '@fiscal/domain';
import type { Unusable } from '../signing/signers.ts';

/**
 * A failure that the authority did not name. @param remedy one of our own where the table's does
 * not fit.
 */
function failed(
  code: FailureCode,
  error: string,
  tcrCode: string | null,
  remedy: string = REMEDIES[FAILURES[code].remedyKey],
): Failure {
  const { retryable } = FAILURES[code];
  return { error, code, tcrCode, efiCode: null, efiMessage: null, retryable, remedy };
}

/** What a sentence calls the message that the authority refused. */
const MESSAGES = {
  invoice: 'The tax authority refused the invoice',
  deposit: 'The INITIAL cash deposit failed',
  call: 'The tax authority refused the cash register',
} as const;

/** The authority refused the message. Spec, Rules 5: of a deposit, too. */
export function refusalFailure(
  { efiCode, efiMessage }: Pick<Refused, 'efiCode' | 'efiMessage'>,
  tcrCode: string | null,
  subject: FailedSubject = 'invoice',
): Failure {
  const { failureCode, retryable } = faultOf(efiCode, efiMessage);
  const code = subject === 'deposit' ? 'INITIAL_DEPOSIT_FAILED' : failureCode;
  const error = `${MESSAGES[subject]} (code ${efiCode}): ${efiMessage}`;
  const remedy = REMEDIES[remedyKeyOf({ code, efiCode, efiMessage }, subject)];
  return { error, code, tcrCode, efiCode, efiMessage, retryable, remedy };
}

/** Nothing signs for the company. */
export function signerFailure(
  { code, reason }: Pick<Unusable, 'code' | 'reason'>,
  tcrCode: string | null,
): Failure {
  return failed(code, reason, tcrCode);
}

/** Two clocks disagree: nothing is signed until the wrong one is right. @param reason which two. */
export function clockFailure(reason: string, tcrCode: string): Failure {
  return failed(
    'CLOCK_WRONG',
    `${reason} Nothing is signed until it is set right.`,
    tcrCode,
    'The operator of the service sets its clock right; then call fiscalize again.',
  );
}

/** The next issue time would lie in the future. @param reason how far. */
export function issueTimeAheadFailure(reason: string, tcrCode: string): Failure {
  return failed(
    'CLOCK_WRONG',
    `${reason} No invoice is numbered until that time has come.`,
    tcrCode,
    'Fiscalize again after that time, or tell the operator of the service.',
  );
}

/** The database came to another place, and may lack numbers that the authority has. */
export function numbersUnconfirmedFailure(tcrCode: string): Failure {
  return failed(
    'NUMBERS_UNCONFIRMED',
    'The database was restored or replaced. Nothing is signed until the last number of the cash ' +
      'register is confirmed.',
    tcrCode,
  );
}

export function tcrMissingFailure(): Failure {
  return failed(
    'TCR_NOT_REGISTERED',
    'The cash register is not registered with the tax authority.',
    null,
    'Check the ENU in the admin panel or call POST /api/tcr/register with {}.',
  );
}

/**
 * The authority has given a code that stands on another cash register, so that it was not stored.
 */
export function tcrCodeTakenFailure(tcrCode: string, { name }: TcrCodeHolder): Failure {
  const holder =
    name === null ? 'A cash register of another company' : `The cash register "${name}"`;
  const clear =
    name === null
      ? 'The operator of the service clears the code where it does not belong'
      : 'Clear the code on that cash register in the admin panel if it does not belong there';
  return failed(
    'TCR_CODE_TAKEN',
    `The tax authority gave the TCR code ${tcrCode}. ${holder} has it, so it was not stored on ` +
      'this one.',
    tcrCode,
    `${clear}; then repeat the call: the authority gives the same code again.`,
  );
}

/** The number that the client asked for was taken in the meantime. */
export function ordinalTakenFailure(orderNumber: number, tcrCode: string): Failure {
  return failed(
    'ORDER_NUMBER_TAKEN',
    `The order number ${orderNumber} belongs to another invoice of this cash register and year.`,
    tcrCode,
  );
}

/** The number that the client asked for would leave too many behind it unused. Decisions §4. */
export function ordinalTooFarFailure(reason: string, tcrCode: string): Failure {
  const remedy =
    'Create the invoice again with a lower orderNumber, or with 0 to have one assigned.';
  return failed('ORDER_NUMBER_TOO_FAR', reason, tcrCode, remedy);
}

/** The authority knows no such original, or what it says of it speaks against the corrective. */
export function originalFailure(
  issues: readonly Pick<Issue, 'code' | 'message'>[],
  tcrCode: string | null,
): Failure {
  const code = ORIGINAL_FAILURE_CODES.find((known) => known === issues[0]?.code);
  if (code === undefined) throw new Error(`no failure has the code ${issues[0]?.code ?? ''}`);
  return failed(code, issues.map(({ message }) => message).join(' '), tcrCode);
}

/** The invoice makes a message that the authority would not take. Decisions §4. */
export function messageTooLargeFailure(reason: string, tcrCode: string): Failure {
  return failed('MESSAGE_TOO_LARGE', reason, tcrCode, 'Create several smaller invoices instead.');
}

/**
 * Our own message breaks the authority's schema, as found before anything was sent; the log says
 * where.
 */
export function messageFailure(tcrCode: string): Failure {
  return failed(
    'REQUEST_NOT_VALID',
    'The message could not be written as the tax authority asks for it. Nothing was sent.',
    tcrCode,
    'Report it to the operator of the service.',
  );
}

/** Repeating a fiscalize never signs anew while the outcome is open. */
export const REPEAT_FISCALIZE = REMEDIES.retry;
/** Nothing was sent, so that nothing is fixed yet. */
export const REPEAT_UNSENT = 'Call fiscalize again: nothing was sent.';

/** No reply in time, and nothing goes offline here. @param detail see why-unanswered.ts. */
export function unavailableFailure(
  detail: string,
  tcrCode: string | null,
  remedy: string,
): Failure {
  const error = `The tax authority did not answer: ${detail}`;
  return failed('EFI_UNAVAILABLE', error, tcrCode, remedy);
}

/**
 * The API refuses live sales where there is no live endpoint; this worker has not the one it has.
 */
export function noEndpointFailure(tcrCode: string | null): Failure {
  const remedy = 'The operator of the service connects it; then call fiscalize again.';
  return failed('EFI_UNAVAILABLE', NO_LIVE_ENDPOINT, tcrCode, remedy);
}
