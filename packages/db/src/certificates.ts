import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { run } from './client.ts';
import type { Database } from './client.ts';
import { seal } from './certificate-vault.ts';

/** An opened and inspected certificate, about to be sealed. Decisions §1 and §7. */
export interface NewCertificate {
  companyId: string;
  environment: Environment;
  subject: string;
  issuer: string;
  serialNumber: string;
  tin: string;
  fingerprintSha256: string;
  notBefore: Date;
  notAfter: Date;
  certificateDer: Uint8Array;
  /** PKCS#8; sealed before it is stored, never stored as it is. */
  privateKeyDer: Uint8Array;
}

/**
 * Seals the key and makes the certificate the active one of its company and environment; the one
 * before it becomes history.
 * @param recipient the vault's public key, `age1…`.
 * @returns the id of the certificate.
 */
export async function storeCertificate(
  db: Database,
  recipient: string,
  input: NewCertificate,
): Promise<string> {
  const { privateKeyDer, certificateDer, ...facts } = input;
  const sealedPrivateKey = Uint8Array.from(await seal(recipient, privateKeyDer));
  const { companyId, environment } = facts;
  const id = uuidv7();
  await db.prisma.$transaction([
    db.prisma.certificate.updateMany({
      where: { companyId, environment, isActive: true },
      data: { isActive: false },
    }),
    db.prisma.certificate.create({
      data: {
        ...facts,
        id,
        isActive: true,
        certificateDer: Uint8Array.from(certificateDer),
        sealedPrivateKey,
      },
    }),
  ]);
  return id;
}

/** A certificate as the worker needs it to sign. */
export interface SealedCertificate {
  id: string;
  certificateDer: Uint8Array;
  sealedPrivateKey: Uint8Array;
}

const FIND = {
  name: 'find_certificate',
  text: 'select id, certificate_der, sealed_private_key from certificate where id = $1',
};

/** The worker reads each certificate once and keeps it parsed. */
export async function findCertificate(db: Database, id: string): Promise<SealedCertificate | null> {
  const [row] = await run<{ id: string; certificate_der: Buffer; sealed_private_key: Buffer }>(
    db.pool,
    FIND,
    [id],
  );
  if (!row) return null;
  return {
    id: row.id,
    certificateDer: row.certificate_der,
    sealedPrivateKey: row.sealed_private_key,
  };
}
