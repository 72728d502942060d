// What the invoice endpoints of the panel take and give.

import { INVOICE_STATUSES, PAPERS, TYPES_OF_INVOICE } from '@fiscal/domain';
import { z } from 'zod';
import { cursor, limit, nextCursor, queryInstant } from '../../http/request/pagination.ts';
import { failure } from '../../openapi/problem-schemas.ts';
import { paper } from '../../public/invoices/read-pdf.ts';
import { invoiceRecord } from '../../public/invoices/record-schema.ts';
import { CLEAN, instant, oneEnvironment as environment } from '../field-schemas.ts';
import { senderRefusal } from '../sender-refusal.ts';
import { remedyAction, remedyKey } from '../remedy-fields.ts';
import { sentences } from '../sentences.ts';

const status = z.enum(INVOICE_STATUSES);

/** What the list of invoices is narrowed to, and the page. */
export const invoiceListQuery = z.object({
  environment,
  status: status.optional(),
  typeOfInvoice: z.enum(TYPES_OF_INVOICE).optional(),
  from: queryInstant
    .optional()
    .meta({ description: 'Created then or later.', format: 'date-time' }),
  to: queryInstant.optional().meta({ description: 'Created before.', format: 'date-time' }),
  search: z
    .string()
    .trim()
    .max(1000)
    .normalize('NFC')
    .regex(CLEAN, 'must not contain control characters')
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({
      description:
        'Parts of the note or of the buyer’s name or number, in any case and with or without ' +
        'diacritics; an amount (`1.234,56` or `1234.56`); an ordinal, or an invoice number, also ' +
        'without the cash register’s code; our id; at least 6 characters of the beginning or end ' +
        'of an IIC or FIC; the link of a QR code. Of a text that is a number, words of one or two ' +
        'characters are beginnings of words.',
    }),
  cursor,
  limit,
});

export const listedInvoice = z
  .object({
    id: z.uuid(),
    companyId: z.uuid(),
    companyName: z.string(),
    status,
    documentType: z.string(),
    typeOfInvoice: z.enum(TYPES_OF_INVOICE),
    paymentMethod: z.string(),
    invoiceNumber: z.string().nullable(),
    orderNumber: z.number().meta({ description: 'The ordinal; before it is signed, as sent.' }),
    sentOrderNumber: z
      .number()
      .nullable()
      .meta({ description: 'The company’s own; null where it sent 0 and left it to the service.' }),
    cashRegisterName: z.string(),
    buyerName: z.string().nullable(),
    note: z.string().nullable(),
    total: z.string().meta({ description: 'Euros with VAT, decimal text.' }),
    iic: z.string().nullable(),
    fic: z.string().nullable(),
    issueDateTime: z.string().nullable().meta({ description: 'Legal issue time, in Podgorica.' }),
    failure: failure.nullable(),
    attempts: z.int(),
    nextAttemptAt: instant.nullable(),
    deliverBefore: instant
      .nullable()
      .meta({ description: 'Of what was handed out and is not registered.' }),
    isDismissed: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'AdminListedInvoice' });

export const listedInvoices = z
  .object({
    invoices: z.array(listedInvoice),
    nextCursor,
    searchedTo: instant.nullable().meta({
      description:
        'A search of many invoices ends a page early: what was created before is not searched yet, ' +
        'and `nextCursor` goes on there. Null for a whole page, and for the last one.',
    }),
  })
  .meta({ id: 'AdminInvoicePage' });

const relatedInvoice = z
  .object({
    id: z.uuid(),
    status,
    invoiceNumber: z.string().nullable(),
    iic: z.string().nullable(),
  })
  .meta({ id: 'AdminRelatedInvoice' });

const documentVersion = z
  .object({
    id: z.uuid().meta({ description: '`version` of the PDF.' }),
    fic: z.string().nullable().meta({ description: 'Null on one printed offline.' }),
    paper: z.enum(PAPERS),
    sha256: z.string(),
    sizeBytes: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'AdminDocumentVersion' });

export const adminInvoice = z
  .object({
    record: invoiceRecord.meta({ description: 'As the company’s own system reads it.' }),
    lineTotals: z.array(z.string()).meta({
      description: 'Of each item, with VAT and after its rebate, decimal text in euros.',
    }),
    companyName: z.string(),
    cashRegister: z.object({ id: z.uuid(), name: z.string(), tcrCode: z.string().nullable() }),
    apiKey: z.object({ id: z.uuid(), name: z.string(), prefix: z.string() }).nullable(),
    year: z.int().nullable().meta({ description: 'Of the number, once it is signed.' }),
    tcrCode: z.string().nullable().meta({ description: 'It was signed with.' }),
    iicSignature: z.string().nullable(),
    isInHand: z.boolean().meta({ description: 'A worker works on it now.' }),
    offlineSince: instant.nullable(),
    senderRefusal: senderRefusal.nullable().meta({
      description: 'Why it is not delivered, where the authority refuses the company itself.',
    }),
    cause: z.string().nullable().meta({ description: 'Under which it is listed as failed work.' }),
    remedyKey,
    remedyAction,
    dismissal: z
      .object({
        at: instant,
        by: z.string(),
        byName: z.string().nullable(),
        reason: z.string(),
      })
      .nullable(),
    supersededBy: z.uuid().nullable().meta({
      description: 'The invoice that has its `externalId` now; this one is never registered.',
    }),
    originalInvoice: relatedInvoice.nullable().meta({ description: 'Of a corrective.' }),
    correctiveInvoices: z.array(relatedInvoice).meta({ description: 'Whatever became of them.' }),
    documents: z.array(documentVersion),
    missingPrint: z
      .object({ attempts: z.int(), nextAttemptAt: instant })
      .nullable()
      .meta({ description: 'A print that is on its way.' }),
    sentences,
  })
  .meta({ id: 'AdminInvoice' });

