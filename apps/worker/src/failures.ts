// What a failed invoice tells its shop: the failure body of every way to fail. Spec, Errors and
// "EFI codes and remedies"; decisions §2 and §6.

import type { TcrCodeHolder } from '@fiscal/db/company';
import type { Failure } from '@fiscal/db/invoice';
import { NO_LIVE_ENDPOINT } from '@fiscal/domain';
import { faultOf } from '@fiscal/efi';
import type { FaultClass, Refused } from '@fiscal/efi';

/** Which public code a class of refusals has; the API maps codes to HTTP statuses. */
const CODE_OF_CLASS: Readonly<Record<FaultClass, string>> = {
  content: 'EFI_REFUSED',
  'master-data': 'EFI_REFUSED',
  'deposit-missing': 'EFI_REFUSED',
  'deposit-exists': 'EFI_REFUSED',
  signature: 'EFI_SIGNATURE_REFUSED',
  certificate: 'CERTIFICATE_ERROR',
  clock: 'EFI_CLOCK_REFUSED',
  technical: 'EFI_UNAVAILABLE',
  undocumented: 'EFI_UNAVAILABLE',
};

/** The authority refused the message. @param what was to be registered. */
export function refusalFailure(
  refused: Refused,
  tcrCode: string | null,
  what: 'invoice' | 'cash register' = 'invoice',
): Failure {
  const fault = faultOf(refused.efiCode, refused.efiMessage);
  return {
    error: `The tax authority refused the ${what} (code ${refused.efiCode}): ${refused.efiMessage}`,
    code: CODE_OF_CLASS[fault.class],
    tcrCode,
    efiCode: refused.efiCode,
    efiMessage: refused.efiMessage,
    retryable: fault.retryable,
    remedy: fault.remedy,
  };
}

/** Spec, Rules 5: the INITIAL deposit failed. */
export function depositFailure(refused: Refused, tcrCode: string): Failure {
  return {
    ...refusalFailure(refused, tcrCode),
    error: `The INITIAL cash deposit failed (code ${refused.efiCode}): ${refused.efiMessage}`,
    code: 'INITIAL_DEPOSIT_FAILED',
  };
}

/** The certificate can not be used. */
export function certificateFailure(reason: string, tcrCode: string | null): Failure {
  return {
    error: reason,
    code: 'CERTIFICATE_ERROR',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Upload a valid fiscal certificate of the company in the admin panel.',
  };
}

/** Two clocks disagree: nothing is signed until the wrong one is right. @param reason which two. */
export function clockFailure(reason: string, tcrCode: string): Failure {
  return {
    error: `${reason} Nothing is signed until it is set right.`,
    code: 'CLOCK_WRONG',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: true,
    remedy: 'The operator of the service sets its clock right; then call fiscalize again.',
  };
}

/** The next issue time would lie in the future. @param reason how far. */
export function issueTimeAheadFailure(reason: string, tcrCode: string): Failure {
  return {
    ...clockFailure(reason, tcrCode),
    error: `${reason} No invoice is numbered until that time has come.`,
    remedy: 'Fiscalize again after that time, or tell the operator of the service.',
  };
}

/** The cash register has no TCR code yet. */
export function tcrMissingFailure(): Failure {
  return {
    error: 'The cash register is not registered with the tax authority.',
    code: 'TCR_NOT_REGISTERED',
    tcrCode: null,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Check the ENU in the admin panel or call POST /api/tcr/register with {}.',
  };
}

/**
 * The authority has given a code that stands on another cash register: it was not stored, and is told
 * here so that it is not lost.
 */
export function tcrCodeTakenFailure(tcrCode: string, { name }: TcrCodeHolder): Failure {
  const holder =
    name === null ? 'A cash register of another company' : `The cash register "${name}"`;
  const clear =
    name === null
      ? 'The operator of the service clears the code where it does not belong'
      : 'Clear the code on that cash register in the admin panel if it does not belong there';
  return {
    error:
      `The tax authority gave the TCR code ${tcrCode}. ${holder} has it, so it was not stored on ` +
      'this one.',
    code: 'TCR_CODE_TAKEN',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: `${clear}; then repeat the call: the authority gives the same code again.`,
  };
}

/** The number that the client asked for was taken in the meantime. */
export function ordinalTakenFailure(orderNumber: number, tcrCode: string): Failure {
  return {
    error: `The order number ${orderNumber} belongs to another invoice of this cash register and year.`,
    code: 'ORDER_NUMBER_TAKEN',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Create the invoice again with a free orderNumber, or with 0 to have one assigned.',
  };
}

/** The number that the client asked for would leave too many behind it unused. Decisions §4. */
export function ordinalTooFarFailure(reason: string, tcrCode: string): Failure {
  return {
    error: reason,
    code: 'ORDER_NUMBER_TOO_FAR',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Create the invoice again with a lower orderNumber, or with 0 to have one assigned.',
  };
}

/** The invoice makes a message that the authority would not take. Decisions §4. */
export function messageTooLargeFailure(reason: string, tcrCode: string): Failure {
  return {
    error: reason,
    code: 'MESSAGE_TOO_LARGE',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Create several smaller invoices instead.',
  };
}

/**
 * Our own message breaks the authority's schema: found before anything was sent. What exactly is
 * wrong is in the log, for who can mend it.
 */
export function messageFailure(tcrCode: string): Failure {
  return {
    error: 'The message could not be written as the tax authority asks for it. Nothing was sent.',
    code: 'REQUEST_NOT_VALID',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Report it to the operator of the service.',
  };
}

/** Repeating a fiscalize never signs anew while the outcome is open. */
export const REPEAT_FISCALIZE = 'Call fiscalize again: it continues with the same number and IIC.';
/** Nothing was sent, so that nothing is fixed yet. */
export const REPEAT_UNSENT = 'Call fiscalize again: nothing was sent.';
/** Repeating an onboarding call changes nothing that was done. */
export const REPEAT_CALL = 'Repeat the call: what was registered already is not registered twice.';

/** No answer in time, and nothing goes offline here. @param detail see why-unanswered.ts. */
export function unavailableFailure(
  detail: string,
  tcrCode: string | null,
  remedy: string,
): Failure {
  return {
    error: `The tax authority did not answer: ${detail}`,
    code: 'EFI_UNAVAILABLE',
    tcrCode,
    efiCode: null,
    efiMessage: null,
    retryable: true,
    remedy,
  };
}

/** The API refuses live sales where there is no live endpoint; this worker has not the one it has. */
export function noEndpointFailure(tcrCode: string | null): Failure {
  const remedy = 'The operator of the service connects it; then call fiscalize again.';
  return { ...unavailableFailure('', tcrCode, remedy), error: NO_LIVE_ENDPOINT };
}
