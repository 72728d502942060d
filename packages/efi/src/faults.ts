// THE table of the authority's codes: what each means, whether trying again can help, and what to do.
// Meanings and classes by protocol §7.1 and §7.2; remedies of 53, 56, 58 and 11 in the interface
// specification's own words. What 11 is about, and so what helps, is in the words beside it.

import { REMEDIES_BY_SUBJECT, refusalSubjectOf } from '@fiscal/domain';

/**
 * What kind of answer a code is. `technical` and `undocumented` mean that the document may have been
 * registered.
 */
export type FaultClass =
  | 'content'
  | 'signature'
  | 'certificate'
  | 'master-data'
  | 'deposit-missing'
  | 'deposit-exists'
  | 'clock'
  | 'technical'
  | 'undocumented';

/** What is known about one of the authority's codes. */
export interface Fault {
  readonly meaning: string;
  readonly class: FaultClass;
  /** True if the same document can succeed later although nobody changed anything. */
  readonly retryable: boolean;
  /** What to do about it, one English sentence. */
  readonly remedy: string;
}

const CHECK_MASTER_DATA = REMEDIES_BY_SUBJECT['master-data'];
const REPORT_TO_OPERATOR = REMEDIES_BY_SUBJECT.message;
const NEW_CERTIFICATE = 'Upload a valid fiscal certificate of the company in the admin panel.';
const WAIT = 'Nothing to do: the service sends the document again by itself.';
function content(meaning: string, remedy = REPORT_TO_OPERATOR): Fault {
  return { meaning, class: 'content', retryable: false, remedy };
}

function signature(meaning: string): Fault {
  return { meaning, class: 'signature', retryable: false, remedy: REPORT_TO_OPERATOR };
}

function certificate(meaning: string, remedy = NEW_CERTIFICATE): Fault {
  return { meaning, class: 'certificate', retryable: false, remedy };
}

function masterData(meaning: string, remedy = CHECK_MASTER_DATA): Fault {
  return { meaning, class: 'master-data', retryable: false, remedy };
}

function clock(meaning: string): Fault {
  return {
    meaning,
    class: 'clock',
    retryable: false,
    remedy: 'Correct the clock of the service, then fiscalize again.',
  };
}

function technical(meaning: string): Fault {
  return { meaning, class: 'technical', retryable: true, remedy: WAIT };
}

const FAULTS: ReadonlyMap<number, Fault> = new Map([
  [0, technical('The authority failed to read the message during the size check.')],
  [1, content('The message is larger than allowed.', 'Split the invoice into smaller ones.')],
  [2, clock('The sending time differs from the time of the authority, or lies in the future.')],
  [10, content('The authority failed to read the message during validation.')],
  [
    11,
    content(
      'The message, or the invoice in it, breaks a rule of the authority.',
      REMEDIES_BY_SUBJECT.unknown,
    ),
  ],
  [20, signature('The authority failed to read the message during the signature check.')],
  [21, signature('The signature is missing.')],
  [22, signature('The request element is missing.')],
  [23, signature('The authority failed to read the signature.')],
  [24, signature('There is more than one signature.')],
  [25, signature('The wrong element is signed.')],
  [26, signature('The signature method is wrong.')],
  [27, signature('The canonicalization method is wrong.')],
  [28, signature('The digest method is wrong.')],
  [29, signature('The cryptographic signature is wrong.')],
  [30, signature('The digest is wrong.')],
  [31, signature('The signature as a whole is wrong.')],
  [32, signature('The signature carries more key information than needed.')],
  [33, certificate('The certificate is not an X.509 certificate.')],
  [34, certificate('The certificate is not valid.')],
  [35, certificate('The certificate was not issued by a registered authority.')],
  [36, certificate('The certificate has expired.')],
  [
    37,
    certificate(
      'The TIN of the company is not the TIN in the certificate.',
      'Check the TIN of the company, or upload its own certificate, in the admin panel.',
    ),
  ],
  [38, certificate('The certificate was revoked.')],
  [39, certificate('The status of the certificate is unknown.')],
  [41, masterData('The business unit code is not an active unit of the company.')],
  [42, masterData('The software code is not an active software.')],
  [43, masterData('The maintainer code is not an active maintainer.')],
  [
    44,
    content(
      'The VAT status of the company is not the one in the tax register.',
      'Check in the admin panel whether the company is in VAT.',
    ),
  ],
  [45, content('The first day of use of the TCR lies in the past.')],
  [46, content('The last day of use of the TCR lies in the past.')],
  [47, content('The last day of use of the TCR lies before its first day.')],
  [48, content('Of an active TCR only the last day of use and the maintainer can be changed.')],
  [49, clock('The time of the deposit differs from the time of the authority.')],
  [50, content('The amount of an initial deposit is negative.')],
  [51, content('The amount of a withdrawal is zero.')],
  [52, masterData('The company is not in the taxpayer register.')],
  [
    53,
    masterData(
      'The TCR is not registered, not active or not of this company.',
      'Call POST /api/tcr/register with {} and check the ENU in the admin panel.',
    ),
  ],
  [54, masterData('The seller must be identified by a TIN.')],
  [55, masterData('The company is not an active taxpayer.')],
  [
    56,
    {
      meaning: 'The initial deposit of the day is registered already.',
      class: 'deposit-exists',
      retryable: false,
      remedy: 'INITIAL deposit already registered today; fiscalization continues.',
    },
  ],
  [57, masterData('A deactivated TCR cannot be changed.', 'Register a new TCR.')],
  [
    58,
    {
      meaning: 'No initial deposit is registered for the day.',
      class: 'deposit-missing',
      retryable: true,
      remedy: 'Repeat fiscalize or call POST /api/cashdeposit/initial.',
    },
  ],
]);

/** The codes that have a row of their own, in order; 900 to 999 have one for all. */
export const KNOWN_FAULT_CODES: readonly number[] = [...FAULTS.keys()];

const SERVER_FAULT = technical('The service of the authority has an internal error.');
const NO_CODE = technical('The authority answered with a fault without a code.');
const UNDOCUMENTED_FAULT: Fault = {
  ...technical('The authority answered with a code that is not documented.'),
  class: 'undocumented',
};

/**
 * The row of a code. A code that is not documented and a fault without a code do not say that the
 * document was refused, so that it is not treated as refused.
 * @param efiMessage the authority's words beside the code.
 */
export function faultOf(code: number | null, efiMessage: string | null = null): Fault {
  if (code !== null && code >= 900 && code <= 999) {
    return SERVER_FAULT;
  }
  const fault = code === null ? NO_CODE : (FAULTS.get(code) ?? UNDOCUMENTED_FAULT);
  const subject = refusalSubjectOf(code, efiMessage);
  return subject === null ? fault : { ...fault, remedy: REMEDIES_BY_SUBJECT[subject] };
}
