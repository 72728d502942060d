// ADMIN_SECRET and the keys that are derived from it. There may be several, the newest first: it
// seals and signs, and all of them open and verify while one replaces another.

import { hkdfSync } from 'node:crypto';

/** The shortest that one of them may be. */
const SHORTEST = 32;

/** Whether each of the secrets, with commas between them, is long enough. */
export function areAdminSecrets(text: string): boolean {
  return text.split(',').every((secret) => secret.length >= SHORTEST);
}

/** Keys of one purpose, in the order of the secrets. */
export interface DerivedKeys {
  newest: Buffer;
  /** The newest among them. */
  all: readonly Buffer[];
}

/**
 * 256 bits for each of the secrets (HKDF-SHA-256).
 * @param secrets ADMIN_SECRET: with commas between them, the newest first.
 * @param purpose of the keys; two purposes have different ones.
 */
export function deriveKeys(secrets: string, purpose: string): DerivedKeys {
  const [newest, ...older] = secrets
    .split(',')
    .map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `fiscal panel: ${purpose}`, 32)));
  if (!newest) throw new Error('there is no secret to derive a key from');
  return { newest, all: [newest, ...older] };
}
