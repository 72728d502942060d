// What an uploaded certificate file is found to be. The private key stays where it was opened:
// nothing that is made here carries it.

import { WARNING_DAYS } from '@fiscal/db/company';
import type { InspectedUpload } from '@fiscal/efi/uploaded-certificate';
import type { z } from 'zod';
import { fieldsOf } from '../field-schemas.ts';
import type { CertificateWarningCode } from './certificate-findings.ts';
import { inspection } from './certificate-schemas.ts';

type Inspection = z.input<typeof inspection>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** As the panel shows it before anything is stored. */
export function inspectionOf({ opened, problems }: InspectedUpload, now: Date): Inspection {
  return fieldsOf(inspection, {
    ...(opened ?? NOTHING),
    problems: problems.map(({ code, message }) => ({ code, message })),
    warnings: opened ? warningsOf(opened, now) : [],
  });
}

const NOTHING = {
  subject: null,
  issuer: null,
  serialNumber: null,
  fingerprintSha256: null,
  tin: null,
  notBefore: null,
  notAfter: null,
  keyBits: null,
  form: null,
};

interface Warning {
  code: CertificateWarningCode;
  message: string;
}

function warningsOf(
  { notAfter, form }: NonNullable<InspectedUpload['opened']>,
  now: Date,
): Warning[] {
  const warnings: Warning[] = [];
  const left = daysLeft(notAfter, now);
  if (left >= 0 && warningDays(notAfter, now) !== null) {
    const message = `The certificate expires in ${left} days; order its successor.`;
    warnings.push({ code: 'CERTIFICATE_EXPIRES_SOON', message });
  }
  if (form === 'legacy') {
    const message = 'The file is locked with RC2 or 3DES. Keep it in a safe place, or delete it.';
    warnings.push({ code: 'CERTIFICATE_FILE_LEGACY', message });
  }
  return warnings;
}

/** Whole days until the end; below 0 afterwards. */
export function daysLeft(notAfter: Date, now: Date): number {
  return Math.floor((notAfter.getTime() - now.getTime()) / DAY_MS);
}

/** The closest of 60, 30, 15, 7 and 0 days that has come; null if none has. Decisions §7. */
export function warningDays(notAfter: Date, now: Date): number | null {
  const left = (notAfter.getTime() - now.getTime()) / DAY_MS;
  const come = WARNING_DAYS.filter((days) => left <= days);
  return come.length === 0 ? null : Math.min(...come);
}
