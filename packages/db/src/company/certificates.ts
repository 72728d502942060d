// Certificates: stored sealed by the API, read sealed by the worker, shown without the key in the panel.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import { addAuditRow } from '../audit/audit-row.ts';
import { lockCompany } from './company-lock.ts';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
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
      // Whoever stores a key can not read it back.
      select: { id: true },
    });
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'certificate.stored',
      entityId: id,
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

const LIST_IDS = {
  name: 'list_certificate_ids',
  text: `
    select id from certificate where company_id = $1 and environment = $2
    order by is_active desc, id desc limit 20`,
};

/** Every certificate that the company has had, the active one first, then the newest. */
export async function listCertificateIds(
  db: Database,
  companyId: string,
  environment: Environment,
): Promise<string[]> {
  const rows = await run<{ id: string }>(db.pool, LIST_IDS, [companyId, environment]);
  return rows.map(({ id }) => id);
}

/** A certificate of a company, active or history. */
export interface CertificateRow {
  id: string;
  environment: Environment;
  isActive: boolean;
  subject: string;
  issuer: string;
  serialNumber: string;
  tin: string;
  fingerprintSha256: string;
  notBefore: Date;
  notAfter: Date;
  createdAt: Date;
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
