// The shape of a page of events for the OpenAPI document.

import { EVENT_TYPES } from '@fiscal/db/event';
import { INVOICE_STATUSES } from '@fiscal/domain';
import { z } from 'zod';
import { invoiceRecord } from '../invoices/record-schema.ts';

const event = z
  .object({
    id: z.string().meta({ description: 'Of the event: the same wherever it is read again.' }),
    type: z.enum(EVENT_TYPES).meta({ description: 'What has happened.' }),
    at: z.string().meta({ description: 'When.', format: 'date-time' }),
    invoiceId: z
      .string()
      .nullable()
      .meta({ description: 'Null where it is about no invoice.', format: 'uuid' }),
    externalId: z
      .string()
      .nullable()
      .meta({ description: 'Of that invoice, or of the withdrawal.' }),
    status: z
      .enum(INVOICE_STATUSES)
      .nullable()
      .meta({ description: 'That the change made; it may be another one by now.' }),
    invoice: invoiceRecord
      .nullable()
      .optional()
      .meta({ description: 'With `include=record`: the invoice as it is now.' }),
  })
  .meta({ id: 'Event', description: 'Something that has happened.' });

/** One page of GET /api/events. */
export const eventsPage = z
  .object({
    events: z.array(event).meta({ description: 'In the order in which they became certain.' }),
    cursor: z.string().meta({ description: '`after` of the next call; store it.' }),
    more: z.boolean().meta({ description: 'Whether to call again at once.' }),
    behindSeconds: z.number().meta({
      description:
        'How long a write of the service has been open behind which no event is given out; 0 for none.',
      minimum: 0,
    }),
  })
  .meta({ id: 'EventsPage', description: 'One page of events.' });
