// Seals private keys at rest (decisions §1). The API holds the recipient and can only seal; the
// worker alone holds the identity and can open. The envelope is the age file format.

import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { sentence } from '@fiscal/domain';

/** A sealed key could not be opened: another identity, or damaged bytes. */
export class VaultError extends Error {
  readonly code = 'CERTIFICATE_SEALED';
  override readonly name = 'VaultError';
}

/**
 * A new pair: the identity (`AGE-SECRET-KEY-1…`) for the worker, the recipient (`age1…`) for the
 * API.
 */
export async function generateVaultKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** @param recipient `age1…` */
export async function seal(recipient: string, secret: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(secret);
}

/**
 * @param identities `AGE-SECRET-KEY-1…`; while the vault's keys are exchanged there are two.
 * @throws VaultError
 */
export async function unseal(
  identities: string | readonly string[],
  sealed: Uint8Array,
): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  for (const identity of [identities].flat()) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(sealed);
  } catch (error) {
    throw new VaultError(sentence('keySealed'), {
      cause: error,
    });
  }
}

/** The public half, `age1…`, of an identity. @throws VaultError if it is none. */
export async function recipientOf(identity: string): Promise<string> {
  try {
    return await identityToRecipient(identity);
  } catch {
    // The library's complaint may hold the secret itself.
    throw new VaultError('An identity of the certificate vault is not AGE-SECRET-KEY-1….');
  }
}
