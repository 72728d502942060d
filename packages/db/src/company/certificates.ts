// Certificates: stored sealed by the API, read sealed by the worker, shown without the key in the
// panel.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { addAuditRow } from '../audit/audit-row.ts';
import { lockCompany } from './companies.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Certificate, Prisma } from '../generated/client.ts';
import { seal } from './certificate-vault.ts';

interface NewCertificate
  extends
    Pick<Certificate, 'companyId' | 'environment' | 'subject' | 'issuer' | 'serialNumber' | 'tin'>,
    Pick<Certificate, 'fingerprintSha256' | 'notBefore' | 'notAfter'> {
  certificateDer: Uint8Array;
  /** PKCS#8; sealed before it is stored, never stored as it is. */
  privateKeyDer: Uint8Array;
}

/**
 * Seals the key and makes the certificate the active one of its company and environment; the one
 * before it becomes history.
 * @param recipient the vault's public key, `age1…`.
 * @param actor who stores it, for the audit log.
 * @returns the id of the certificate.
 */
export async function storeCertificate(
  db: Database,
  recipient: string,
  input: NewCertificate,
  actor = 'command-line',
): Promise<string> {
  const { privateKeyDer, certificateDer, ...facts } = input;
  const sealedPrivateKey = Uint8Array.from(await seal(recipient, privateKeyDer));
  const { companyId, environment } = facts;
  const id = uuidv7();
  await db.prisma.$transaction(async (tx) => {
    // Of two at once the second waits, and becomes the active one.
    await lockCompany(tx, companyId);
    const active = { companyId, environment, isActive: true };
    const before = await tx.certificate.findFirst({ where: active, select: AUDITED });
    await tx.certificate.updateMany({ where: active, data: { isActive: false } });
    await tx.certificate.create({
      data: {
        ...facts,
        id,
        isActive: true,
        certificateDer: Uint8Array.from(certificateDer),
        sealedPrivateKey,
        sealedTo: recipient,
      },
      // The role that stores a key can not read it back.
      select: { id: true },
    });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: id,
      action: 'certificate.stored',
      before: before && auditable(before),
      after: auditable(facts),
    });
  });
  return id;
}

const AUDITED = { environment: true, serialNumber: true, issuer: true, notAfter: true } as const;

function auditable(
  certificate: Pick<NewCertificate, 'environment' | 'serialNumber' | 'issuer' | 'notAfter'>,
) {
  const { environment, serialNumber, issuer, notAfter } = certificate;
  return { environment, serialNumber, issuer, notAfter };
}

/** The worker reads each certificate once and keeps it parsed. */
export const findCertificate = statement.maybe<
  { id: string },
  Pick<Certificate, 'id' | 'certificateDer' | 'sealedPrivateKey'>
>(
  'find_certificate',
  `select id, certificate_der as "certificateDer", sealed_private_key as "sealedPrivateKey"
   from certificate where id = :id`,
);

/** The certificates that the company has had, the active one first, then the newest. */
export async function listCertificateIds(
  db: Database,
  companyId: string,
  environment: Environment,
): Promise<string[]> {
  const rows = await db.prisma.certificate.findMany({
    where: { companyId, environment },
    select: { id: true },
    orderBy: [{ isActive: 'desc' }, { id: 'desc' }],
    take: 20,
  });
  return rows.map(({ id }) => id);
}

const SHOWN = {
  id: true,
  environment: true,
  isActive: true,
  subject: true,
  issuer: true,
  serialNumber: true,
  tin: true,
  fingerprintSha256: true,
  notBefore: true,
  notAfter: true,
  createdAt: true,
} as const;

/** A certificate without its sealed key. */
export type CertificateRow = Prisma.CertificateGetPayload<{ select: typeof SHOWN }>;

/** The active ones first, then the newest. @param environment null for both. */
export async function listCertificates(
  db: Database,
  companyId: string,
  environment: Environment | null,
): Promise<CertificateRow[]> {
  return db.prisma.certificate.findMany({
    where: { companyId, ...(environment && { environment }) },
    select: SHOWN,
    orderBy: [{ isActive: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
    take: 200,
  });
}

/** Null if the company has no such certificate. */
export async function findCompanyCertificate(
  db: Database,
  companyId: string,
  certificateId: string,
): Promise<CertificateRow | null> {
  return db.prisma.certificate.findFirst({
    where: { id: certificateId, companyId },
    select: SHOWN,
  });
}
