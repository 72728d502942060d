/** Everything that can be wrong with a certificate before it signs anything. */
export const CERTIFICATE_ERROR_CODES = [
  'CERTIFICATE_PASSWORD_WRONG',
  'CERTIFICATE_UNREADABLE',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_WITHOUT_KEY',
  'CERTIFICATE_WITH_SEVERAL_KEYS',
  'CERTIFICATE_KEY_MISMATCH',
] as const;
export type CertificateErrorCode = (typeof CERTIFICATE_ERROR_CODES)[number];

/** A certificate, or the file that holds it, cannot be used. The message says what to do. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  /** What is wrong; stable, and switched on by those who show it. */
  readonly code: CertificateErrorCode;

  /** `cause` is the library's own complaint where there was one; it never holds the password. */
  constructor(code: CertificateErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
