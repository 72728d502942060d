// Private keys, opened only here, and only in memory: each certificate is unsealed and parsed once
// and then signs until it leaves the cache.

import { findCertificate, unseal, VaultError } from '@fiscal/db';
import type { Database } from '@fiscal/db';
import { CertificateError, createSigner } from '@fiscal/efi';
import type { Signer } from '@fiscal/efi';

/** A signer, or the sentence that says why there is none. */
export type SignerResult = { kind: 'ready'; signer: Signer } | { kind: 'unusable'; reason: string };

export interface Signers {
  /**
   * The signer of a certificate, checked before a number is used (decisions §6): there, readable,
   * valid at `now`, and of the company's own TIN.
   */
  find(certificateId: string | null, tin: string, now: Date): Promise<SignerResult>;
}

/** @param identity the private half of the certificate vault. */
export function openSigners(db: Database, identity: string): Signers {
  const opened = new Map<string, Promise<Signer>>();

  async function open(certificateId: string): Promise<Signer> {
    const sealed = await findCertificate(db, certificateId);
    if (!sealed) throw new Error(`certificate ${certificateId} has vanished`);
    const privateKeyDer = await unseal(identity, sealed.sealedPrivateKey);
    return createSigner({ privateKeyDer, certificateDer: sealed.certificateDer });
  }

  function once(certificateId: string): Promise<Signer> {
    const known = opened.get(certificateId);
    if (known) return known;
    const opening = open(certificateId);
    opened.set(certificateId, opening);
    // What could not be opened is tried again by the next sale.
    opening.catch(() => opened.delete(certificateId));
    return opening;
  }

  return {
    async find(certificateId, tin, now) {
      if (certificateId === null) {
        return unusable('The company has no certificate for this environment.');
      }
      try {
        const signer = await once(certificateId);
        if (now < signer.notBefore) return unusable('The certificate is not valid yet.');
        if (now > signer.notAfter) return unusable('The certificate has expired.');
        if (signer.tin !== tin) return unusable('The certificate belongs to another TIN.');
        return { kind: 'ready', signer };
      } catch (error) {
        if (error instanceof CertificateError || error instanceof VaultError) {
          return unusable(error.message);
        }
        throw error;
      }
    },
  };
}

function unusable(reason: string) {
  return { kind: 'unusable' as const, reason };
}
