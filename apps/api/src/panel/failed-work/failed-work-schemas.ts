// What the endpoints of failed work take and give.

import { STUCK_CAUSES } from '@fiscal/db/failed-work';
import { FAILURE_CODES, INVOICE_STATUSES } from '@fiscal/domain';
import { z } from 'zod';
import { cursor, limit, nextCursor, queryInstant } from '../../http/request/pagination.ts';
import { failure, issue } from '../../openapi/problem-schemas.ts';
import { CLEAN, idOf, instant, oneEnvironment as environment } from '../field-schemas.ts';
import { remedyAction, remedyKey } from '../remedy-fields.ts';
import { sentences } from '../sentences.ts';

/** More at once are taken in several calls. */
const MOST_IDS = 500;

const cause = z
  .string()
  .regex(/^[A-Z_]{1,60}(:\d{1,9}(:[0-9a-f]{8})?)?$/, 'must be a cause of the list')
  .meta({
    description:
      'Of the list of causes: `EFI_REFUSED:53`, `OFFLINE_LATE`. Under code 11 the authority says ' +
      'everything that breaks a rule: there the cause names its words, too, `EFI_REFUSED:11:3f786850`.',
  });

/** What failed work is narrowed to. */
const narrowing = {
  cashRegisterId: idOf('cash register')
    .optional()
    .meta({ description: 'Of this cash register only.' }),
  from: queryInstant.optional().meta({ description: 'Created at this instant or later.' }),
  to: queryInstant.optional().meta({ description: 'Created before this instant.' }),
};

const companyId = idOf('company').optional().meta({ description: 'Of this company only.' });

export const companyCausesQuery = z.object({ environment, ...narrowing });
export const causesQuery = companyCausesQuery.extend({ companyId });

export const causes = z
  .object({
    causes: z
      .array(
        z
          .object({
            cause,
            isStuck: z.boolean().meta({
              description: 'It goes on by itself and takes too long; nothing has failed.',
            }),
            code: z.enum([...FAILURE_CODES, ...STUCK_CAUSES]),
            efiCode: z.int().nullable(),
            count: z.int(),
            urgent: z.int().meta({
              description: 'Of these, what the customer holds although it was refused.',
            }),
            deliverBefore: instant.nullable().meta({
              description: 'The nearest deadline among those that were handed out.',
            }),
            oldest: instant.meta({ description: 'The oldest invoice was created then.' }),
            error: z.string().meta({ description: 'Of the newest example: what happened.' }),
            efiMessage: z.string().nullable().meta({ description: 'The authority’s own words.' }),
            remedy: z.string().nullable(),
            remedyKey,
            remedyAction,
            retryable: z.boolean().meta({
              description: 'Whether the same invoice can succeed without any change.',
            }),
            canRetry: z.boolean().meta({ description: '`retry` does something about it.' }),
            sentences,
          })
          .meta({ id: 'AdminFailureCause' }),
      )
      .meta({
        description:
          'First what customers hold although it was refused, then by deadline, then the ' +
          'most frequent.',
      }),
  })
  .meta({ id: 'AdminFailureCauses' });

export const companyWorkQuery = z.object({
  environment,
  cause: cause.optional().meta({ description: 'Everything that failed where it is absent.' }),
  ...narrowing,
  cursor,
  limit,
});

export const workQuery = companyWorkQuery.extend({ companyId });

export const failedInvoice = z
  .object({
    id: z.uuid(),
    companyId: z.uuid(),
    companyName: z.string(),
    cashRegisterId: z.uuid(),
    cashRegisterName: z.string(),
    status: z.enum(INVOICE_STATUSES),
    invoiceNumber: z.string().nullable(),
    orderNumber: z.number(),
    total: z.string().meta({ description: 'Euros with VAT, decimal text.' }),
    cause: cause.nullable(),
    failure: failure.nullable().meta({ description: 'Null for what has not failed.' }),
    remedyKey,
    remedyAction,
    attempts: z.int(),
    nextAttemptAt: instant.nullable(),
    deliverBefore: instant.nullable().meta({
      description: 'The legal deadline of what was handed out offline.',
    }),
    createdAt: instant,
    updatedAt: instant.meta({ description: 'Of what failed: when it did.' }),
    lastMessage: z
      .object({
        id: z.uuid(),
        at: instant,
        outcome: z.enum(['registered', 'refused', 'unanswered']).nullable(),
        efiCode: z.int().nullable(),
        detail: z.string().nullable().meta({ description: 'The authority’s words, or why none.' }),
      })
      .nullable(),
  })
  .meta({ id: 'AdminFailedInvoice' });

export const failedPage = z
  .object({ invoices: z.array(failedInvoice), nextCursor })
  .meta({ id: 'AdminFailedPage' });

const invoiceIds = z.array(z.uuid()).min(1).max(MOST_IDS);

export const companyRetryBody = z
  .object({
    invoiceIds: invoiceIds.optional(),
    cause: cause.optional(),
    environment: environment.optional(),
    ...narrowing,
    cursor,
  })
  .refine(
    (body) => (body.invoiceIds === undefined) !== (body.cause === undefined),
    'Name either invoiceIds or a cause.',
  )
  .refine((body) => body.cause === undefined || body.environment !== undefined, {
    message: 'A cause needs an environment.',
    path: ['environment'],
  })
  .meta({ id: 'AdminRetry' });

