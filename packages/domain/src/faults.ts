// THE table of the authority's codes: what each means, what follows from it, and what to do.
// Meanings and classes by protocol §7.1 and §7.2. What code 11 is about, and so what helps, is in
// the words beside it.

import { FAILURES } from './failure.ts';
import type { Failure, FailureCode } from './failure.ts';
import type { RemedyKey } from './remedy.ts';

/**
 * What kind of refusal a code is. `technical` and `undocumented` mean that the document may have
 * been registered.
 */
export type FaultClass = keyof typeof CLASSES;

interface FaultRule {
  /** Of a document that fails with a code of the class. */
  readonly failureCode: FailureCode;
  /** True if the same document can succeed later although nothing is changed. */
  readonly retryable: boolean;
  readonly remedy: RemedyKey;
}

/** What is known about one of the authority's codes. */
export interface Fault extends FaultRule {
  readonly meaning: string;
  readonly class: FaultClass;
  /**
   * It refuses who sends, and says nothing of the document: the same one is registered once the
   * trouble is over. Decisions §6.
   */
  readonly isOfSender: boolean;
}

const CLASSES = {
  content: rule('EFI_REFUSED', 'report'),
  'master-data': rule('EFI_REFUSED', 'masterData'),
  'deposit-missing': rule('EFI_REFUSED', 'deposit', true),
  'deposit-exists': rule('EFI_REFUSED', 'depositExists'),
  signature: rule('EFI_SIGNATURE_REFUSED', 'report'),
  certificate: rule('CERTIFICATE_ERROR', 'newCertificate'),
  clock: rule('EFI_CLOCK_REFUSED', 'clock'),
  technical: rule('EFI_UNAVAILABLE', 'wait', true),
  undocumented: rule('EFI_UNAVAILABLE', 'wait', true),
};

function rule(failureCode: FailureCode, remedy: RemedyKey, retryable = false): FaultRule {
  return { failureCode, remedy, retryable };
}

/** By code: its class, its meaning, and its remedy where that is not the one of its class. */
const FAULTS: Readonly<Record<number, readonly [FaultClass, string, RemedyKey?]>> = {
  0: ['technical', 'The authority failed to read the message during the size check.'],
  1: ['content', 'The message is larger than allowed.', 'split'],
  2: ['clock', 'The sending time differs from the time of the authority, or lies in the future.'],
  10: ['content', 'The authority failed to read the message during validation.'],
  11: ['content', 'The message, or the invoice in it, breaks a rule of the authority.'],
  20: ['signature', 'The authority failed to read the message during the signature check.'],
  21: ['signature', 'The signature is missing.'],
  22: ['signature', 'The request element is missing.'],
  23: ['signature', 'The authority failed to read the signature.'],
  24: ['signature', 'There is more than one signature.'],
  25: ['signature', 'The wrong element is signed.'],
  26: ['signature', 'The signature method is wrong.'],
  27: ['signature', 'The canonicalization method is wrong.'],
  28: ['signature', 'The digest method is wrong.'],
  29: ['signature', 'The cryptographic signature is wrong.'],
  30: ['signature', 'The digest is wrong.'],
  31: ['signature', 'The signature as a whole is wrong.'],
  32: ['signature', 'The signature carries more key information than needed.'],
  33: ['certificate', 'The certificate is not an X.509 certificate.'],
  34: ['certificate', 'The certificate is not valid.'],
  35: ['certificate', 'The certificate was not issued by a registered authority.'],
  36: ['certificate', 'The certificate has expired.'],
  37: [
    'certificate',
    'The TIN of the company is not the TIN in the certificate.',
    'certificateTin',
  ],
  38: ['certificate', 'The certificate was revoked.'],
  // The authority could not find it out: its own failure, which says nothing of the certificate.
  // Decisions §6.
  39: ['technical', 'The status of the certificate is unknown.'],
  41: [
    'master-data',
    'The business unit code is not an active unit of the company.',
    'registerCodes',
  ],
  42: ['master-data', 'The software code is not an active software.', 'registerCodes'],
  43: ['master-data', 'The maintainer code is not an active maintainer.', 'registerCodes'],
  44: ['content', 'The VAT status of the company is not the one in the tax register.', 'vatStatus'],
  45: ['content', 'The first day of use of the TCR lies in the past.'],
  46: ['content', 'The last day of use of the TCR lies in the past.', 'tcrLastDay'],
  47: ['content', 'The last day of use of the TCR lies before its first day.', 'tcrLastDay'],
  48: [
    'content',
    'Of an active TCR only the last day of use and the maintainer can be changed.',
    'tcrUnchangeable',
  ],
  49: ['clock', 'The time of the deposit differs from the time of the authority.'],
  50: ['content', 'The amount of an initial deposit is negative.'],
  51: ['content', 'The amount of a withdrawal is zero.'],
  52: ['master-data', 'The company is not in the taxpayer register.', 'taxpayerUnknown'],
  53: ['master-data', 'The TCR is not registered, not active or not of this company.', 'tcr'],
  54: ['master-data', 'The seller must be identified by a TIN.'],
  55: ['master-data', 'The company is not an active taxpayer.', 'taxpayerInactive'],
  56: ['deposit-exists', 'The initial deposit of the day is registered already.'],
  57: ['master-data', 'A deactivated TCR cannot be changed.', 'tcrDeactivated'],
  58: ['deposit-missing', 'No initial deposit is registered for the day.'],
};

