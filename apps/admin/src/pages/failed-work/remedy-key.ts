// Which of our remedies goes with a failure, so that it can be told in the reader's language. The
// service's own sentence (English) is shown for what is not in these tables.

/** Remedies that have words in src/messages/failed-work.ts. */
export type RemedyKey =
  | 'wait'
  | 'retry'
  | 'report'
  | 'split'
  | 'masterData'
  | 'newCertificate'
  | 'certificateTin'
  | 'vatStatus'
  | 'tcr'
  | 'tcrInactive'
  | 'tcrOrData'
  | 'correctData'
  | 'tcrDeactivated'
  | 'deposit'
  | 'clock'
  | 'orderNumber'
  | 'lookAtIt'
  | 'pending'
  | 'late'
  | 'print';

const BY_CODE: Readonly<Record<string, RemedyKey>> = {
  EFI_REFUSED: 'lookAtIt',
  EFI_SIGNATURE_REFUSED: 'report',
  EFI_CLOCK_REFUSED: 'clock',
  EFI_UNAVAILABLE: 'retry',
  CERTIFICATE_ERROR: 'newCertificate',
  INITIAL_DEPOSIT_FAILED: 'deposit',
  CLOCK_WRONG: 'clock',
  TCR_NOT_REGISTERED: 'tcr',
  ORDER_NUMBER_TAKEN: 'orderNumber',
  ORDER_NUMBER_TOO_FAR: 'orderNumber',
  MESSAGE_TOO_LARGE: 'split',
  REQUEST_NOT_VALID: 'report',
  OFFLINE_LATE: 'late',
  PENDING_STUCK: 'pending',
  PRINT_FAILING: 'print',
};

/** Ranges of the authority's codes, first to last; what they mean stands in packages/efi. */
const BY_EFI_CODE: readonly (readonly [number, number, RemedyKey])[] = [
  [0, 0, 'wait'],
  [1, 1, 'split'],
  [2, 2, 'clock'],
  [10, 10, 'report'],
  [20, 32, 'report'],
  [33, 36, 'newCertificate'],
  [37, 37, 'certificateTin'],
  [38, 39, 'newCertificate'],
  [41, 43, 'masterData'],
  [44, 44, 'vatStatus'],
  [45, 48, 'report'],
  [49, 49, 'clock'],
  [50, 51, 'report'],
  [52, 52, 'masterData'],
  [53, 53, 'tcr'],
  [54, 55, 'masterData'],
  [57, 57, 'tcrDeactivated'],
  [58, 58, 'deposit'],
  [900, 999, 'wait'],
];

/** What a refusal with code 11 is about; the service reads it from the authority's words. */
export type RefusalSubject = 'tcr' | 'master-data' | 'data' | 'message' | 'unknown' | null;

const BY_SUBJECT: Readonly<Record<NonNullable<RefusalSubject>, RemedyKey>> = {
  tcr: 'tcrInactive',
  'master-data': 'masterData',
  data: 'correctData',
  message: 'report',
  unknown: 'tcrOrData',
};

/** @returns null where only the service's own sentence is there. */
export function remedyKeyOf(
  code: string,
  efiCode: number | null,
  subject: RefusalSubject,
): RemedyKey | null {
  if (subject !== null) return BY_SUBJECT[subject];
  const ofEfi = BY_EFI_CODE.find(
    ([first, last]) => efiCode !== null && efiCode >= first && efiCode <= last,
  );
  return ofEfi?.[2] ?? BY_CODE[code] ?? null;
}
