// The query of GET /api/invoices: filters, a page size and a cursor. A cursor is opaque to clients:
// the position of the last invoice of a page.

import { INVOICE_STATUSES, parseInstant, TYPES_OF_INVOICE } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import type { InvoiceFilter, InvoicePosition } from '@fiscal/db/invoice';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { invalidValue } from '../invalid-value.ts';

const DEFAULT_LIMIT = 50;
const HIGHEST_LIMIT = 200;

const instant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue('must be an ISO 8601 date-time, like 2026-07-11T15:51:04Z');
  return z.NEVER;
});

const cursor = z.string().transform((text, context): InvoicePosition => {
  const position = positionOf(text);
  if (position !== null) return position;
  context.addIssue('must be the nextCursor of a page');
  return z.NEVER;
});

/** Every parameter of the list; unknown ones are refused, because a mistyped filter finds too much. */
export const listQuery = z.strictObject({
  status: z.enum(INVOICE_STATUSES).optional().meta({ description: 'Only with this status.' }),
  typeOfInvoice: z.enum(TYPES_OF_INVOICE).optional().meta({ description: 'Only of this type.' }),
  from: instant
    .optional()
    .meta({ description: 'Created at this time or later.', format: 'date-time' }),
  to: instant.optional().meta({ description: 'Created before this time.', format: 'date-time' }),
  orderNumber: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'Only with this order number.',
  }),
  iic: z
    .string()
    .regex(/^[0-9A-F]{32}$/, 'must have 32 hexadecimal characters, upper case')
    .optional()
    .meta({ description: 'Only the invoice with this IIC.' }),
  // As notes are stored: in NFC, and never with a NUL, which PostgreSQL does not take.
  note: z
    .string()
    .min(1)
    .max(1000)
    .normalize('NFC')
    .refine((text) => !text.includes('\0'), 'must not contain control characters')
    .optional()
    .meta({
      description: 'Only with exactly this note: put the order number of your shop there.',
    }),
  limit: z.coerce.number().int().min(1).max(HIGHEST_LIMIT).default(DEFAULT_LIMIT).meta({
    description: 'How many invoices a page has at most; of large ones it has fewer.',
  }),
  cursor: cursor
    .optional()
    .meta({ description: 'The `nextCursor` of the page before; absent for the first page.' }),
});

/** A list that can be read, or everything that is wrong with its query. */
export type ListRequest =
  | { kind: 'valid'; filter: InvoiceFilter; after: InvoicePosition | null; limit: number }
  | { kind: 'invalid'; issues: Issue[] };

export function readListQuery(query: object): ListRequest {
  // An empty number would be read as 0, and an empty filter finds too much.
  const empty = Object.keys(query).filter((name) => Reflect.get(query, name) === '');
  if (empty.length > 0) {
    const issues = empty.map((path) => queryIssue(path, `${path} must not be empty.`));
    return { kind: 'invalid', issues };
  }
  const result = listQuery.safeParse(query, { error: invalidValue });
  if (result.success) {
    const { cursor: after, limit, ...filter } = result.data;
    return { kind: 'valid', filter, after: after ?? null, limit };
  }
  const issues = result.error.issues.map((problem) => {
    const path = problem.path.map(String).join('.');
    return queryIssue(path, `${path === '' ? 'The query' : path} ${problem.message}.`);
  });
  return { kind: 'invalid', issues };
}

function queryIssue(path: string, message: string): Issue {
  return { code: 'QUERY_INVALID', path, message };
}

/** The cursor that begins after this position. */
export function cursorOf({ createdAt, id }: InvoicePosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

function positionOf(text: string): InvoicePosition | null {
  const [time = '', id = ''] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  const createdAt = parseInstant(time);
  return createdAt === null || !isUuid(id) ? null : { createdAt, id };
}
