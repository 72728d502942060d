// Whether a file of trust anchors can do what it is for: lead the authority's replies to somebody
// we trust. Asked before the first message, because replies that are not believed turn sales
// Offline.
import type { X509Certificate } from 'node:crypto';
import { whyNotOfTheAuthority } from './authority-certificate.ts';
import { onOneLine } from './certificate-words.ts';
import { isValidAt, parseTrustAnchors, TrustAnchorError } from './trust-anchors.ts';
import type { TrustAnchors } from './trust-anchors.ts';

/** As the doctor of packages/runtime takes it. */
export interface AnchorFinding {
  code: 'TRUST_ANCHORS_UNREADABLE' | 'TRUST_ANCHORS_EXPIRED' | 'TRUST_ANCHORS_UNFIT';
  /** What is wrong, and what to do. */
  sentence: string;
  /** True where replies can be believed all the same. */
  isRemark?: boolean;
}

/** The authority's own addresses. Protocol §1. */
const AUTHORITY_HOST = /(?:^|\.)tax\.gov\.me$/;
/** The organization of the throw-away CAs that are made for the simulator. */
const THROW_AWAY = /(?:^|\n)O=Not a certification authority(?:$|\n)/;

/**
 * Null where replies of this endpoint can be believed under the anchors.
 * @param variable that names the file, for the sentence.
 * @param pem its content.
 */
export function examineTrustAnchors(
  variable: string,
  pem: string,
  endpoint: string,
  now: Date,
): AnchorFinding | null {
  let anchors: TrustAnchors;
  try {
    anchors = parseTrustAnchors(pem);
  } catch (error) {
    if (!(error instanceof TrustAnchorError)) throw error;
    const sentence = `${variable}: ${error.message} Put the CA certificates of the authority there, in PEM.`;
    return { code: 'TRUST_ANCHORS_UNREADABLE', sentence };
  }
  const fit = anchors.filter((anchor) => anchor.ca || whyNotOfTheAuthority(anchor) === null);
  if (fit.length === 0) {
    return unfit(
      `${variable} holds neither a CA nor a certificate of the tax administration, but ${subjectsOf(anchors)}: ` +
        'put the certificate of the CA there that issued the one which the authority signs with.',
    );
  }
  const valid = fit.filter((anchor) => isValidAt(anchor, now));
  if (valid.length === 0)
    return { code: 'TRUST_ANCHORS_EXPIRED', sentence: expired(variable, fit) };
  const isOfAuthority = AUTHORITY_HOST.test(new URL(endpoint).hostname);
  if (isOfAuthority && valid.every(({ subject }) => THROW_AWAY.test(subject))) {
    return unfit(
      `${variable} holds a throw-away CA of the simulator alone, and the endpoint is ${endpoint}: put the ` +
        'CA certificates of the authority there.',
    );
  }
  if (valid.length === fit.length) return null;
  const others = fit.filter((anchor) => !valid.includes(anchor));
  const sentence = expired(variable, others);
  return { code: 'TRUST_ANCHORS_EXPIRED', sentence, isRemark: true };
}

function unfit(sentence: string): AnchorFinding {
  return { code: 'TRUST_ANCHORS_UNFIT', sentence };
}

function expired(variable: string, anchors: readonly X509Certificate[]): string {
  const times = anchors.map(
    (anchor) => `${onOneLine(anchor.subject)} (${anchor.validFrom} to ${anchor.validTo})`,
  );
  return (
    `${variable} holds certificates that are not valid now: ${times.join('; ')}: replace them by the ` +
    'present ones of the authority.'
  );
}

function subjectsOf(certificates: readonly X509Certificate[]): string {
  return certificates.map(({ subject }) => onOneLine(subject)).join('; ');
}
