// The query of GET /api/invoices: filters, a page size and a cursor. A cursor is opaque to clients:
// the position of the last invoice of a page.

import { INVOICE_STATUSES, TYPES_OF_INVOICE } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import type { InvoiceFilter, InvoicePosition } from '@fiscal/db/invoice';
import { z } from 'zod';
import { cursor, limit, queryInstant } from '../../http/request/pagination.ts';
import { readQuery } from '../../http/request/read-query.ts';

/** As texts are stored: in NFC, and never with a NUL, which PostgreSQL does not take. */
const exactText = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .normalize('NFC')
    .refine((text) => !text.includes('\0'), 'must not contain control characters')
    .optional();

/**
 * Every parameter of the list; unknown ones are refused, because a mistyped filter finds too much.
 */
export const listQuery = z.strictObject({
  status: z.enum(INVOICE_STATUSES).optional().meta({ description: 'Only with this status.' }),
  typeOfInvoice: z.enum(TYPES_OF_INVOICE).optional().meta({ description: 'Only of this type.' }),
  from: queryInstant
    .optional()
    .meta({ description: 'Created at this time or later.', format: 'date-time' }),
  to: queryInstant
    .optional()
    .meta({ description: 'Created before this time.', format: 'date-time' }),
  orderNumber: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'Only with this order number.',
  }),
  iic: z
    .string()
    .regex(/^[0-9A-F]{32}$/, 'must have 32 hexadecimal characters, upper case')
    .optional()
    .meta({ description: 'Only the invoice with this IIC.' }),
  externalId: exactText(100).describe('Only the invoice that has this id of yours.'),
  note: exactText(1000).describe(
    'Only with exactly this note: put the order number of your shop there.',
  ),
  limit: limit.meta({
    description: 'How many invoices a page has at most; of large ones it has fewer.',
  }),
  cursor,
});

/** A list that can be read, or everything that is wrong with its query. */
export type ListRequest =
  | { kind: 'valid'; filter: InvoiceFilter; after: InvoicePosition | null; limit: number }
  | { kind: 'invalid'; issues: Issue[] };

export function readListQuery(query: object): ListRequest {
  const read = readQuery(listQuery, query);
  if (read.kind === 'invalid') return read;
  const { cursor: last, limit: most, ...filter } = read.values;
  const after = last ? { createdAt: last.at, id: last.id } : null;
  return { kind: 'valid', filter, after, limit: most };
}
