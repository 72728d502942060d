// Whose signature on an answer is believed. An answer carries only the certificate that signed it,
// so an anchor is either that very certificate (pinned) or the CA that issued it directly.
import { X509Certificate } from 'node:crypto';

/** Certificates under which an answer is believed; read once from the configuration. */
export type TrustAnchors = readonly X509Certificate[];

/** The configured trust anchors cannot be used. */
export class TrustAnchorError extends Error {
  override readonly name = 'TrustAnchorError';
  readonly code = 'TRUST_ANCHORS_UNREADABLE';
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads one or more certificates in PEM. Throws `TrustAnchorError` if there is none or a bad one. */
export function parseTrustAnchors(pem: string): TrustAnchors {
  const blocks = pem.match(PEM_CERTIFICATE);
  if (blocks === null) {
    throw new TrustAnchorError('The trust anchors hold no certificate in PEM.');
  }
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw new TrustAnchorError(`Certificate ${index + 1} of the trust anchors is unreadable.`, {
        cause,
      });
    }
  });
}

/** Why `certificate` is not believed at the instant `now`, as one sentence; null if it is. */
export function whyNotTrusted(
  certificate: X509Certificate,
  anchors: TrustAnchors,
  now: Date,
): string | null {
  if (!isValidAt(certificate, now)) {
    return `The certificate of the answer is valid from ${certificate.validFrom} to ${certificate.validTo}.`;
  }
  const isPinned = anchors.some((anchor) => anchor.raw.equals(certificate.raw));
  const isIssued = anchors.some(
    (anchor) =>
      anchor.ca &&
      isValidAt(anchor, now) &&
      certificate.checkIssued(anchor) &&
      certificate.verify(anchor.publicKey),
  );
  return isPinned || isIssued
    ? null
    : 'The certificate of the answer is not under the configured trust anchors.';
}

function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now <= certificate.validToDate;
}
