// The key that manifests are signed with: the installation's own, and no company's, because those
// sign for the authority alone. RSA with SHA-256, which `openssl dgst` verifies in every version.

import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** A key that is meant to be believed for twenty years. */
const BITS_MIN = 3072;

export interface ArchiveKey {
  /** PEM, as `openssl pkey -pubout` writes it. */
  publicPem: string;
  /** SHA-256 of `publicPem`, hexadecimal. */
  fingerprint: string;
  sign(bytes: Uint8Array): Buffer;
}

/** @throws Error in words where it is no such key */
export function openArchiveKey(pem: string): ArchiveKey {
  const refusal = `ARCHIVE_SIGNING_KEY must be an RSA key of ${BITS_MIN} bits or more, in PEM`;
  let key;
  try {
    key = createPrivateKey(pem);
  } catch (cause) {
    throw new Error(refusal, { cause });
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < BITS_MIN) throw new Error(refusal);
  const publicPem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return { publicPem, fingerprint: sha256(publicPem), sign: (bytes) => sign('sha256', bytes, key) };
}

/** Whether the key of `publicPem` has signed the bytes; never throws. */
export function isSignedBy(publicPem: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify('sha256', bytes, publicPem, signature);
  } catch {
    // The file is no key: what it is named by says which one it has to be.
    return false;
  }
}

/** Hexadecimal. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
