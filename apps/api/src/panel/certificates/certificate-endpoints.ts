// Certificates: inspected before anything is stored, sealed as they are stored, and never given out
// again. Only here does the API see a private key, for the length of one call.

import {
  findCompanyCertificate,
  listCertificates,
  readCompany,
  storeCertificate,
} from '@fiscal/db/company';
import type { CertificateRow } from '@fiscal/db/company';
import { examineRecipient } from '@fiscal/db/doctor';
import type { Response } from 'express';
import type { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch, refuse } from '../../http/refusal/refusal.ts';
import { executeKeyOperation } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { auditName } from '../../access/actor.ts';
import { environmentQuery } from '../field-schemas.ts';
import { senderRefusalOf } from '../sender-refusal.ts';
import { daysLeft, inspectionOf, warningDays } from './certificate-inspection.ts';
import {
  certificate,
  certificateList,
  certificateUpload,
  inspection,
  testSignature,
} from './certificate-schemas.ts';
import { openUpload } from './open-upload.ts';

type CertificateDependencies = KeyOperationDependencies & {
  clock: () => Date;
  certificateRecipient: string;
};

const { get, post } = endpointsFor<CertificateDependencies>()(
  '/companies/{companyId}/certificates',
  {
    tag: 'Panel: certificates',
    access: 'company',
  },
);

const NO_COMPANY = noSuch('company');
const UNOPENED =
  'No running worker would open the certificate, because the service seals it to another recipient; ' +
  'nothing was stored. Tell the operator of the service.';

/** Certificates of a company: inspect, store, test. */
export const certificateEndpoints = [
  get('', {
    access: 'company-read',
    operationId: 'listCertificates',
    summary: 'The certificates of the company, active and past',
    query: environmentQuery,
    result: certificateList,
    async handle({ deps, params: { companyId }, query }) {
      const rows = await listCertificates(deps.db, companyId, query.environment ?? null);
      const certificates: z.input<typeof certificate>[] = [];
      for (const row of rows) {
        const { environment, isActive } = row;
        const refusal = isActive ? await senderRefusalOf(deps, { companyId, environment }) : null;
        const own = refusal?.isOfCertificate === true ? refusal : null;
        certificates.push({ ...certificateOf(row, deps.clock()), refusal: own });
      }
      return ok({ certificates });
    },
  }),
  post('/inspect', {
    operationId: 'inspectCertificate',
    summary: 'Look into a certificate file; nothing is stored',
    body: certificateUpload,
    isUpload: true,
    result: inspection,
    async handle({ deps: { db, clock }, params, body, response }) {
      const found = await readCompany(db, params.companyId);
      if (!found) return NO_COMPANY;
      const now = clock();
      const upload = await openUpload(body, found.company, now);
      if (!upload) return tooManyAtOnce(response);
      upload.opened?.privateKeyDer.fill(0);
      return ok(inspectionOf(upload, now));
    },
  }),
  post('', {
    operationId: 'storeCertificate',
    summary: 'Store a certificate, sealed; it becomes the active one of its environment',
    body: certificateUpload,
    isUpload: true,
    result: certificate,
    status: 201,
    async handle({ deps, actor, params: { companyId }, body, response }) {
      const { db, clock, certificateRecipient } = deps;
      const found = await readCompany(db, companyId);
      if (!found) return NO_COMPANY;
      // A key that no worker opens would fail each sale, while the one before it still signs.
      if ((await examineRecipient(db, certificateRecipient)) !== null) {
        return refuse('VAULT_RECIPIENT_WRONG', UNOPENED);
      }
      const now = clock();
      const upload = await openUpload(body, found.company, now);
      if (!upload) return tooManyAtOnce(response);
      const { opened, problems } = upload;
      const tin = opened?.tin ?? null;
      if (!opened || tin === null || problems.length > 0) {
        opened?.privateKeyDer.fill(0);
        const message = problems[0]?.message ?? 'The certificate can not be used.';
        return refuse('CERTIFICATE_REFUSED', message, { details: problems });
      }
      const { environment } = body;
      const { subject, issuer, serialNumber, fingerprintSha256 } = opened;
      const { notBefore, notAfter, certificateDer, privateKeyDer } = opened;
      const facts = { subject, issuer, serialNumber, tin, fingerprintSha256, notBefore, notAfter };
      const id = await storeCertificate(
        db,
        certificateRecipient,
        { companyId, environment, ...facts, certificateDer, privateKeyDer },
        auditName(actor),
      ).finally(() => privateKeyDer.fill(0));
      const stored = await findCompanyCertificate(db, companyId, id);
      // The authority has seen nothing of it yet.
      return stored ? ok({ ...certificateOf(stored, now), refusal: null }) : NO_COMPANY;
    },
  }),
  post('/{certificateId}/test-signature', {
    operationId: 'testCertificate',
    summary: 'Have the worker open the key and sign with it',
    result: testSignature,
    async handle(call) {
      const { deps, params } = call;
      const { companyId, certificateId } = params;
      const found = await findCompanyCertificate(deps.db, companyId, certificateId);
      if (!found) return noSuch('certificate');
      const { environment } = found;
      const kind = 'test-signature' as const;
      const input = { kind, companyId, environment, certificateId };
      return executeKeyOperation(call, input, (result) => {
        const { isValid, problem, signedText, signature } = result;
        return { isValid, problem, signedText, signature };
      });
    },
  }),
];

/** One is done in a second or two. */
function tooManyAtOnce(response: Response) {
  response.set('Retry-After', '5');
  return refuse('RATE_LIMITED', 'Other files of this company are being opened; try again soon.');
}

function certificateOf(row: CertificateRow, now: Date) {
  return {
    ...row,
    daysLeft: daysLeft(row.notAfter, now),
    warningDays: row.isActive ? warningDays(row.notAfter, now) : null,
  };
}
