// What can be found in an uploaded certificate file, in words. docs/errors.md shows them; a code
// without an entry does not compile.

import type { CERTIFICATE_ERROR_CODES } from '@fiscal/efi/uploaded-certificate';
import type { CERTIFICATE_ISSUE_CODES } from '@fiscal/efi/uploaded-certificate';
import type { ErrorExplanation } from '../../http/refusal/problems.ts';

/** Notes that keep no certificate from being used. */
export type CertificateWarningCode = 'CERTIFICATE_EXPIRES_SOON' | 'CERTIFICATE_FILE_LEGACY';

type FindingCode =
  | (typeof CERTIFICATE_ERROR_CODES)[number]
  | (typeof CERTIFICATE_ISSUE_CODES)[number]
  | CertificateWarningCode;

const FINDINGS: Readonly<Record<FindingCode, ErrorExplanation>> = {
  CERTIFICATE_PASSWORD_WRONG: {
    cause: 'The password does not open the file.',
    remedy: 'Type the password that the file was exported with.',
  },
  CERTIFICATE_UNREADABLE: {
    cause: 'The file is no PKCS#12, is damaged, or takes too long to be opened.',
    remedy: 'Choose the .p12 or .pfx file; if it is one, export it again.',
  },
  CERTIFICATE_MISSING: {
    cause: 'The file holds no certificate.',
    remedy: 'Export it again, the certificate together with its key.',
  },
  CERTIFICATE_WITHOUT_KEY: {
    cause: 'The file holds no private key: it cannot sign.',
    remedy: 'Export it again, the certificate together with its key.',
  },
  CERTIFICATE_WITH_SEVERAL_KEYS: {
    cause: 'The file contains several keys, and it is not known which one is meant.',
    remedy: 'Export the one for fiscalization only.',
  },
  CERTIFICATE_KEY_MISMATCH: {
    cause: 'The private key is not the one of the certificate.',
    remedy: 'Export both again from where the certificate was issued to.',
  },
  CERTIFICATE_EXPIRED: {
    cause: 'The certificate has expired.',
    remedy: 'Upload its successor.',
  },
  CERTIFICATE_NOT_YET_VALID: {
    cause: 'The certificate is not valid yet.',
    remedy: 'Upload it on its first day, or use the one before until then.',
  },
  CERTIFICATE_KEY_UNSUITABLE: {
    cause: 'The key is not RSA with 2048 bits, the only one that the authority takes.',
    remedy: 'Order a certificate for fiscalization.',
  },
  CERTIFICATE_TIN_MISSING: {
    cause: 'The certificate names no TIN.',
    remedy: "Upload the company's e-seal for fiscalization.",
  },
  CERTIFICATE_TIN_MISMATCH: {
    cause: 'The certificate names the TIN of another company.',
    remedy: "Upload the company's own certificate, or have its TIN corrected.",
  },
  CERTIFICATE_TOO_LARGE: {
    cause: 'The certificate alone has more than 4 096 bytes; every message would carry it.',
    remedy: 'Order a certificate for fiscalization.',
  },
  CERTIFICATE_EXPIRES_SOON: {
    cause: 'A note only: the certificate expires within 60 days.',
    remedy: 'Order its successor.',
  },
  CERTIFICATE_FILE_LEGACY: {
    cause: 'A note only: the file is locked with RC2 or 3DES, which is weak.',
    remedy: 'Keep the file in a safe place, or delete it.',
  },
};

/** Rows of code, cause and remedy in Markdown, as docs/errors.md shows them. */
export function certificateFindingRows(): string[] {
  return Object.entries(FINDINGS).map(
    ([code, { cause, remedy }]) => `| \`${code}\` | ${cause} | ${remedy} |`,
  );
}
