// Exchanges the key pair of the certificate vault: every private key is opened with the old
// identity and sealed to the new recipient. It may be stopped and called again at any time: what
// was done is noted with each certificate. SECURITY.md says what to do before and after.

import { recipientOf, seal, unseal, VaultError } from './certificate-vault.ts';
import { statement } from '../connection/statement.ts';
import { insertAudit } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';

export interface VaultRotation {
  /** `AGE-SECRET-KEY-1…`: opens what is sealed now. */
  oldIdentity: string;
  /** `age1…`: what everything is sealed to from now on. */
  recipient: string;
  /** Opens what was sealed anew, to be sure; null if it is not at hand. */
  newIdentity: string | null;
}

interface RotatedVault {
  resealed: number;
  /** Ids of certificates that the old identity does not open; they are left as they were. */
  unopened: string[];
}

const BATCH = 50;

const findNext = statement.all<{ afterId: string; recipient: string }, SealedRow>(
  'next_certificates_to_reseal',
  `select id, company_id, sealed_private_key, sealed_to from certificate
   where id > :afterId and sealed_to <> :recipient
   order by id limit ${BATCH}`,
);

interface SealedRow {
  id: string;
  company_id: string;
  sealed_private_key: Buffer;
  sealed_to: string;
}

// Compare and set: a second rotation at the same time changes nothing twice.
const replaceSealed = statement.run<{
  id: string;
  resealed: Buffer;
  recipient: string;
  sealed: Buffer;
  sealedTo: string;
}>(
  'reseal_certificate',
  `with resealed as (
     update certificate set sealed_private_key = :resealed, sealed_to = :recipient
     where id = :id and sealed_private_key = :sealed
     returning id, company_id
   ) ${insertAudit(
     {
       actor: `'command-line'`,
       companyId: 'company_id',
       entityId: 'id',
       action: 'certificate.resealed',
       before: `jsonb_build_object('sealedTo', :sealedTo::text)`,
       after: `jsonb_build_object('sealedTo', :recipient::text)`,
     },
     'resealed',
   )} returning entity_id`,
);

/**
 * Seals every certificate's key to the new recipient, one by one.
 * @param onBatch gets how many are done.
 * @throws VaultError if the new identity is not the recipient's, or what was sealed anew does not
 * open.
 */
export async function rotateVault(
  db: Database,
  rotation: VaultRotation,
  onBatch: (resealed: number) => void = () => undefined,
): Promise<RotatedVault> {
  const { recipient, newIdentity } = rotation;
  if (newIdentity !== null && (await recipientOf(newIdentity)) !== recipient) {
    throw new VaultError('The new identity does not belong to the new recipient.');
  }
  // Refuses what is no identity before the first certificate is touched.
  await recipientOf(rotation.oldIdentity);
  const unopened: string[] = [];
  let resealed = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await findNext(db, { afterId: last, recipient });
    for (const row of rows) {
      const done = await reseal(db, rotation, row);
      if (done === 'unopened') unopened.push(row.id);
      if (done === 'resealed') resealed += 1;
    }
    const end = rows.at(-1);
    if (!end) return { resealed, unopened };
    last = end.id;
    onBatch(resealed);
  }
}

async function reseal(
  db: Database,
  { oldIdentity, recipient, newIdentity }: VaultRotation,
  row: SealedRow,
): Promise<'resealed' | 'unopened' | 'overtaken'> {
  const before = row.sealed_private_key;
  // One that was uploaded since, to an API that seals to the new recipient but did not note it.
  const identities = newIdentity === null ? [oldIdentity] : [oldIdentity, newIdentity];
  const key = await unseal(identities, before).catch((error: unknown) => {
    if (error instanceof VaultError) return null;
    throw error;
  });
  if (key === null) return 'unopened';
  const sealed = await seal(recipient, key);
  if (newIdentity !== null && !Buffer.from(key).equals(await unseal(newIdentity, sealed))) {
    throw new VaultError(`The key of certificate ${row.id} does not open as it was sealed.`);
  }
  const { id, sealed_to: sealedTo } = row;
  const values = { id, resealed: Buffer.from(sealed), recipient, sealed: before, sealedTo };
  return (await replaceSealed(db, values)) === 1 ? 'resealed' : 'overtaken';
}
