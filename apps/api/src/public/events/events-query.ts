// The query of GET /api/events. A cursor is opaque to clients, and of one company and environment:
// with the key of another one it would leave out events without a word.

import { createHash } from 'node:crypto';
import { EVENT_TYPES } from '@fiscal/db/event';
import type { EventType, FeedPosition } from '@fiscal/db/event';
import type { InvoiceScope } from '@fiscal/db/invoice';
import { parseInstant } from '@fiscal/domain';
import { z } from 'zod';

/** The most events of a page. */
const MOST_EVENTS = 500;

/** Every parameter; one of `after` and `from` is needed. */
export const eventsQuery = z.strictObject({
  after: z.string().optional().meta({ description: 'The `cursor` of the page before.' }),
  from: z
    .string()
    .transform((text, context) => {
      const parsed = text === 'now' ? text : parseInstant(text);
      if (parsed !== null) return parsed;
      context.addIssue('must be now or an ISO 8601 date-time, like 2026-07-11T15:51:04Z');
      return z.NEVER;
    })
    .optional()
    .meta({
      description:
        'Instead of `after`, to begin: `now`, or an instant of the last 30 days. Events of the ' +
        'minute before it come, too.',
    }),
  types: z
    .string()
    .transform((text, context) => {
      const types = text.split(',');
      const unknown = types.filter((type) => !(EVENT_TYPES as readonly string[]).includes(type));
      if (unknown.length === 0) return types as EventType[];
      context.addIssue(`must be of ${EVENT_TYPES.join(', ')}, with commas between`);
      return z.NEVER;
    })
    .optional()
    .meta({ description: 'Only of these types, with commas between.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_EVENTS)
    .default(100)
    .meta({ description: 'How many events a page has at most; with large invoices fewer.' }),
  include: z
    .literal('record')
    .optional()
    .meta({ description: 'With `invoice`, the record as it is now.' }),
});

/** Words of the key's company and environment that a cursor ends with. */
const ownerOf = ({ companyId, environment }: InvoiceScope) =>
  createHash('sha256').update(`${companyId} ${environment}`).digest('hex').slice(0, 16);

/** The cursor that goes on behind a position. */
export function cursorOf(scope: InvoiceScope, position: FeedPosition): string {
  const { place, eventPlace, xid, id, at } = position;
  const words = [place, eventPlace, xid, id, at.getTime(), ownerOf(scope)];
  return Buffer.from(words.join(' ')).toString('base64url');
}

const CURSOR = /^(-?\d{1,10}) (-?\d{1,10}) (\d{1,19}) (\d{1,18}) (\d{1,14}) ([0-9a-f]{16})$/;
const MOST_PLACE = 2 ** 31;

/** @returns the position, or what is wrong with it, as the rest of a sentence. */
export function positionOf(scope: InvoiceScope, cursor: string): FeedPosition | string {
  const words = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, place = '', eventPlace = '', xid = '', id = '', at = '', owner] = words ?? [];
  const places = [Number(place), Number(eventPlace)] as const;
  const isOfInteger = places.every((each) => each >= -MOST_PLACE && each < MOST_PLACE);
  if (words === null || !isOfInteger) return 'must be the cursor of a page';
  if (owner !== ownerOf(scope)) return "must be a cursor of this key's company and environment";
  return { place: places[0], eventPlace: places[1], xid, id, at: new Date(Number(at)) };
}
