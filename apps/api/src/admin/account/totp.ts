// Codes of an authenticator app (RFC 6238). The shared secret is sealed with a key that is not in the
// database, and bound to its owner: moved to another row it does not open.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Fiscal Invoicing Service';
const PERIOD_S = 30;
/** RFC 4226 asks for 128 bits and recommends 160. */
const SECRET_BYTES = 20;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals secrets at rest with AES-256-GCM. */
export interface TotpVault {
  seal(secret: Uint8Array, userId: string): Buffer;
  /** @throws Error if it was sealed with another ADMIN_SECRET, or for somebody else. */
  open(sealed: Uint8Array, userId: string): Buffer;
}

/** @param adminSecret any text with enough randomness; the key is derived from it. */
export function openTotpVault(adminSecret: string): TotpVault {
  const key = Buffer.from(hkdfSync('sha256', adminSecret, '', 'fiscal panel: totp', 32));
  return {
    seal(secret, userId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, userId) {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    },
  };
}

/** A new shared secret. */
export function generateTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** What an app takes by hand, and as a QR code. */
export function describeTotp(secret: Uint8Array, email: string) {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, otpauthUrl: totp.toString() };
}

/**
 * The time step that a code is of: the present one, or a neighbour for clocks that differ.
 * @returns null if the code is of none of them.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_S * 1000)) + delta;
}

function totpOf(secret: Uint8Array, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}
