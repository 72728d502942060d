// Step "certificate" of the checks: what KeyInfo holds (32, 33) and whether the certificate may
// speak for the issuer (34 to 39). Protocol §6, §7.1, §9.

import type { XmlElement } from 'libxml2-wasm';
import { childElements } from '../message/xml-tree.ts';
import { firstRefusal, refuse } from '../message/refusal.ts';
import type { CheckResult, Refusal } from '../message/refusal.ts';
import { SIGNATURE_NAMESPACE } from '../schema/request-schema.ts';
import type { CertificateRegister, TaxpayerCertificate } from '../state/certificates.ts';

function isSignaturePart(element: XmlElement, name: string): boolean {
  return element.name === name && element.namespaceUri === SIGNATURE_NAMESPACE;
}

/** The certificate of a Signature, or 32 for anything beside it, or 33 for none or no X.509. */
export function readKeyInfo(
  signature: XmlElement,
  certificates: CertificateRegister,
): TaxpayerCertificate | Refusal {
  const keyInfo = childElements(signature).find((child) => isSignaturePart(child, 'KeyInfo'));
  if (!keyInfo) return refuse(33);
  const [data, ...besideData] = childElements(keyInfo);
  if (!data || besideData.length > 0) return refuse(data ? 32 : 33);
  if (!isSignaturePart(data, 'X509Data')) return refuse(33);
  const [only, ...besideOnly] = childElements(data);
  if (!only || besideOnly.length > 0) return refuse(only ? 32 : 33);
  if (!isSignaturePart(only, 'X509Certificate')) return refuse(33);
  return certificates.read(Buffer.from(only.content, 'base64')) ?? refuse(33);
}

/**
 * Issued by a registered CA (35), sound (34), not expired (36), not revoked (38), of known status
 * (39) and of the issuer's TIN (37), at the time of delivery (protocol §14).
 */
export function checkCertificate(
  certificate: TaxpayerCertificate,
  issuerTin: string,
  certificates: CertificateRegister,
  now: number,
): CheckResult {
  const status = certificates.statusOf(certificate);
  return firstRefusal([
    () => certificate.chainRefusal,
    () => (now < certificate.notBefore ? refuse(34) : null),
    () => (now > certificate.notAfter ? refuse(36) : null),
    () => (status === 'revoked' ? refuse(38) : null),
    () => (status === 'unknown' ? refuse(39) : null),
    () => (certificate.tin === issuerTin ? null : refuse(37)),
  ]);
}
