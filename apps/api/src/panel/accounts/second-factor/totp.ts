// Codes of an authenticator app (RFC 6238). The shared secret is sealed with a key that is not in
// the database, and bound to its owner: moved to another row it does not open.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { listSealedTotp, replaceSealOfTotp } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';
import type { Logger } from '@fiscal/runtime';
import { deriveKeys } from './admin-secret.ts';

const ISSUER = 'Fiscal Invoicing Service';
const PERIOD_S = 30;
/** RFC 4226 asks for 128 bits and recommends 160. */
const SECRET_BYTES = 20;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals and opens the secrets of authenticator apps. */
export type TotpVault = ReturnType<typeof openTotpVault>;

/**
 * Seals secrets at rest with AES-256-GCM.
 * @param adminSecret ADMIN_SECRET; any texts with enough randomness, the newest first.
 */
export function openTotpVault(adminSecret: string) {
  const keys = deriveKeys(adminSecret, 'totp');
  const seal = (secret: Uint8Array, userId: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keys.newest, nonce).setAAD(Buffer.from(userId));
    const text = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  };
  const find = (sealed: Uint8Array, userId: string) => {
    for (const key of keys.all) {
      const secret = openWith(key, sealed, userId);
      if (secret) return { secret, isNewest: key === keys.newest };
    }
    return null;
  };
  const found = (sealed: Uint8Array, userId: string) => {
    const factor = find(sealed, userId);
    if (factor) return factor;
    throw new Error('a second factor is sealed with another ADMIN_SECRET, or for somebody else');
  };
  return {
    seal,
    /** @throws Error if it was sealed with none of our secrets, or for somebody else. */
    open: (sealed: Uint8Array, userId: string): Buffer => found(sealed, userId).secret,
    /** Whether `open` would. */
    opens: (sealed: Uint8Array, userId: string): boolean => find(sealed, userId) !== null,
    /**
     * The same secret sealed with the newest ADMIN_SECRET; null if it is already.
     * @throws Error as `open` does.
     */
    reseal(sealed: Uint8Array, userId: string): Buffer | null {
      const { secret, isNewest } = found(sealed, userId);
      return isNewest ? null : seal(secret, userId);
    },
    /** Whether there is an older ADMIN_SECRET beside the newest. */
    hasOlderSecret: keys.all.length > 1,
  };
}

/** Null if it was sealed with another key, or for somebody else. */
function openWith(key: Buffer, sealed: Uint8Array, userId: string): Buffer | null {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
  const secret = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([secret, decipher.final()]);
  } catch {
    // The tag is not the one of this key: there is nothing else that `final` could throw.
    return null;
  }
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

/** Does nothing with one secret. Logs how many were sealed anew, and which open with none. */
export async function resealSecondFactors(
  db: Database,
  vault: TotpVault,
  logger: Logger,
): Promise<void> {
  if (!vault.hasOlderSecret) return;
  let resealedCount = 0;
  const unopened: string[] = [];
  for (const factor of await listSealedTotp(db)) {
    const { userId, sealedSecret } = factor;
    if (!vault.opens(sealedSecret, userId)) {
      unopened.push(userId);
      continue;
    }
    const resealed = vault.reseal(sealedSecret, userId);
    // A secret that has been replaced meanwhile is sealed with the newest.
    if (resealed && (await replaceSealOfTotp(db, factor, resealed))) resealedCount += 1;
  }
  logger.info({ resealed: resealedCount }, 'second factors were sealed with the newest secret');
  if (unopened.length > 0) {
    logger.warn({ userIds: unopened }, 'second factors that no ADMIN_SECRET opens');
  }
}
