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

/** A cursor is opaque to clients. @returns null if the text is none. */
function positionOf(text: string): PagePosition | null {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const at = parseInstant(time);
  return at === null || !isUuid(id) ? null : { at, id };
}

/** The cursor that begins after this position. */
export function cursorAfter({ at, id }: PagePosition): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

/** A cursor in a query. */
export const cursorField = z.string().transform((text, context): PagePosition => {
  const position = positionOf(text);
  if (position !== null) return position;
  context.addIssue('must be the nextCursor of a page');
  return z.NEVER;
});

export const cursor = cursorField
  .optional()
  .meta({ description: 'The `nextCursor` of the page before; absent for the first page.' });

/** Null for the last page. */
export const nextCursor = z.string().nullable();

/** @param found one row more than the page holds where there is another page; `last` only then. */
export function pageOf<Row>(found: readonly Row[], size: number) {
  const page = found.slice(0, size);
  return { page, last: found.length > size ? page.at(-1) : undefined };
}

/** An instant in a query. */
export const queryInstant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue('must be an ISO 8601 date-time, like 2026-07-11T15:51:04Z');
  return z.NEVER;
});
