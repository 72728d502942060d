// Private keys, opened only here, and only in memory: each certificate is unsealed and parsed once
// and then kept while the process lives.

import { findCertificate, unseal, VaultError } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { CertificateError, createSigner } from '@fiscal/efi';
import type { Signer } from '@fiscal/efi';
import { sentence } from '@fiscal/domain';

/** Why there is no signer: a fault of the certificate, or of our own identity, and the sentence. */
export interface Unusable {
  kind: 'unusable';
  code: 'CERTIFICATE_ERROR' | 'VAULT_IDENTITY_WRONG';
  reason: string;
}

export type SignerResult = { kind: 'ready'; signer: Signer } | Unusable;

export type Signers = ReturnType<typeof openSigners>;

/**
 * @param identities the private half of the certificate vault; two while its keys are exchanged.
 */
export function openSigners(db: Database, identities: readonly string[]) {
  const opened = new Map<string, Promise<Signer>>();

  async function unsealed(certificateId: string): Promise<Signer> {
    const sealed = await findCertificate(db, { id: certificateId });
    if (!sealed) throw new Error(`certificate ${certificateId} has vanished`);
    const privateKeyDer = await unseal(identities, sealed.sealedPrivateKey);
    return createSigner({ privateKeyDer, certificateDer: sealed.certificateDer });
  }

  function once(certificateId: string): Promise<Signer> {
    const known = opened.get(certificateId);
    if (known) return known;
    const opening = unsealed(certificateId);
    opened.set(certificateId, opening);
    // What could not be opened is tried again by the next sale.
    opening.catch(() => opened.delete(certificateId));
    return opening;
  }

  /**
   * The signer of a certificate whether it may still sign or not: what was signed before is looked
   * into with the key of that time.
   */
  async function open(certificateId: string): Promise<SignerResult> {
    try {
      return { kind: 'ready', signer: await once(certificateId) };
    } catch (error) {
      if (error instanceof CertificateError) return unusable(error.message);
      // The company can do nothing about it: its key is sealed to another worker's identity.
      if (error instanceof VaultError) return unusable(error.message, 'VAULT_IDENTITY_WRONG');
      throw error;
    }
  }

  return {
    open,
    /**
     * The signer of a certificate, checked before a number is used (decisions §6): there, readable,
     * valid at `now`, and of the company's own TIN.
     */
    async find(certificateId: string | null, tin: string, now: Date): Promise<SignerResult> {
      if (certificateId === null) {
        return unusable(sentence('certificateMissing'));
      }
      const result = await open(certificateId);
      if (result.kind === 'unusable') return result;
      const problem = whyUnusable(result.signer, tin, now);
      return problem === null ? result : unusable(problem);
    },
  };
}

/** What keeps a signer from signing invoices of the company now; null if nothing does. */
export function whyUnusable(signer: Signer, tin: string, now: Date): string | null {
  if (now < signer.notBefore) return sentence('certificateEarly');
  if (now > signer.notAfter) return sentence('certificateExpired');
  if (signer.tin !== tin) return sentence('certificateOfOther');
  return null;
}

function unusable(reason: string, code: Unusable['code'] = 'CERTIFICATE_ERROR'): Unusable {
  return { kind: 'unusable', code, reason };
}

export interface SigningKey {
  certificateId: string;
  signer: Signer;
}

/** The key that signs for a claimed row, or why there is none. */
export async function signingKeyOf(
  { signers, clock }: { signers: Signers; clock: () => Date },
  { certificateId, company }: { certificateId: string | null; company: { tin: string } },
): Promise<(SigningKey & { kind: 'ready' }) | Unusable> {
  const found = await signers.find(certificateId, company.tin, clock());
  if (found.kind === 'unusable') return found;
  if (certificateId === null) throw new Error('a signer was found without a certificate');
  return { kind: 'ready', certificateId, signer: found.signer };
}