/** Everything that a line of the timeline can be about. */
const TIMELINE_KINDS = [
  'created',
  'number-given',
  'number-freed',
  'message-sent',
  'message-registered',
  'message-refused',
  'message-unanswered',
  'handed-out-offline',
  'fiscalized',
  'failed',
  'printed',
  'retried',
  'dismissed',
  'brought-forward',
  'tested',
  'other',
] as const;

export const timelineEvent = z
  .object({
    at: instant,
    kind: z.enum(TIMELINE_KINDS),
    detail: z.string().nullable().meta({
      description:
        'The authority’s words, a reason, a FIC; of `other`, the action of the audit log.',
    }),
    actor: z.string().nullable().meta({ description: '`worker`, `user:<id>`.' }),
    actorName: z.string().nullable(),
    submissionId: z.uuid().nullable().meta({ description: 'Its texts can be read.' }),
    subsequentDelivery: z.string().nullable(),
    httpStatus: z.int().nullable(),
    efiCode: z.int().nullable(),
    tookMs: z.int().nullable().meta({ description: 'Until the reply.' }),
    replaced: z
      .int()
      .nullable()
      .meta({
        description:
          'Earlier messages that this one stands for: like it but for UUID, sending time and signature, ' +
          'and nothing ever came back of any. Of a message that was sent.',
      }),
    ordinal: z.number().nullable(),
    documentId: z.uuid().nullable(),
  })
  .meta({ id: 'AdminTimelineEvent' });

export const timeline = z
  .object({
    events: z.array(timelineEvent).meta({ description: 'Oldest first.' }),
    sentences,
  })
  .meta({ id: 'AdminTimeline' });

export const messageTexts = z
  .object({
    id: z.uuid(),
    requestUuid: z.uuid(),
    sendDateTime: z.string(),
    subsequentDelivery: z.string().nullable(),
    createdAt: instant,
    answeredAt: instant.nullable(),
    outcome: z.enum(['registered', 'refused', 'unanswered']).nullable(),
    httpStatus: z.int().nullable(),
    efiCode: z.int().nullable(),
    detail: z.string().nullable(),
    request: z.string().meta({ description: 'The signed XML, byte for byte.' }),
    response: z.string().nullable().meta({
      description: 'What came back. U+FFFD stands for what is no text or a control character.',
    }),
    responseBase64: z.string().nullable().meta({
      description: 'What came back, byte for byte; null where `response` is exactly that.',
    }),
    sentences,
  })
  .meta({ id: 'AdminMessage' });

export const pdfQuery = z.object({
  version: z.uuid().optional().meta({
    description:
      'Id of a document; where it is absent, the invoice as it is now, printed if it is not yet.',
  }),
  paper,
});

export const numbersQuery = z.object({
  year: z.coerce.number().int().min(2000).max(9999).optional().meta({
    description: 'The newest one where it is absent.',
  }),
  tcrCode: z.string().max(20).optional(),
  below: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'Only ordinals under this one: `nextBelow` of the page before.',
  }),
  limit,
});

export const numberLedger = z
  .object({
    rows: z
      .array(
        z.object({
          tcrCode: z.string(),
          year: z.int(),
          lastOrdinal: z.number(),
          freeOrdinals: z.array(z.number()),
        }),
      )
      .meta({ description: 'Every row of numbers of the cash register.' }),
    tcrCode: z.string().nullable().meta({ description: 'Of the row that the histories are of.' }),
    year: z.int().nullable(),
    histories: z.array(
      z
        .object({
          ordinal: z.number(),
          invoiceId: z.uuid().nullable().meta({ description: 'Null while the number is free.' }),
          invoiceNumber: z.string().nullable(),
          status: status.nullable(),
          fic: z.string().nullable(),
          events: z.array(
            z.object({
              event: z.enum(['given', 'freed', 'lost', 'handed-out', 'registered', 'failed']),
              at: instant,
              invoiceId: z.uuid().nullable(),
              reason: z.string().nullable(),
            }),
          ),
          sentences,
        })
        .meta({ id: 'AdminNumberHistory' }),
    ),
    nextBelow: z.number().nullable(),
  })
  .meta({ id: 'AdminNumberLedger' });

export const invoiceEventsQuery = z.object({ environment: environment.optional() });