/** The clock, the certificate, the taxpayer: decisions §6 names these codes. */
const OF_SENDER: ReadonlySet<number> = new Set([2, 34, 35, 36, 37, 38, 52, 55]);

const BY_CODE = new Map<number, Fault>(
  Object.entries(FAULTS).map(([text, row]) => {
    const code = Number(text);
    return [code, { ...fault(...row), isOfSender: OF_SENDER.has(code) }];
  }),
);

function fault(name: FaultClass, meaning: string, remedy = CLASSES[name].remedy): Fault {
  return { ...CLASSES[name], class: name, meaning, remedy, isOfSender: false };
}

/** The codes that have a row of their own, in order; 900 to 999 have one for all. */
export const KNOWN_FAULT_CODES: readonly number[] = [...BY_CODE.keys()];

const SERVER_FAULT = fault('technical', 'The service of the authority has an internal error.');
const NO_CODE = fault('technical', 'The authority replied with a fault without a code.');
const UNDOCUMENTED = fault(
  'undocumented',
  'The authority replied with a code that is not documented.',
);

/**
 * The row of a code. A code that is not documented and a fault without a code do not say that the
 * document was refused, so that it is not treated as refused.
 * @param efiMessage the authority's words beside the code.
 */
export function faultOf(code: number | null, efiMessage: string | null = null): Fault {
  if (code === null) return NO_CODE;
  if (code >= 900 && code <= 999) return SERVER_FAULT;
  const known = BY_CODE.get(code) ?? UNDOCUMENTED;
  return code === 11 ? { ...known, remedy: remedyOfWords(efiMessage ?? '') } : known;
}

/** What failed: an invoice, a deposit (of a sale, too), or another call to the authority. */
export type FailedSubject = 'invoice' | 'deposit' | 'call';

/** Where no invoice is meant, none is issued anew, split or fiscalized again. */
const REMEDY_OF_CALL: Partial<Record<RemedyKey, RemedyKey>> = {
  retry: 'repeatCall',
  wait: 'repeatCall',
  split: 'report',
  correctData: 'lookAtIt',
  tcrOrData: 'lookAtIt',
};

/**
 * What to do about a failure: what the authority's code says, else what our own says.
 * @param subject where the code of the failure does not tell.
 */
export function remedyKeyOf(
  { code, efiCode, efiMessage }: Pick<Failure, 'code' | 'efiCode' | 'efiMessage'>,
  subject: FailedSubject = code === 'INITIAL_DEPOSIT_FAILED' ? 'deposit' : 'invoice',
): RemedyKey {
  const fault = efiCode === null ? null : faultOf(efiCode, efiMessage);
  const isKnown = fault !== null && fault.class !== 'undocumented';
  const key = isKnown ? fault.remedy : FAILURES[code].remedyKey;
  if (subject === 'invoice') return key;
  // A deposit is of a cash register and has no data but its amount.
  if (subject === 'deposit' && key === 'tcrOrData') return 'tcrInactive';
  return REMEDY_OF_CALL[key] ?? key;
}

/**
 * What code 11 is about, by the words beside it. The first that matches decides: messages about VAT
 * also name the taxpayer, those of the schema any field. Protocol §6, the live messages.
 */
const WORDS: readonly (readonly [RegExp, RemedyKey])[] = [
  // The message that we wrote is wrong: its form, its times, its signature.
  [/\b(?:element|attribute) '|\bcvc-|\bX(?:SD|ML)\b|\bschema\b|DateTime\b|\bIIC/i, 'report'],
  // The cash register is not valid or not active.
  // "software code does not match TCR software code" is about the software code.
  [/\b(?:TCR|ENU)\b(?!\s+software)(?=.*\b(?:not|nije|invalid|inactive|unknown)\b)/i, 'tcrInactive'],
  // Another code of the register is not as registered.
  [/\b(?:software|operator|maintainer|business unit) code\b/i, 'registerCodes'],
  // The taxpayer is not active, as code 55 says; or its VAT status is not as registered.
  [/\btaxpayer\b.*\b(?:not active|inactive)\b/i, 'taxpayerInactive'],
  [/\btaxpayer\b|\bissuer is (?:not )?in VAT\b/i, 'masterData'],
  // What the document says: its amounts, its taxes, its payment, its buyer.
  [/\b(?:VAT|tax rate|prices?|amounts?|totals?|quantity|items?)\b/i, 'correctData'],
  [/\b(?:payment ?methods?|buyers?|negative values|corrective)\b/i, 'correctData'],
];

/**
 * Where no pattern knows the words, or there are none: the remedy of the specification, and the
 * other one beside it. Decisions §6.
 */
function remedyOfWords(words: string): RemedyKey {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'tcrOrData';
}
