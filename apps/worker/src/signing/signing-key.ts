import type { Signer } from '@fiscal/efi';
import type { WorkContext } from '../work.ts';

/** A signer and the certificate it signs with. */
export interface SigningKey {
  certificateId: string;
  signer: Signer;
}

/** The key that signs for a claimed row, or the sentence that says why there is none. */
export async function signingKeyOf(
  { signers, clock }: WorkContext,
  { certificateId, company }: { certificateId: string | null; company: { tin: string } },
): Promise<(SigningKey & { kind: 'ready' }) | { kind: 'unusable'; reason: string }> {
  const found = await signers.find(certificateId, company.tin, clock());
  if (found.kind === 'unusable') return found;
  if (certificateId === null) throw new Error('a signer was found without a certificate');
  return { kind: 'ready', certificateId, signer: found.signer };
}
