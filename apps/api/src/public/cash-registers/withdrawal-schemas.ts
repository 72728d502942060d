// The shapes of a withdrawal and of a drawer, as invoice-payload.ts. Extensions §7.

import { z } from 'zod';
import { failure } from '../../openapi/problem-schemas.ts';
import { invoicePayload } from '../invoices/invoice-payload.ts';

const { externalId, note, operatorName } = invoicePayload.shape;

/** What a call says. */
export const withdrawalPayload = z
  .object({
    cashAmount: z.number().meta({
      description: 'Euros, at most 2 decimals, above 0: what is taken out.',
      exclusiveMinimum: 0,
    }),
    externalId,
    note,
    operatorName,
  })
  .meta({ id: 'WithdrawalRequest', description: 'Cash that is taken out of the drawer.' });

/** By `status` of the row. */
export const STATUSES = {
  pending: 'Pending',
  registered: 'Registered',
  offline: 'Offline',
  refused: 'Refused',
} as const;

const day = z.string().meta({ description: 'Day in Podgorica.', format: 'date' });
const time = z.string().nullable().meta({ format: 'date-time' });
const text = z.string().nullable();
const euros = z.number();

/** A withdrawal as it is now. */
export const withdrawalRecord = z
  .object({
    id: z.string().meta({ format: 'uuid' }),
    externalId: text,
    status: z
      .enum(Object.values(STATUSES))
      .describe('`Refused`: it is not reported, and `error` says why. All others are or will be.'),
    fcdc: text.describe("The authority's code of it; null unless `Registered`."),
    cashAmount: euros,
    date: day,
    changedAt: time.describe('When, for the authority; null before it is sent.'),
    tcrCode: z.string().describe('Code of the cash register (ENU).'),
    note: text,
    operatorName: text,
    deliverBefore: time.describe('Of `Pending` and `Offline`: until when it is to be registered.'),
    error: failure.nullable().describe('Why it is refused, or not delivered yet.'),
  })
  .meta({ id: 'Withdrawal', description: 'Cash that was taken out of the drawer.' });

/** What POST /api/cashdeposit/withdraw returns. */
export const withdrawalOutcome = withdrawalRecord
  .extend({ inDrawer: euros, warnings: z.array(z.string()) })
  .meta({ id: 'WithdrawalOutcome', description: 'A withdrawal, and what is in the drawer now.' });

/** What GET /api/cashdeposit returns. */
export const drawer = z
  .object({
    date: day,
    tcrCode: text.describe('Null where the cash register is not registered.'),
    initial: euros.describe('The INITIAL deposit of the day; 0 where there is none.'),
    banknotes: euros.describe('What was paid by `BANKNOTE`, correctives with their minus.'),
    withdrawn: euros.describe('Withdrawals that are not `Refused`.'),
    inDrawer: euros.describe('`initial` + `banknotes` − `withdrawn`.'),
    withdrawals: z.array(withdrawalRecord).describe('In the order of their time.'),
  })
  .meta({ id: 'Drawer', description: 'What is in the drawer by the documents of the day.' });
