// For an inspection: an invoice's IIC made again from its seven values and compared with the printed one.

import { readCompany } from '@fiscal/db/company';
import { endpointsUnder } from '../../http/endpoint.ts';
import { noSuch, refuseField } from '../../http/refusal.ts';
import { answerKeyOperation } from '../../work/key-operations.ts';
import { iicBody, recreatedIic } from './inspection-schemas.ts';

const { post } = endpointsUnder('/companies/{companyId}/inspectors', {
  tag: 'Panel: inspection',
  access: 'company',
});

export const inspectionEndpoints = [
  post('/iic', {
    operationId: 'recreateIic',
    summary: 'Make an IIC again from its seven values and compare it',
    body: iicBody,
    result: recreatedIic,
    async handle(call) {
      const { deps, params, body } = call;
      const { companyId } = params;
      const found = await readCompany(deps.db, companyId);
      if (!found) return noSuch('company');
      const { environment, tin, total: totalPrice, compareWith, ...rest } = body;
      if (tin !== undefined && tin !== found.company.tin) {
        const message = `The invoice is not of this company, which has TIN ${found.company.tin}.`;
        return refuseField('tin', message);
      }
      const expectedIic = compareWith?.toUpperCase() ?? null;
      const values = { ...rest, totalPrice };
      const kind = 'recreate-iic' as const;
      const input = { kind, companyId, environment, values, expectedIic };
      return answerKeyOperation(call, input, (result) => {
        const { concatenated, iic, iicSignature, certificateId } = result;
        const matches = expectedIic === null ? null : iic === expectedIic;
        return { concatenated, iic, iicSignature, matches, certificateId };
      });
    },
  }),
];
