// A company's key made ready to sign: parsed once, because a KeyObject signs more than twice as
// fast as PEM text that is parsed each time.
import type { KeyObject } from 'node:crypto';
import { sentence } from '@fiscal/domain';
import { CertificateError } from '../certificate/certificate-error.ts';
import { parseCertificate, parsePrivateKey, tinOf } from '../certificate/certificate.ts';

/** Signs messages and IICs for one company. Holds the private key: never store, print or log it. */
export interface Signer {
  readonly privateKey: KeyObject;
  /** DER in base64 without line breaks, as KeyInfo carries it. */
  readonly certificateBase64: string;
  /** TIN in the certificate's subject; null if there is none. */
  readonly tin: string | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Parses key (PKCS#8) and certificate, both DER. Throws `CertificateError` with
 * `CERTIFICATE_UNREADABLE` or, if they do not belong together, `CERTIFICATE_KEY_MISMATCH`.
 */
export function createSigner(material: {
  privateKeyDer: Uint8Array;
  certificateDer: Uint8Array;
}): Signer {
  const privateKey = parsePrivateKey(material.privateKeyDer);
  const certificate = parseCertificate(material.certificateDer);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new CertificateError('CERTIFICATE_KEY_MISMATCH', sentence('keyOfOther'));
  }
  return {
    privateKey,
    certificateBase64: certificate.raw.toString('base64'),
    tin: tinOf(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  };
}
