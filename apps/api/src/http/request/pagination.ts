// Pages of a list, and where the next one begins.

import { parseInstant } from '@fiscal/domain';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';

/** How many rows a page has. */
export const limit = z.coerce.number().int().min(1).max(200).default(50);

/** Where a page ends: a moment, and an id among those of the same moment. */
export interface PagePosition {
  at: Date;
  id: string;
}

/** The cursor that begins after this position. */
export function cursorAfter({ at, id }: PagePosition): string {
  return cursorOf(at.toISOString(), id);
}

/**
 * A cursor is opaque to clients: the key of what a page ends with, and an id among those of the
 * same.
 */
export function cursorOf(key: string, id: string): string {
  return Buffer.from(`${key} ${id}`).toString('base64url');
}

/** A cursor in a query. @param read the key; null if it is none. */
export const cursorField = <Key>(read: (key: string) => Key | null) =>
  z.string().transform((cursorText, context) => {
    const text = Buffer.from(cursorText, 'base64url').toString('utf8');
    const end = text.lastIndexOf(' ');
    const [key, id] = [read(text.slice(0, Math.max(end, 0))), text.slice(end + 1)];
    if (key !== null && isUuid(id)) return { key, id };
    context.addIssue('must be the nextCursor of a page');
    return z.NEVER;
  });

/** A page position by time and id, as `nextCursor` of the page before. */
export const cursor = cursorField(parseInstant)
  .transform(({ key, id }): PagePosition => ({ at: key, id }))
  .optional()
  .meta({ description: 'The `nextCursor` of the page before; absent for the first page.' });

/** Null for the last page. */
export const nextCursor = z.string().nullable();

/** @param found one row more than the page holds where there is another page; `last` only then. */
export function pageOf<Row>(found: readonly Row[], size: number) {
  const page = found.slice(0, size);
  return { page, last: found.length > size ? page.at(-1) : undefined };
}

export const queryInstant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue('must be an ISO 8601 date-time, like 2026-07-11T15:51:04Z');
  return z.NEVER;
});
