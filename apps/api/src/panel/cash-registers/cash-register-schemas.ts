// What the endpoints of cash registers take and give.

import { validateCashAmount } from '@fiscal/domain';
import { z } from 'zod';
import { environment, instant, registrationCode, text, version } from '../field-schemas.ts';

const type = z.enum(['REGULAR', 'VENDING']);
const tcrCode = registrationCode.nullable();

const settings = {
  name: text(100),
  /** XSD TCRIntID. */
  internalId: text(50).meta({ description: "The company's own number of the cash register." }),
  type,
  businessUnitCode: registrationCode,
  softwareCode: registrationCode,
  operatorCode: registrationCode,
  maintainerCode: registrationCode,
  tcrCode,
};

export const newCashRegisterBody = z
  .object({
    environment,
    ...settings,
    type: type.default('REGULAR'),
    tcrCode: tcrCode.default(null).meta({ description: 'Null until the TCR is registered.' }),
  })
  .meta({ id: 'AdminNewCashRegister' });

export const cashRegisterChange = z
  .object(settings)
  .partial()
  .meta({ id: 'AdminCashRegisterChange', description: 'Only what is sent is changed.' });

export const cashRegister = z
  .object({
    id: z.uuid(),
    environment,
    name: z.string(),
    isDefault: z.boolean().meta({ description: 'Used by API keys that are not bound to one.' }),
    tcrCode: z.string().nullable(),
    internalId: z.string(),
    type: z.string(),
    businessUnitCode: z.string(),
    softwareCode: z.string(),
    operatorCode: z.string(),
    maintainerCode: z.string(),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminCashRegister' });

export const cashRegisterList = z
  .object({ cashRegisters: z.array(cashRegister) })
  .meta({ id: 'AdminCashRegisterList' });

export const initialDepositBody = z
  .object({
    cashAmount: z
      .number()
      .refine(
        (amount) => validateCashAmount(amount).length === 0,
        'must be 0 or more, with at most 2 decimals',
      )
      .meta({ description: 'Euros.', minimum: 0 }),
  })
  .meta({ id: 'AdminInitialDeposit' });
