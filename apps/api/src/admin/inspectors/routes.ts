// For an inspection: an invoice's IIC made again from its seven values and compared with the printed one.

import { readCompany } from '@fiscal/db/company';
import { answerRegistryCall } from '../registry-call-answer.ts';
import { companyParams, defineRoute, refuse } from '../kernel/route.ts';
import { iicBody, recreatedIic } from './schemas.ts';

export const inspectorRoutes = [
  defineRoute({
    method: 'post',
    path: '/companies/{companyId}/inspectors/iic',
    access: 'company',
    operationId: 'recreateIic',
    tag: 'Panel: inspection',
    summary: 'Make an IIC again from its seven values and compare it',
    params: companyParams,
    body: iicBody,
    result: recreatedIic,
    async handle({ deps, actor, response, params: { companyId }, body }) {
      const found = await readCompany(deps.db, companyId);
      if (!found) return refuse('NOT_FOUND', 'There is no such company.');
      const { environment, tin, total: totalPrice, compareWith, ...rest } = body;
      if (tin !== undefined && tin !== found.company.tin) {
        const message = `The invoice is not of this company, which has TIN ${found.company.tin}.`;
        const issue = { code: 'FIELD_INVALID', path: 'tin', message };
        return refuse('FIELD_INVALID', message, [issue]);
      }
      const expectedIic = compareWith?.toUpperCase() ?? null;
      const values = { ...rest, totalPrice };
      const kind = 'recreate-iic' as const;
      const input = { kind, companyId, environment, values, expectedIic };
      return answerRegistryCall({ deps, actor, response }, input, (result) => {
        const { concatenated, iic, iicSignature, certificateId } = result;
        const matches = expectedIic === null ? null : iic === expectedIic;
        return { concatenated, iic, iicSignature, matches, certificateId };
      });
    },
  }),
];
