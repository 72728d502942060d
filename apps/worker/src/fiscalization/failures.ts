// The failure body of every way to fail. Spec, Errors and
// "EFI codes and remedies"; decisions §2 and §6.

import type { TcrCodeHolder } from '@fiscal/db/company';
import {
  failureOf,
  faultOf,
  isWithdrawalKept,
  ORIGINAL_FAILURE_CODES,
  remedyKeyOf,
  REMEDIES,
  sentence,
} from '@fiscal/domain';
import type { Refused } from '@fiscal/efi';
import type { FailedSubject, Failure, Issue } from '@fiscal/domain';
import type { Unusable } from '../signing/signers.ts';

export { cashRegisterEndedFailure, tcrMissingFailure } from '@fiscal/domain';

/** What is said of the message that the authority refused. */
const REFUSALS = {
  invoice: 'refusedInvoice',
  deposit: 'refusedDeposit',
  call: 'refusedCashRegister',
} as const;

/** The authority refused the message. Spec, Rules 5: of a deposit, too. */
export function refusalFailure(
  { efiCode, efiMessage }: Pick<Refused, 'efiCode' | 'efiMessage'>,
  tcrCode: string | null,
  subject: FailedSubject = 'invoice',
): Failure {
  const { failureCode, retryable } = faultOf(efiCode, efiMessage);
  const code = subject === 'deposit' ? 'INITIAL_DEPOSIT_FAILED' : failureCode;
  const error = sentence(REFUSALS[subject], { efiCode, efiMessage });
  const remedy = REMEDIES[remedyKeyOf({ code, efiCode, efiMessage }, subject)];
  return { error, code, tcrCode, efiCode, efiMessage, retryable, remedy };
}

/**
 * The authority refused the withdrawal, or who sends it, whose is the code then. Extensions §7.
 * @param isFirst no earlier message of it can have been registered.
 */
export function withdrawalFailure(
  { efiCode, efiMessage }: Pick<Refused, 'efiCode' | 'efiMessage'>,
  tcrCode: string,
  isFirst: boolean,
): Failure {
  const isKept = isWithdrawalKept(efiCode);
  const code = isKept ? faultOf(efiCode).failureCode : 'WITHDRAWAL_REFUSED';
  const error = sentence('refusedWithdrawal', { efiCode, efiMessage });
  const key = remedyKeyOf({ code, efiCode, efiMessage }, 'deposit');
  const again = sentence(isFirst ? 'enterAgain' : 'enterAgainIfMissing');
  const remedy = isKept ? REMEDIES[key] : `${REMEDIES[key]} ${again}`;
  return { ...failureOf(code, error, tcrCode, remedy), efiCode, efiMessage };
}

/** Nothing signs for the company. */
export function signerFailure(
  { code, reason }: Pick<Unusable, 'code' | 'reason'>,
  tcrCode: string | null,
): Failure {
  return failureOf(code, reason, tcrCode);
}

/** Two clocks disagree: nothing is signed until the wrong one is right. @param reason which two. */
export function clockFailure(reason: string, tcrCode: string): Failure {
  const error = `${reason} ${sentence('nothingSigned')}`;
  return failureOf('CLOCK_WRONG', error, tcrCode, sentence('setClock'));
}

/** The next issue time would lie in the future. @param reason how far. */
export function issueTimeAheadFailure(reason: string, tcrCode: string): Failure {
  const error = `${reason} ${sentence('nothingNumbered')}`;
  return failureOf('CLOCK_WRONG', error, tcrCode, sentence('waitForTime'));
}

/** The database came to another place, and may lack numbers that the authority has. */
export function numbersUnconfirmedFailure(tcrCode: string): Failure {
  return failureOf('NUMBERS_UNCONFIRMED', sentence('numbersUnconfirmed'), tcrCode);
}

/**
 * The authority has given a code that stands on another cash register, so that it was not stored.
 */
export function tcrCodeTakenFailure(tcrCode: string, { name }: TcrCodeHolder): Failure {
  const [error, remedy] =
    name === null
      ? [sentence('tcrCodeTakenElsewhere', { tcrCode }), sentence('clearTcrCodeElsewhere')]
      : [sentence('tcrCodeTaken', { tcrCode, name }), sentence('clearTcrCode')];
  return failureOf('TCR_CODE_TAKEN', error, tcrCode, remedy);
}

/** The number that the client asked for was taken in the meantime. */
export function ordinalTakenFailure(orderNumber: number, tcrCode: string): Failure {
  return failureOf('ORDER_NUMBER_TAKEN', sentence('orderNumberTaken', { orderNumber }), tcrCode);
}

/** The number that the client asked for would leave too many behind it unused. Decisions §4. */
export function ordinalTooFarFailure(reason: string, tcrCode: string): Failure {
  return failureOf('ORDER_NUMBER_TOO_FAR', reason, tcrCode, sentence('lowerOrderNumber'));
}

/** The authority knows no such original, or what it says of it speaks against the corrective. */
export function originalFailure(
  issues: readonly Pick<Issue, 'code' | 'message'>[],
  tcrCode: string | null,
): Failure {
  const code = ORIGINAL_FAILURE_CODES.find((known) => known === issues[0]?.code);
  if (code === undefined) throw new Error(`no failure has the code ${issues[0]?.code ?? ''}`);
  return failureOf(code, issues.map(({ message }) => message).join(' '), tcrCode);
}

/** The invoice makes a message that the authority would not take. Decisions §4. */
export function messageTooLargeFailure(reason: string, tcrCode: string): Failure {
  return failureOf('MESSAGE_TOO_LARGE', reason, tcrCode, sentence('smallerInvoices'));
}

/**
 * Our own message breaks the authority's schema, as found before anything was sent; the log says
 * where.
 */
export function messageFailure(tcrCode: string): Failure {
  const remedy = sentence('tellOperator');
  return failureOf('REQUEST_NOT_VALID', sentence('messageInvalid'), tcrCode, remedy);
}

/** Repeating a fiscalize never signs anew while the outcome is open. */
export const REPEAT_FISCALIZE = REMEDIES.retry;
/** Nothing was sent, so that nothing is fixed yet. */
export const REPEAT_UNSENT = sentence('repeatUnsent');

/** No reply in time, and nothing goes offline here. @param why see why-unanswered.ts. */
export function unavailableFailure(why: string, tcrCode: string | null, remedy: string): Failure {
  return failureOf('EFI_UNAVAILABLE', sentence('unavailable', { why }), tcrCode, remedy);
}

/**
 * The API refuses live sales where there is no live endpoint; this worker has not the one it has.
 */
export function noEndpointFailure(tcrCode: string | null): Failure {
  const error = sentence('liveEndpointMissing');
  return failureOf('EFI_UNAVAILABLE', error, tcrCode, sentence('connectEndpoint'));
}
