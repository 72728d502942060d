// For an inspection: an invoice's IIC made again from its seven values and compared with the
// printed one.

import { readCompany } from '@fiscal/db/company';
import { MAX_ORDINAL, parseInstant } from '@fiscal/domain';
import { z } from 'zod';
import { endpointsFor } from '../../http/endpoint.ts';
import { NOTHING } from '../../http/mounting.ts';
import { noSuch, refuseField } from '../../http/refusal/refusal.ts';
import { executeKeyOperation } from '../../work/key-operations.ts';
import type { KeyOperationDependencies } from '../../work/key-operations.ts';
import { environment, registrationCode } from '../field-schemas.ts';

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const AMOUNT = /^-?(0|[1-9]\d{0,13})\.\d\d$/;

const iicBody = z
  .object({
    environment,
    tin: z.string().trim().optional().meta({
      description: "As it stands on the invoice. Only the company's own TIN can be signed.",
    }),
    issueDateTime: z
      .string()
      .trim()
      .refine(
        (text) => LOCAL_TIME.test(text) && parseInstant(text) !== null,
        'must be written as on the invoice: 2026-07-11T15:51:04+02:00',
      ),
    ordinal: z.number().int().min(1).max(MAX_ORDINAL),
    businessUnitCode: registrationCode,
    tcrCode: registrationCode,
    softwareCode: registrationCode,
    total: z
      .string()
      .trim()
      .regex(AMOUNT, 'must have two decimals and a point: 99.01')
      .meta({ description: 'With VAT; with its minus on a corrective.' }),
    compareWith: z
      .string()
      .trim()
      .regex(/^[0-9A-Fa-f]{32}$/, 'must be an IIC: 32 hexadecimal characters')
      .optional()
      .meta({ description: 'The IIC on the invoice.' }),
  })
  .meta({ id: 'AdminIicValues' });

const recreatedIic = z
  .object({
    concatenated: z.string().meta({ description: 'The text that was signed.' }),
    iic: z.string(),
    iicSignature: z.string(),
    matches: z.boolean().nullable().meta({ description: 'Null if there was nothing to compare.' }),
    certificateId: z.uuid().meta({
      description: 'Whose key signed: the active one, or the past one that gives the same IIC.',
    }),
  })
  .meta({ id: 'AdminRecreatedIic' });

const { post } = endpointsFor<KeyOperationDependencies>()('/companies/{companyId}/inspectors', {
  tag: 'Panel: inspection',
  access: 'company-inspect',
});

/** Recomputes an IIC with the key of the company, and compares it. */
export const inspectionEndpoints = [
  post('/iic', {
    operationId: 'recreateIic',
    summary: 'Make an IIC again from its seven values and compare it',
    body: iicBody,
    result: recreatedIic,
    async handle(call) {
      const { deps, actor, params, body } = call;
      if (actor.role === 'inspection' && actor.environment !== body.environment) return NOTHING;
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
      return executeKeyOperation(call, input, (result) => {
        const { concatenated, iic, iicSignature, certificateId } = result;
        const matches = expectedIic === null ? null : iic === expectedIic;
        return { concatenated, iic, iicSignature, matches, certificateId };
      });
    },
  }),
];
