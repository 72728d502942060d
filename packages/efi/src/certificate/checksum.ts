// The checksum of a PKCS#12 file (MacData), which shows whether a password is right: an HMAC
// with a key of PKCS#12's own derivation (RFC 7292, 4), or PBMAC1 (RFC 9879).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { algorithmOf, bareAlgorithmOf, MalformedError, octetsOf, valuesOf } from './ber.ts';
import type { Node } from './ber.ts';
import {
  derivePkcs12Key,
  hmacDigestOf,
  iterationsOf,
  KEY_PURPOSE,
  readPbkdf2,
  roundsOf,
  unsupported,
} from './key-derivation.ts';
import type { Digest } from './key-derivation.ts';
import type { PasswordForm } from './password-forms.ts';

/** The checksum of a file. */
export interface Checksum {
  /** What comparing it once costs. */
  rounds: number;
  /** True if the checksum over `content` was made with this password. */
  fits(password: PasswordForm, content: Buffer): boolean;
}

const PBMAC1 = '1.2.840.113549.1.5.14';

const DIGESTS: Readonly<Record<string, { name: Digest; bytes: number }>> = {
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.4': { name: 'sha224', bytes: 28 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64 },
};

/**
 * Reads MacData. Throws `MalformedError`, and `CertificateError` for an algorithm that is not known
 * or asks for too much work.
 */
export function readChecksum(macData: Node): Checksum {
  const [digestInfo, saltNode, iterationsNode] = valuesOf(macData);
  const [algorithm, valueNode] = valuesOf(digestInfo);
  const { oid, parameters } = algorithmOf(algorithm);
  const value = octetsOf(valueNode);
  if (oid === PBMAC1) return readPbmac1(parameters, value);
  const digest = DIGESTS[bareAlgorithmOf(algorithm)];
  if (digest === undefined) throw unsupported(`the checksum algorithm ${oid}`);
  const derivation = {
    digest: digest.name,
    purpose: KEY_PURPOSE.checksum,
    salt: octetsOf(saltNode),
    iterations: iterationsNode === undefined ? 1 : iterationsOf(iterationsNode),
    keyLength: digest.bytes,
  };
  return {
    rounds: roundsOf(derivation),
    fits: (password, content) =>
      isHmac(value, digest.name, derivePkcs12Key(password.pkcs12, derivation), content),
  };
}

function readPbmac1(parameters: Node | undefined, value: Buffer): Checksum {
  const [derivation, scheme] = valuesOf(parameters);
  const pbkdf2 = readPbkdf2(derivation);
  const digest = hmacDigestOf(scheme);
  const { keyLength } = pbkdf2;
  // RFC 9879, 4: without it the key could be of any length, also none.
  if (keyLength === null || keyLength < 20 || keyLength > 64) {
    throw new MalformedError('The checksum does not say how long its key is.');
  }
  return {
    rounds: pbkdf2.rounds(keyLength),
    fits: (password, content) =>
      isHmac(value, digest, pbkdf2.derive(password.pbkdf2, keyLength), content),
  };
}

function isHmac(value: Buffer, digest: string, key: Buffer, content: Buffer): boolean {
  const hmac = createHmac(digest, key).update(content).digest();
  return hmac.length === value.length && timingSafeEqual(hmac, value);
}
