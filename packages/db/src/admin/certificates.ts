// Certificates as the panel shows them: everything but the key.

import type { Environment } from '@fiscal/domain';
import type { Database } from '../client.ts';

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
