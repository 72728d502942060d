// The shapes of a cancellation and a return, as invoice-payload.ts. Extensions §11.

import { MAX_ITEMS } from '@fiscal/domain';
import { z } from 'zod';
import { invoicePayload } from './invoice-payload.ts';

const { externalId, note, operatorName } = invoicePayload.shape;

/** What is said of the corrective; everything else is the original's. */
export const cancelPayload = z
  .object({ externalId, note, operatorName })
  .meta({ id: 'CancelRequest', description: 'What the corrective says of itself.' });

const returnedItem = z
  .object({
    index: z
      .number()
      .nullish()
      .meta({
        description: "Index in the sale's items.",
        type: ['integer', 'null'],
        minimum: 0,
      }),
    invoiceId: z.string().nullish().meta({
      description: 'Or, with `line`: the document that has the line, as in `correctable`.',
      format: 'uuid',
    }),
    line: z
      .number()
      .nullish()
      .meta({
        description: 'Index in the items of that document.',
        type: ['integer', 'null'],
        minimum: 0,
      }),
    quantity: z.number().meta({
      description: 'How much of it is returned: above 0, at most 3 decimals.',
      exclusiveMinimum: 0,
    }),
  })
  .meta({ id: 'ReturnedItemRequest', description: 'A part of a line of `correctable`.' });

/** As cancelPayload, with what is returned. */
export const returnPayload = cancelPayload
  .extend({
    items: z.array(returnedItem).meta({
      description: 'What is returned, each line once.',
      minItems: 1,
      maxItems: MAX_ITEMS,
    }),
  })
  .meta({ id: 'ReturnRequest', description: 'What is returned of a sale.' });
