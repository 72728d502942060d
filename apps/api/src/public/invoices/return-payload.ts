// The shapes of a cancellation and a return, as invoice-payload.ts. Extensions §11.

import { MAX_ITEMS } from '@fiscal/domain';
import { z } from 'zod';
import { invoicePayload } from './invoice-payload.ts';
import { correctableItem } from './record-schema.ts';

const { externalId, note, operatorName } = invoicePayload.shape;

/** What is said of the corrective; everything else is the original's. */
export const cancelPayload = z
  .object({ externalId, note, operatorName })
  .meta({ id: 'CancelRequest', description: 'What the corrective says of itself.' });

const returnedItem = correctableItem.partial().required({ quantity: true }).meta({
  id: 'ReturnedItemRequest',
  description: 'An item of `correctable`, by `index` or by `invoiceId` and `line`, or less of it.',
});

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
