// What the endpoints of cash registers take and give.

import { MAX_ORDINAL, validateCashAmount } from '@fiscal/domain';
import { z } from 'zod';
import { drawer, withdrawalRecord } from '../../public/cash-registers/withdrawal-schemas.ts';
import { remedyKey } from '../remedy-fields.ts';
import {
  environment,
  instant,
  registrationCode,
  text,
  textInMessage,
  version,
} from '../field-schemas.ts';

const type = z.enum(['REGULAR', 'VENDING']);
const tcrCode = registrationCode.nullable();

const settings = {
  name: text(100),
  /** XSD TCRIntID. */
  internalId: textInMessage(50).meta({
    description: "The company's own number of the cash register.",
  }),
  type,
  businessUnitCode: registrationCode,
  softwareCode: registrationCode,
  operatorCode: registrationCode,
  maintainerCode: registrationCode,
  tcrCode,
};

const cashAmount = z
  .number()
  .refine(
    (amount) => validateCashAmount(amount).length === 0,
    'must be 0 or more, with at most 2 decimals',
  )
  .meta({ description: 'Euros.', minimum: 0 });
const initialCashAmount = cashAmount.meta({
  description: 'Euros: what the INITIAL deposit says that is registered by itself.',
});
const day = z.iso
  .date({
    error: ({ code }) => (code === 'invalid_format' ? 'must be a day like 2026-11-30' : undefined),
  })
  .meta({ description: 'Day in Podgorica.' });

export const newCashRegisterBody = z
  .object({
    environment,
    ...settings,
    type: type.default('REGULAR'),
    initialCashAmount: initialCashAmount.default(0),
    tcrCode: tcrCode.default(null).meta({ description: 'Null until the TCR is registered.' }),
  })
  .meta({ id: 'AdminNewCashRegister' });

export const cashRegisterChange = z
  .object(settings)
  .extend({ initialCashAmount })
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
    initialCashAmount,
    lastDay: day.nullable().meta({
      description:
        'The last day of use that the authority has; null for none. From 00:00 after it nothing is issued.',
    }),
    unconfirmedLastDay: day.nullable().meta({
      description: 'One that was sent, and whose reply is not stored: the authority may have it.',
    }),
    version,
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminCashRegister' });

/** The last number of a cash register, while it is not certain or can be raised. */
const suspendedRegister = z.object({
  cashRegisterId: z.uuid(),
  name: z.string(),
  companyId: z.uuid(),
  companyName: z.string(),
  environment,
  tcrCode: z.string(),
  year: z.int(),
  lastOrdinal: z
    .number()
    .meta({ description: 'The last one of the year that is known here, or that was confirmed.' }),
});

export const cashRegisterList = z
  .object({
    cashRegisters: z.array(cashRegister),
    held: z.array(suspendedRegister).meta({
      description:
        'The database was restored or replaced: these sell nothing until their last number is confirmed.',
    }),
    confirmed: z.array(suspendedRegister).meta({
      description:
        'The last number of these was confirmed since, and nothing is numbered behind it: one that is too small ' +
        'is raised by another confirmation.',
    }),
  })
  .meta({ id: 'AdminCashRegisterList' });

const evidence = text(200)
  .min(3)
  .meta({ description: 'From where it is known; it stands in the audit log.' });

export const numberConfirmation = z
  .object({
    lastOrdinal: z
      .int()
      .min(0)
      .max(MAX_ORDINAL)
      .meta({ description: 'Of the last invoice of this year, as its receipt says; 0 for none.' }),
    evidence,
  })
  .meta({ id: 'AdminNumberConfirmation' });

export const lastReceipt = z
  .object({
    link: text(500).meta({
      description:
        'The text of the QR code on the last receipt that was printed. The tax authority is asked ' +
        'whether it knows that receipt; that it was the last one is said by who sends it.',
    }),
  })
  .meta({ id: 'AdminLastReceipt' });

export const confirmedNumber = z
  .object({ lastOrdinal: z.int() })
  .meta({ id: 'AdminConfirmedNumber' });

/** Suspended cash registers, of all companies. */
export const heldList = z
  .object({ held: z.array(suspendedRegister) })
  .meta({ id: 'AdminHeldRegisterList' });

/** Why it is certain that no number was lost. */
export const confirmAllBody = z.object({ evidence }).meta({ id: 'AdminAllNumbersConfirmation' });

/** How many cash registers were confirmed. */
export const confirmedNumbers = z
  .object({ count: z.int().meta({ description: 'Of cash registers that were suspended.' }) })
  .meta({ id: 'AdminConfirmedNumbers' });

/** XSD ValidTo. */
export const cashRegisterEnd = z.object({ lastDay: day }).meta({ id: 'AdminCashRegisterEnd' });

export const initialDepositBody = z.object({ cashAmount }).meta({ id: 'AdminInitialDeposit' });

const drawnCash = withdrawalRecord.extend({ remedyKey });

/** What is in the drawer today. */
export const panelDrawer = drawer
  .extend({ name: z.string(), withdrawals: z.array(drawnCash) })
  .meta({ id: 'AdminDrawer' });
