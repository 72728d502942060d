// Whether API and workers belong to one vault: what the API seals to its recipient, and what has
// been sealed, opens with the identities of the workers. Neither has both halves, so each compares
// its own with what the database shows of the other.

import { recipientOf, seal, unseal, VaultError } from '../company/certificate-vault.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { listWorkers } from '../operations/worker-health.ts';
import type { Finding } from './finding.ts';

/** By the primary key, whose values grow with time. */
const findNewestSealed = statement.maybe<object, { id: string; sealed: Buffer; sealedTo: string }>(
  'find_newest_sealed_key',
  `select id, sealed_private_key as sealed, sealed_to as "sealedTo"
   from certificate where is_active order by id desc limit 1`,
);

/**
 * Of a worker: its identities open the newest key that signs. Older ones need not open: a company
 * whose key was left behind by an exchange uploads it again.
 * @param identities `AGE-SECRET-KEY-1…`; two while the vault's keys are exchanged.
 */
export async function examineIdentities(
  db: Database,
  identities: readonly string[],
): Promise<Finding | null> {
  let recipients: string[];
  try {
    recipients = await Promise.all(identities.map(recipientOf));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const sentence =
      'CERTIFICATE_IDENTITY is no identity of the vault: it is damaged or incomplete.';
    return { code: 'VAULT_IDENTITY_INVALID', sentence };
  }
  const newest = await findNewestSealed(db);
  if (newest === null || (await opens(identities, newest.sealed))) return null;
  return {
    code: 'VAULT_IDENTITY_WRONG',
    sentence:
      `CERTIFICATE_IDENTITY belongs to ${recipients.join(' and ')} and does not open the newest key of ` +
      `a certificate, which is sealed to ${newest.sealedTo}: give this worker ` +
      'the identity of that recipient, which is the one of the API (CERTIFICATE_RECIPIENT).',
  };
}

async function opens(identities: readonly string[], sealed: Uint8Array): Promise<boolean> {
  try {
    await unseal(identities, sealed);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

/**
 * Of an API process: a worker that lives opens what it seals.
 * @param recipient `age1…`
 */
export async function examineRecipient(db: Database, recipient: string): Promise<Finding | null> {
  try {
    await seal(recipient, new Uint8Array(1));
  } catch {
    const sentence =
      'CERTIFICATE_RECIPIENT is no recipient of the vault: it is damaged or incomplete.';
    return { code: 'VAULT_RECIPIENT_INVALID', sentence };
  }
  const alive = (await listWorkers(db)).filter(({ isAlive }) => isAlive);
  const opened = new Set(alive.flatMap(({ vaultRecipients }) => vaultRecipients));
  if (opened.size === 0 || opened.has(recipient)) return null;
  return {
    code: 'VAULT_RECIPIENT_WRONG',
    sentence:
      `CERTIFICATE_RECIPIENT is ${recipient}, and no running worker opens what is sealed to it (they ` +
      `open ${[...opened].join(', ')}): set the recipient of their CERTIFICATE_IDENTITY, or give them ` +
      'the new identity first (SECURITY.md, Rotating the vault’s keys).',
  };
}
