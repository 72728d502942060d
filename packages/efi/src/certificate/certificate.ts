// The fiscal certificate of a company: opened once at upload, inspected, and sealed at rest by
// others. Nothing here stores, prints or logs a key or a password.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { sentence } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import { CertificateError } from './certificate-error.ts';
import { openPkcs12 } from './pkcs12.ts';
import { CERTIFICATE_BYTES_MAX } from '../protocol.ts';
import type { Pkcs12Content } from './pkcs12.ts';

/** What an uploaded PKCS#12 file holds. `privateKeyDer` is a secret: seal it at once. */
export interface OpenedCertificate {
  /** PKCS#8, DER. */
  privateKeyDer: Buffer;
  /** The end-entity certificate that belongs to the key, DER. */
  certificateDer: Buffer;
  /** The other certificates of the file, DER; often empty. */
  chain: Buffer[];
  /** Distinguished name, most specific part last: `C=ME, O=…, CN=…`. */
  subject: string;
  issuer: string;
  /** Upper-case hexadecimal. */
  serialNumber: string;
  /** TIN of `organizationIdentifier=VATME-<TIN>` in the subject; null if there is none. */
  tin: string | null;
  notBefore: Date;
  notAfter: Date;
  /** Bits of an RSA key; null if the key is of another kind. */
  keyBits: number | null;
  /** Upper-case hexadecimal with colons, as other programs show it. */
  fingerprintSha256: string;
  /** How the file was locked: `legacy` is RC2 or 3DES. */
  form: Pkcs12Content['form'];
}

/**
 * Opens a PKCS#12 file, legacy or modern, and finds the key and the certificate that belongs to it.
 * Throws `CertificateError`; see its codes.
 */
export function openCertificate(pkcs12: Uint8Array, password: string): OpenedCertificate {
  const content = openPkcs12(pkcs12, password);
  const privateKey = onlyPrivateKey(content.privateKeys);
  const certificates = content.certificates.map(parseCertificate);
  if (certificates.length === 0) {
    throw new CertificateError('CERTIFICATE_MISSING', 'The file holds no certificate.');
  }
  // A file may hold a certificate and its renewal for the same key: the one that lasts longest
  // counts.
  const [certificate] = certificates
    .filter((candidate) => candidate.checkPrivateKey(privateKey))
    .sort((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  if (certificate === undefined) {
    throw new CertificateError(
      'CERTIFICATE_KEY_MISMATCH',
      'The private key in the file belongs to none of its certificates.',
    );
  }
  return {
    privateKeyDer: privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificateDer: certificate.raw,
    chain: certificates.filter((other) => other !== certificate).map((other) => other.raw),
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber,
    tin: tinOf(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    keyBits: rsaBitsOf(certificate.publicKey),
    fingerprintSha256: certificate.fingerprint256,
    form: content.form,
  };
}

/** Every code that `inspectCertificate` reports. */
export const CERTIFICATE_ISSUE_CODES = [
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_NOT_YET_VALID',
  'CERTIFICATE_KEY_UNSUITABLE',
  'CERTIFICATE_TIN_MISSING',
  'CERTIFICATE_TIN_MISMATCH',
  'CERTIFICATE_TOO_LARGE',
] as const;

/**
 * What would make the authority refuse this certificate, all at once; empty if nothing would.
 * `tin` is the company's, `now` the instant at which it is to sign.
 */
export function inspectCertificate(
  opened: Pick<OpenedCertificate, 'tin' | 'notBefore' | 'notAfter' | 'keyBits' | 'certificateDer'>,
  { tin, now }: { tin: string; now: Date },
): Issue[] {
  const issues: Issue[] = [];
  const report = (code: (typeof CERTIFICATE_ISSUE_CODES)[number], message: string) => {
    issues.push({ code, path: 'certificate', message });
  };
  if (now > opened.notAfter) {
    report('CERTIFICATE_EXPIRED', `The certificate expired on ${dayOf(opened.notAfter)}.`);
  }
  if (now < opened.notBefore) {
    report(
      'CERTIFICATE_NOT_YET_VALID',
      `The certificate is valid from ${dayOf(opened.notBefore)} on.`,
    );
  }
  // An IICSignature has room for exactly 2048 bits (Protocol §2.1, Hex512SType).
  if (opened.keyBits !== 2048) {
    report(
      'CERTIFICATE_KEY_UNSUITABLE',
      'The key of the certificate is not an RSA key of 2048 bits.',
    );
  }
  if (opened.tin === null) {
    report(
      'CERTIFICATE_TIN_MISSING',
      'The certificate names no company: its subject has no organizationIdentifier=VATME-<TIN>.',
    );
  } else if (opened.tin !== tin) {
    report(
      'CERTIFICATE_TIN_MISMATCH',
      `The certificate belongs to TIN ${opened.tin}, the company has TIN ${tin}.`,
    );
  }
  // Every message carries it, and what is accepted must be sure to fit into one (message-size.ts).
  const { byteLength } = opened.certificateDer;
  if (byteLength > CERTIFICATE_BYTES_MAX) {
    report(
      'CERTIFICATE_TOO_LARGE',
      `The certificate has ${byteLength} bytes; a message can carry ${CERTIFICATE_BYTES_MAX}.`,
    );
  }
  return issues;
}

// One part of the name a line, its attributes joined by ` + `: real certificates have the TIN on a
// line of its own or behind the company's name. Node escapes `+` and line breaks inside a value, so
// no value can pose as an attribute.
const TIN_ATTRIBUTE = /(?:^|\n| \+ )organizationIdentifier=VATME-([0-9]{8}|[0-9]{13})(?=$|\n| \+ )/;

/** TIN in `organizationIdentifier=VATME-<TIN>` of the subject, 8 or 13 digits. Protocol §9. */
export function tinOf(certificate: X509Certificate): string | null {
  return TIN_ATTRIBUTE.exec(certificate.subject)?.[1] ?? null;
}

/** Reads DER. Throws `CertificateError` with `CERTIFICATE_UNREADABLE`. */
export function parseCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new CertificateError('CERTIFICATE_UNREADABLE', sentence('certificateUnreadable'), cause);
  }
}

/** Reads PKCS#8 in DER. Throws `CertificateError` with `CERTIFICATE_UNREADABLE`. */
export function parsePrivateKey(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new CertificateError('CERTIFICATE_UNREADABLE', sentence('keyUnreadable'), cause);
  }
}

function onlyPrivateKey(privateKeys: readonly Buffer[]): KeyObject {
  const [first, ...others] = privateKeys;
  if (first === undefined) {
    throw new CertificateError(
      'CERTIFICATE_WITHOUT_KEY',
      'The file holds no private key; export the certificate together with its key.',
    );
  }
  if (others.length > 0) {
    throw new CertificateError(
      'CERTIFICATE_WITH_SEVERAL_KEYS',
      'The file holds several private keys; export only the fiscal certificate.',
    );
  }
  return parsePrivateKey(first);
}

function rsaBitsOf(key: KeyObject): number | null {
  return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? null) : null;
}

function oneLine(distinguishedName: string): string {
  return distinguishedName.split('\n').join(', ');
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
