// Whose signature on a reply is believed: that of a certificate of the tax administration which
// is an anchor itself, or which a CA among the anchors has issued, directly or by CAs whose
// certificates came with the reply. What came with the reply is never an anchor: it only leads to
// one.
import { X509Certificate } from 'node:crypto';
import { sentence } from '@fiscal/domain';
import { whyNotOfTheAuthority } from './authority-certificate.ts';
import { describeCertificate } from './certificate-words.ts';

/** Certificates under which a reply is believed; read once from the configuration. */
export type TrustAnchors = readonly X509Certificate[];

/** The configured trust anchors cannot be used. */
export class TrustAnchorError extends Error {
  override readonly name = 'TrustAnchorError';
  readonly code = 'TRUST_ANCHORS_UNREADABLE';
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads one or more certificates in PEM. Throws `TrustAnchorError` if there is none or a bad one.
 */
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

/** Why a signer is not believed. */
export interface Distrust {
  /** `not-anchored`: it bears the authority's name, and leads to none of our anchors. */
  reason: 'bad-signature' | 'not-anchored';
  /** One sentence. */
  detail: string;
}

/**
 * Why `certificate` is not believed at the instant `now`; null if it is.
 * @param companions certificates that came with it, trusted or not, in any order; the work grows
 * with the square of their number.
 */
export function whyNotTrusted(
  certificate: X509Certificate,
  companions: readonly X509Certificate[],
  anchors: TrustAnchors,
  now: Date,
): Distrust | null {
  if (!isValidAt(certificate, now)) {
    const { validFrom, validTo } = certificate;
    return bad(sentence('certificateTime', { from: validFrom, to: validTo }));
  }
  if (certificate.ca) {
    return bad(sentence('certificateOfCa'));
  }
  const whyNot = whyNotOfTheAuthority(certificate);
  if (whyNot !== null) return bad(whyNot);
  if (anchors.some((anchor) => anchor.raw.equals(certificate.raw))) return null;
  // Everything that leads up from the certificate, each once: CAs may have certified each other.
  const reached = [certificate];
  for (const each of reached) {
    if (anchors.some((anchor) => isIssuedBy(each, anchor, now))) {
      return null;
    }
    reached.push(
      ...companions.filter((other) => !reached.includes(other) && isIssuedBy(each, other, now)),
    );
  }
  return {
    reason: 'not-anchored',
    detail: sentence('certificateUnanchored', { certificate: describeCertificate(certificate) }),
  };
}

function bad(detail: string): Distrust {
  return { reason: 'bad-signature', detail };
}

// How many CAs may follow a CA (pathLenConstraint) is not looked at: a CA under an anchor can issue
// the certificate itself, so that the limit would exclude nothing.
function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate, now: Date): boolean {
  return issuer.ca && isValidAt(issuer, now) && hasSigned(issuer, certificate);
}

/** What has been verified once stays so; both certificates are kept where they are parsed. */
const verified = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const ofIssuer = verified.get(issuer) ?? new WeakMap<X509Certificate, boolean>();
  verified.set(issuer, ofIssuer);
  const known = ofIssuer.get(certificate);
  if (known !== undefined) return known;
  const isSigned = certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  ofIssuer.set(certificate, isSigned);
  return isSigned;
}

/** Whether the instant is between its first and its last second. */
export function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now <= certificate.validToDate;
}