export const retryBody = companyRetryBody
  .safeExtend({ companyId: companyId.meta({ description: 'With a cause: of this company only.' }) })
  .meta({ id: 'AdminRetryOfAll' });

const skipped = z
  .array(
    z
      .object({
        id: z.uuid(),
        why: z.enum([
          'NOT_FOUND',
          'NOT_FAILED',
          'REFUSED',
          'COMPANY_PAUSED',
          'NEWER_FORM',
          'SUPERSEDED',
          'IN_PROGRESS',
        ]),
        message: z.string().meta({ description: 'Why, in words.' }),
        companyId: z.uuid().nullable().meta({ description: 'Of a `REFUSED` one; else null.' }),
        details: z.array(issue).meta({
          description:
            'Of a `REFUSED` one: what other documents say against it, as `fiscalize` would return it. ' +
            'It stays `Failed`.',
        }),
      })
      .meta({ id: 'AdminSkippedInvoice' }),
  )
  .meta({ description: 'Every invoice that was left as it is, and why.' });

export const retryOutcome = z
  .object({
    batchId: z.uuid().nullable().meta({
      description: 'Under which its progress is read; null where nothing was begun.',
    }),
    retried: z.int(),
    skipped,
    nextCursor: nextCursor.meta({
      description: 'There are more of the cause than 5 000: call again with this `cursor`.',
    }),
  })
  .meta({ id: 'AdminRetryOutcome' });

export const dismissBody = z
  .object({
    invoiceIds,
    reason: z.string().trim().min(3).max(500).regex(CLEAN, 'must not contain control characters'),
  })
  .meta({ id: 'AdminDismissal' });

export const dismissOutcome = z
  .object({ dismissed: z.int(), skipped })
  .meta({ id: 'AdminDismissOutcome' });

export const companyBacklogQuery = z.object({ environment, cursor, limit });
export const backlogQuery = companyBacklogQuery.extend({ companyId });

export const offlineBacklog = z
  .object({
    buckets: z
      .array(
        z.object({
          overHours: z.number().nullable().meta({ description: 'Null: the deadline has passed.' }),
          upToHours: z.number(),
          count: z.int(),
        }),
      )
      .meta({ description: 'By the time that remains, the most urgent first.' }),
    drawers: z
      .array(
        z.object({
          companyId: z.uuid(),
          cashRegisterId: z.uuid(),
          name: z.string(),
          count: z.int(),
          deliverBefore: instant.meta({ description: 'Of the first of them.' }),
        }),
      )
      .meta({ description: 'Cash registers with withdrawals that wait; 100 are listed.' }),
    invoices: z.array(failedInvoice).meta({ description: 'The nearest deadline first.' }),
    nextCursor,
  })
  .meta({ id: 'AdminOfflineBacklog' });

export const batchesQuery = z.object({ environment });

export const retryBatches = z
  .object({
    batches: z
      .array(
        z
          .object({
            id: z.uuid(),
            startedAt: instant,
            total: z.int(),
            fiscalized: z.int(),
            offline: z.int().meta({ description: 'Issued offline by the retry; delivered later.' }),
            failed: z.int().meta({ description: 'Failed again.' }),
            open: z.int().meta({ description: 'Without an outcome yet.' }),
          })
          .meta({ id: 'AdminRetryBatch' }),
      )
      .meta({ description: 'Of the last hour, the newest first.' }),
  })
  .meta({ id: 'AdminRetryBatches' });

export const companyTillsQuery = companyCausesQuery.extend({ cause: cause.optional() });
export const tillsQuery = companyTillsQuery.extend({ companyId });

export const affectedTills = z
  .object({
    tills: z
      .array(
        z
          .object({
            companyId: z.uuid(),
            companyName: z.string(),
            cashRegisterId: z.uuid(),
            cashRegisterName: z.string(),
            count: z.int(),
            urgent: z.int(),
          })
          .meta({ id: 'AdminAffectedTill' }),
      )
      .meta({ description: 'Each cash register once; urgent ones first, then by their failures.' }),
  })
  .meta({ id: 'AdminAffectedTills' });

export const doubtfulRetries = z
  .object({
    invoices: z
      .array(
        z
          .object({
            id: z.uuid(),
            cashRegisterName: z.string(),
            total: z.string(),
            createdAt: instant,
            soldSince: z
              .array(z.object({ id: z.uuid(), invoiceNumber: z.string(), createdAt: instant }))
              .meta({
                description:
                  'What the same cash register has handed out for the same amount since, at most ' +
                  'three.',
              }),
          })
          .meta({ id: 'AdminDoubtfulRetry' }),
      )
      .meta({
        description:
          'Failed sales older than five minutes that no customer holds: the till may have ' +
          'sold them again. Of a cause, its first 500 are looked at.',
      }),
  })
  .meta({ id: 'AdminDoubtfulRetries' });
