// Certificates: inspected before anything is stored, sealed as they are stored, and never given out
// again. Only here does the API see a private key, for the length of one call.

import {
  findCompanyCertificate,
  listCertificates,
  readCompany,
  storeCertificate,
} from '@fiscal/db/company';
import type { CertificateRow } from '@fiscal/db/company';
import type { Response } from 'express';
import { z } from 'zod';
import { environmentQuery } from '../companies/field-schemas.ts';
import { auditName } from '../kernel/actor.ts';
import { answer, companyParams, defineRoute, refuse } from '../kernel/route.ts';
import { answerRegistryCall } from '../registry-call-answer.ts';
import { daysLeft, inspectionOf, warningDays } from './inspection.ts';
import { openUpload } from './open-upload.ts';
import {
  certificate,
  certificateList,
  certificateUpload,
  inspection,
  testSignature,
} from './schemas.ts';

const TAG = 'Panel: certificates';
const PATH = '/companies/{companyId}/certificates';
const certificateParams = companyParams.extend({ certificateId: z.uuid() });

const NO_COMPANY = refuse('NOT_FOUND', 'There is no such company.');

export const certificateRoutes = [
  defineRoute({
    method: 'get',
    path: PATH,
    access: 'company',
    operationId: 'listCertificates',
    tag: TAG,
    summary: 'The certificates of the company, active and past',
    params: companyParams,
    query: environmentQuery,
    result: certificateList,
    async handle({ deps: { db, clock }, params, query }) {
      const rows = await listCertificates(db, params.companyId, query.environment ?? null);
      return answer({ certificates: rows.map((row) => certificateAnswer(row, clock())) });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/inspect`,
    access: 'company',
    operationId: 'inspectCertificate',
    tag: TAG,
    summary: 'Look into a certificate file; nothing is stored',
    params: companyParams,
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
      return answer(inspectionOf(upload, now));
    },
  }),
  defineRoute({
    method: 'post',
    path: PATH,
    access: 'company',
    operationId: 'storeCertificate',
    tag: TAG,
    summary: 'Store a certificate, sealed; it becomes the active one of its environment',
    params: companyParams,
    body: certificateUpload,
    isUpload: true,
    result: certificate,
    status: 201,
    async handle({ deps, actor, params: { companyId }, body, response }) {
      const { db, clock, certificateRecipient } = deps;
      const found = await readCompany(db, companyId);
      if (!found) return NO_COMPANY;
      const now = clock();
      const upload = await openUpload(body, found.company, now);
      if (!upload) return tooManyAtOnce(response);
      const { opened, problems } = upload;
      const tin = opened?.tin ?? null;
      if (!opened || tin === null || problems.length > 0) {
        opened?.privateKeyDer.fill(0);
        const message = problems[0]?.message ?? 'The certificate can not be used.';
        return refuse('CERTIFICATE_REFUSED', message, problems);
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
      return stored ? answer(certificateAnswer(stored, now)) : NO_COMPANY;
    },
  }),
  defineRoute({
    method: 'post',
    path: `${PATH}/{certificateId}/test-signature`,
    access: 'company',
    operationId: 'testCertificate',
    tag: TAG,
    summary: 'Have the worker open the key and sign with it',
    params: certificateParams,
    result: testSignature,
    async handle({ deps, actor, response, params: { companyId, certificateId } }) {
      const found = await findCompanyCertificate(deps.db, companyId, certificateId);
      if (!found) return refuse('NOT_FOUND', 'There is no such certificate.');
      const { environment } = found;
      const kind = 'test-signature' as const;
      const input = { kind, companyId, environment, certificateId };
      return answerRegistryCall({ deps, actor, response }, input, (result) => {
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

function certificateAnswer(row: CertificateRow, now: Date): z.input<typeof certificate> {
  const { notBefore, notAfter, createdAt, ...rest } = row;
  return {
    ...rest,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    daysLeft: daysLeft(notAfter, now),
    warningDays: row.isActive ? warningDays(notAfter, now) : null,
    createdAt: createdAt.toISOString(),
  };
}
