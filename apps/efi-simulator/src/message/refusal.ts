// Every word of refusal the authority has. Where a text was seen on the live service it is that
// text, spelling included; the others say the official meaning. Protocol §6, §7.1.

/** Codes of the authority with the text used where a check gives none of its own. Protocol §7.1. */
export const REFUSAL_MESSAGES = {
  0: 'Exception occurred while reading XML during the size check.',
  1: 'XML is larger than allowed. The maximum size of a message is 150 kB.',
  2: 'Client time differs from server time more than allowed.',
  10: 'Exception occurred while reading XML during XSD validation.',
  11: 'XML validation failed.',
  20: 'Exception occurred while reading XML during signature validation.',
  21: 'Signature element is missing.',
  22: 'Request element is missing.',
  23: 'Exception occurred while extracting Signature element.',
  24: 'More than one Signature element exists.',
  25: 'Validation failed with wrong element signed.',
  26: 'Validation failed with wrong signature method.',
  27: 'Validation failed with wrong canonicalization method.',
  28: 'Validation failed with wrong digest method.',
  29: 'Validation failed with cryptographic signature wrong.',
  30: 'Validation failed with digest wrong.',
  31: 'Validation failed with signature wrong.',
  32: 'KeyInfo contains more key information than needed.',
  33: 'Certificate is not X509.',
  34: 'Certificate is not valid.',
  35: 'Certificate is not issued by a registered CA.',
  36: 'Certificate has expired.',
  37: 'TIN in XML does not match TIN in certificate.',
  38: 'Certificate is revoked.',
  39: 'Certificate status is unknown.',
  41: 'Business unit code is not an active business unit of the taxpayer.',
  42: 'Software code is not an active software.',
  43: 'Maintainer code is not an active maintainer.',
  44: 'VAT status of the issuer does not match IsIssuerInVAT.',
  45: 'ValidFrom must not be in the past.',
  46: 'ValidTo must not be in the past.',
  47: 'ValidTo must not be before ValidFrom.',
  48: 'Only ValidTo and MaintainerCode can be changed for an active TCR.',
  49: 'ChangeDateTime differs from server time more than allowed.',
  51: 'CashAmt must not be zero for operation WITHDRAW.',
  52: 'Taxpayer does not exist in the register of taxpayers.',
  53: 'TCR code is not a registered or active TCR or does not belong to the issuer.',
  54: 'Type of identification must be TIN.',
  55: 'status of the taxpayer was not active at the time when the invoice was issued',
  56: 'INITIAL cash deposit cannot be changed after invoice fiscalization.',
  57: 'Deactivated TCR cannot be changed.',
  58: 'INITIAL cash deposit is not registered for the current day.',
  900: 'Internal server error.',
} as const;

/** A code the simulator gives of its own accord; a script may send any other. */
export type RefusalCode = keyof typeof REFUSAL_MESSAGES;

/** One refusal, as it goes into the fault's `code` and `faultstring`. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** The result of a check: the refusal, or null where nothing is wrong. */
export type CheckResult = Refusal | null;

/** A refusal with the authority's text for the code, or with the text of the particular rule. */
export function refuse(code: RefusalCode, message: string = REFUSAL_MESSAGES[code]): Refusal {
  return { code, message };
}

/** A check that refuses a document with code 11 where something is wrong with it. */
export function refuseIf(isWrong: boolean, message: string): () => CheckResult {
  return () => (isWrong ? refuse(11, message) : null);
}

/** Runs the checks in order; the first failure stops. Protocol §6. */
export function firstRefusal(checks: readonly (() => CheckResult)[]): CheckResult {
  for (const check of checks) {
    const refusal = check();
    if (refusal) return refusal;
  }
  return null;
}
