// Examples of the feed of events in the OpenAPI document.

import type { z } from 'zod';
import { CASH_FISCALIZED } from '../invoices/examples.ts';
import type { eventsPage } from './events-schema.ts';

const fiscalizedEvent = {
  id: '1493c615-4711',
  type: 'invoice.fiscalized',
  at: '2026-11-21T10:00:01.204Z',
  invoiceId: CASH_FISCALIZED.id,
  externalId: null,
  status: 'Fiscalized',
} as const;
const cursor = 'MzQ1MzEyMjQ1IDM0NTMxMjI0NSAxOTM4IDAgMTc5NTY4OTYwMTIwNCA0ZjFlMGM2YTkzNWI3ZDI4';

/** GET /api/events?from=now, with `Prefer: wait=30` */
export const EVENTS: z.output<typeof eventsPage> = {
  events: [
    fiscalizedEvent,
    {
      id: '1493c615-4712',
      type: 'authority.silent',
      at: '2026-11-21T10:00:04.511Z',
      invoiceId: null,
      externalId: null,
      status: null,
    },
  ],
  cursor,
  more: false,
  behindSeconds: 0,
};

/** The same with `include=record`. */
export const EVENTS_WITH_RECORDS: z.output<typeof eventsPage> = {
  events: [{ ...fiscalizedEvent, invoice: CASH_FISCALIZED }],
  cursor,
  more: false,
  behindSeconds: 0.012,
};
