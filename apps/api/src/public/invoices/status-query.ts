// POST /api/invoices/status: what is asked, and what its response says. Extensions §10.

import { INVOICE_STATUSES, validateExternalId } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import type { AskedStatuses, StatusEntry } from '@fiscal/db/invoice';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import type { Agreement } from '../../openapi/agreement.ts';
import { queryIssue } from '../../http/request/read-query.ts';
import { invoiceRecord } from './record-schema.ts';

const MOST_STATUSES = 1_000;
const listOf = (element: Record<string, unknown>, description: string) =>
  z.array(z.string().meta(element)).optional().meta({ description, maxItems: MOST_STATUSES });

/** Of the document; readStatusQuery reads it. */
export const statusQuery = z
  .object({
    ids: listOf({ format: 'uuid' }, '`id`s of invoices.'),
    externalIds: listOf({ minLength: 1, maxLength: 100 }, 'What your program calls them.'),
  })
  .meta({ id: 'StatusQuery', description: 'Either `ids` or `externalIds`.' });

const { id, externalId, iic, fic, invoiceNumber, fiscalizedAt, updatedAt } = invoiceRecord.shape;
const statusEntry = z
  .object({
    id: id.nullable(),
    externalId,
    status: z.enum(INVOICE_STATUSES).nullable().meta({
      description: 'Null without a `code`: it is not stored, or not yours.',
    }),
    iic,
    fic,
    invoiceNumber,
    fiscalizedAt,
    updatedAt: updatedAt.nullable(),
    code: z
      .string()
      .nullable()
      .meta({
        description:
          'Of one that is `Failed` why, and `INVOICE_DETACHED` where the rest is archived. Without a status: ' +
          '`STORAGE_UNAVAILABLE`, it may be being stored, ask again; `NUMBERS_UNCONFIRMED`, the database was ' +
          'restored and may lack it.',
      }),
  })
  .meta({ id: 'InvoiceStatusEntry', description: 'Where an invoice is.' });
export const statusEntries = z
  .array(statusEntry)
  .meta({ id: 'InvoiceStatuses', description: 'One entry for each that was asked for, in order.' });

true satisfies Agreement<z.output<typeof statusEntry>, StatusEntry>;

/** What is asked for, or everything that is wrong with it. */
export function readStatusQuery(body: object): AskedStatuses | Issue[] {
  const { ids, externalIds } = body as Record<AskedStatuses['by'], unknown>;
  const issues = [
    ...(((ids ?? null) === null) === ((externalIds ?? null) === null)
      ? [queryIssue('', 'Send either ids or externalIds.')]
      : []),
    ...listIssues('ids', ids, 'a UUID', isUuid),
    ...listIssues('externalIds', externalIds, '1 to 100 printable characters', isExternalId),
  ];
  if (issues.length > 0) return issues;
  const by = ids ? 'ids' : 'externalIds';
  return { by, values: ((ids ?? externalIds) as string[]).map((value) => value.normalize('NFC')) };
}

function listIssues(
  by: AskedStatuses['by'],
  values: unknown,
  rule: string,
  isValid: (value: unknown) => boolean,
): Issue[] {
  if (values === undefined || values === null) return [];
  if (!Array.isArray(values)) return [queryIssue(by, `${by} must be an array.`)];
  if (values.length > MOST_STATUSES) {
    return [queryIssue(by, `${by} must have at most ${MOST_STATUSES} elements.`)];
  }
  return values.flatMap((value: unknown, at) => {
    const path = `${by}[${at}]`;
    return isValid(value) ? [] : [queryIssue(path, `${path} must be ${rule}.`)];
  });
}

function isExternalId(value: unknown): boolean {
  return typeof value === 'string' && validateExternalId(value.normalize('NFC')).length === 0;
}
