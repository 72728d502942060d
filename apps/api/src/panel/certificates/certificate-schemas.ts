// What the endpoints of certificates take and give. The file and its password come in and never go
// out.

import { z } from 'zod';
import { environment, instant } from '../field-schemas.ts';
import { senderRefusal } from '../sender-refusal.ts';

/** A certificate file of 100 000 bytes, the most that is opened, in base64. */
const LONGEST_FILE = 134_000;

export const certificateUpload = z
  .object({
    environment,
    pkcs12: z
      .base64({ message: 'must be the file in base64' })
      .min(1, 'must not be empty')
      .max(LONGEST_FILE, 'must be a file of at most 100 kB, in base64')
      .meta({ description: 'The .p12 or .pfx file in base64.' }),
    password: z.string().max(1_000),
  })
  .meta({ id: 'AdminCertificateUpload' });

const problem = z.object({ code: z.string(), message: z.string() }).meta({
  id: 'AdminCertificateProblem',
});

export const inspection = z
  .object({
    problems: z.array(problem).meta({ description: 'Empty if the certificate can be stored.' }),
    warnings: z.array(problem).meta({ description: 'What does not keep it from being stored.' }),
    subject: z.string().nullable(),
    issuer: z.string().nullable(),
    serialNumber: z.string().nullable(),
    fingerprintSha256: z.string().nullable(),
    tin: z.string().nullable(),
    notBefore: instant.nullable(),
    notAfter: instant.nullable(),
    keyBits: z.number().int().nullable(),
    form: z.enum(['modern', 'legacy']).nullable().meta({
      description: 'How the file is locked: `legacy` is RC2 or 3DES, `modern` AES.',
    }),
  })
  .meta({
    id: 'AdminCertificateInspection',
    description: 'What the file holds; null where it could not be read.',
  });

export const certificate = z
  .object({
    id: z.uuid(),
    environment,
    isActive: z.boolean().meta({ description: 'It signs; the others are history.' }),
    subject: z.string(),
    issuer: z.string(),
    serialNumber: z.string(),
    tin: z.string(),
    fingerprintSha256: z.string(),
    notBefore: instant,
    notAfter: instant,
    daysLeft: z.number().int().meta({ description: 'Whole days; below 0 if it has expired.' }),
    warningDays: z.number().int().nullable().meta({
      description: '60, 30, 15, 7 or 0 for an active certificate that is to be renewed.',
    }),
    refusal: senderRefusal.nullable().meta({
      description:
        'What the authority says of the active one where it refuses it, as when it was revoked.',
    }),
    createdAt: instant,
  })
  .meta({ id: 'AdminCertificate' });

export const certificateList = z
  .object({ certificates: z.array(certificate) })
  .meta({ id: 'AdminCertificateList' });

export const testSignature = z
  .object({
    isValid: z.boolean().meta({ description: 'The certificate verifies what its key signed.' }),
    problem: z.string().nullable().meta({
      description: 'What keeps it from signing invoices now; null if nothing does.',
    }),
    signedText: z.string().nullable(),
    signature: z.string().nullable().meta({
      description: 'RSASSA-PKCS1-v1_5 with SHA-256, in hexadecimal.',
    }),
  })
  .meta({ id: 'AdminTestSignature' });
