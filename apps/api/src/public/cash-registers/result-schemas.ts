// The shapes of what the two onboarding calls answer, for the OpenAPI document. Decisions §2.

import { z } from 'zod';

/** POST /api/tcr/register. */
export const tcrRegistration = z
  .object({
    tcrCode: z.string().meta({
      description: 'Code of the cash register (ENU); stored on it.',
      pattern: '^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$',
    }),
  })
  .meta({ id: 'TcrRegistration', description: 'The cash register is registered.' });

/** POST /api/cashdeposit/initial. */
export const cashDeposit = z
  .object({
    fcdc: z.string().nullable().meta({
      description:
        "The authority's code of the deposit that it has; null where the service does not know it.",
    }),
    cashAmount: z
      .number()
      .nullable()
      .meta({
        description:
          'Euros: the amount that the authority has; after code 56 the one from before this call, and ' +
          'null where the service does not know it.',
        minimum: 0,
      }),
    date: z.string().meta({ description: 'Day in Podgorica.', format: 'date' }),
    tcrCode: z.string().meta({ description: 'Code of the cash register (ENU).' }),
    alreadyRegistered: z.boolean().meta({
      description: 'Whether the authority had the deposit of the day already (code 56).',
    }),
  })
  .meta({ id: 'CashDeposit', description: 'The deposit of the day is registered.' });
