// What the inspector's endpoint takes and gives. The values are checked for the form they have in a
// message, so that the company's key signs nothing but the text of an IIC.

import { MAX_ORDINAL, parseInstant } from '@fiscal/domain';
import { z } from 'zod';
import { environment, registrationCode } from '../field-schemas.ts';

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const AMOUNT = /^-?(0|[1-9]\d{0,13})\.\d\d$/;

export const iicBody = z
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

export const recreatedIic = z
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
