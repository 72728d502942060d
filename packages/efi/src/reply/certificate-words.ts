// How a certificate is named in a sentence.
import type { X509Certificate } from 'node:crypto';

/** A name may be as long as its issuer likes. */
const LONGEST_NAME = 200;

/** A distinguished name as Node writes it, an attribute a line, on one line. */
export function onOneLine(name: string): string {
  const line = name.replaceAll('\n', ', ');
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME).toWellFormed()}…`;
}

/** Subject, issuer and fingerprint: enough to ask somebody whose it is. */
export function describeCertificate({ subject, issuer, fingerprint256 }: X509Certificate): string {
  return `${onOneLine(subject)}, issued by ${onOneLine(issuer)}, SHA-256 ${fingerprint256}`;
}
