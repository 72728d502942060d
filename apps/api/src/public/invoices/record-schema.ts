// The shape of the invoice record for the OpenAPI document. record.ts is the truth; the last lines
// here refuse to compile where the two differ. Nothing is validated with it while calls
// are served.

import {
  BUYER_ID_TYPES,
  DOCUMENT_TYPES,
  ENVIRONMENTS,
  EXEMPTIONS,
  INVOICE_STATUSES,
  MOST_WARNINGS,
  PAYMENT_METHODS,
  TYPES_OF_INVOICE,
} from '@fiscal/domain';
import { z } from 'zod';
import type { Agreement } from '../../openapi/agreement.ts';
import { failure } from '../../openapi/problem-schemas.ts';
import { EXEMPTION, PAYMENT_METHOD } from './invoice-payload.ts';
import type { dryRunOf, recordOf } from './record.ts';

const iic = { pattern: '^[0-9A-F]{32}$' };
const uuid = { format: 'uuid' };
const dateTime = { format: 'date-time' };
/** A record has a Date there, which JSON writes in ISO 8601. */
const instant = (description: string) =>
  z.string().meta({ description, ...dateTime }) as unknown as z.ZodType<string, Date | string>;
const nullableInstant = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, ...dateTime }) as unknown as z.ZodType<
    string | null,
    Date | string | null
  >;

const paymentMethod = z.enum(PAYMENT_METHODS).meta(PAYMENT_METHOD);
const exemption = z.enum(EXEMPTIONS).meta(EXEMPTION);

const item = z
  .object({
    name: z.string().meta({ description: 'What was sold.' }),
    code: z.string().nullish().meta({ description: 'Code of the item, as it was sent.' }),
    unit: z.string().nullish().meta({ description: 'Unit of measure, as it was sent.' }),
    unitPrice: z.number().meta({ description: 'Euros, as it was sent.' }),
    quantity: z.number().meta({ description: 'As it was sent.' }),
    vat: z
      .object({
        rate: z.number().meta({ description: 'Percent.' }),
        exemption: exemption.nullish(),
      })
      .meta({ description: 'VAT of the line.' }),
    rebatePercentage: z.number().nullish().meta({ description: 'Percent.' }),
    rebateReducingBase: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the rebate reduces the tax base.' }),
    isExport: z.boolean().nullish().meta({ description: 'Whether it leaves the country.' }),
  })
  .meta({
    id: 'Item',
    description: 'One line as it was sent: a full cancellation copies it and turns both signs.',
  });

const buyer = z
  .object({
    idType: z.enum(BUYER_ID_TYPES).meta({ description: 'Kind of identifier.' }),
    idNumber: z.string().meta({ description: 'The number.' }),
    name: z.string().meta({ description: 'Name of the buyer.' }),
    address: z.string().nullish().meta({ description: 'Street address.' }),
    city: z.string().nullish().meta({ description: 'City.' }),
    country: z.string().nullish().meta({ description: 'ISO 3166 alpha-3 code.' }),
  })
  .meta({ id: 'Buyer', description: 'The buyer as it was sent.' });

const original = z
  .object({
    id: z.string().meta({ description: 'IIC of the original.', ...iic }),
    issuedAt: z.string().meta({ description: 'Issue time of the original.', ...dateTime }),
    source: z.literal('authority').optional().meta({
      description:
        'The original is not stored here: what it is, the tax authority says. Absent where it is.',
    }),
  })
  .meta({ id: 'Original', description: 'The invoice that this corrective corrects.' });

const totals = z
  .object({
    withoutVat: z.number().meta({ description: 'Euros without VAT.' }),
    vat: z.number().meta({ description: 'VAT in euros.' }),
    total: z.number().meta({ description: 'Euros with VAT: the sum of the other two.' }),
  })
  .meta({ id: 'Totals', description: 'Amounts of the invoice, rounded to cents.' });

const vatGroup = z
  .object({
    rate: z.number().meta({ description: 'Percent; 0 where exempt.' }),
    items: z.int().meta({ description: 'How many lines there are.', minimum: 1 }),
    base: z.number().meta({ description: 'Euros without VAT, 4 decimals.' }),
    vat: z.number().meta({ description: 'VAT in euros, 4 decimals.' }),
    exemption: exemption.nullable(),
  })
  .meta({ id: 'VatGroup', description: 'The lines of one VAT rate or exemption.' });

const corrective = z
  .object({
    id: z.string().meta({ description: '`id` of the corrective.', ...uuid }),
    iic: z
      .string()
      .nullable()
      .meta({ description: 'Its IIC, once it is signed.', ...iic }),
  })
  .meta({ id: 'CorrectiveReference', description: 'A corrective of this invoice.' });

/** A line of what is left. */
export const correctableItem = z
  .object({
    index: z
      .int()
      .nullable()
      .meta({ description: "Index in the root's items; null for a re-issued line.", minimum: 0 }),
    invoiceId: z.string().meta({ description: '`id` of the document that has the line.', ...uuid }),
    line: z.int().meta({ description: 'Index in the items of that document.', minimum: 0 }),
    name: z.string().meta({ description: 'What was sold.' }),
    quantity: z.number().meta({ description: 'What is left of it.', exclusiveMinimum: 0 }),
  })
  .meta({ id: 'CorrectableItem', description: 'A line of which something is left.' });

const correctable = z
  .object({
    total: z.number().meta({ description: 'Euros with VAT that are left.', minimum: 0 }),
    items: z.array(correctableItem).meta({
      description: "The original's lines in their order, then re-issued ones.",
    }),
  })
  .meta({
    id: 'Correctable',
    description:
      'What is left of the sale: the original that a chain of correctives ends at, and all of them ' +
      'that are `Pending`, `Offline` or `Fiscalized`.',
  });

const advance = z
  .object({
    paid: z.number().meta({ description: 'Its total.' }),
    used: z.number().meta({
      description: 'What documents in force are paid with, after their correctives.',
    }),
    left: z.number().meta({
      description: 'Below zero where more was paid out of it than it has.',
    }),
    invoices: z
      .array(
        z
          .object({
            id: z.string().meta({ description: '`id` of the invoice.', ...uuid }),
            iic: z
              .string()
              .nullable()
              .meta({ description: 'Its IIC, once it is signed.', ...iic }),
            amount: z.number().meta({ description: 'What of it the advance pays.' }),
          })
          .meta({ id: 'AdvancePayment', description: 'An invoice that the advance pays.' }),
      )
      .meta({ description: 'What is paid with it, in the order of issue.' }),
  })
  .meta({ id: 'AdvanceBalance', description: 'What an advance has paid. Euros.' });

const payment = z
  .object({
    method: paymentMethod,
    amount: z.number().meta({ description: 'Euros, with the sign of the total.' }),
    advancePaymentIic: z
      .string()
      .nullable()
      .meta({ description: 'Of an `ADVANCE`: the IIC of its invoice.', ...iic }),
  })
  .meta({ id: 'Payment', description: 'A part of what is paid.' });

/** Spec, Invoice record; decisions §3. */
export const invoiceRecord = z
  .object({
    id: z.string().meta({ description: 'Our id of the invoice: keep it with the order.', ...uuid }),
    status: z.enum(INVOICE_STATUSES).meta({
      description:
        '`Draft`: saved. `Pending`: fiscalization in progress. `Fiscalized`: registered; final. ' +
        '`Failed`: see `error`. `Offline`: signed and valid; delivered to the authority later.',
    }),
    type: z.enum(DOCUMENT_TYPES).meta({ description: 'Kind of document.' }),
    iic: z
      .string()
      .nullable()
      .meta({
        description: 'Issuer identification code (IKOF), once the invoice is signed.',
        ...iic,
      }),
    fic: z.string().nullable().meta({
      description: 'Fiscal identification code (JIKR) of the authority, once it is registered.',
    }),
    invoiceNumber: z.string().nullable().meta({
      description: 'Number on the print: business unit/ordinal/year/TCR, once it is signed.',
    }),
    orderNumber: z.int().meta({
      description: 'The ordinal once the invoice is signed; before that, what was sent.',
      minimum: 0,
    }),
    fiscalizedAt: z
      .string()
      .nullable()
      .meta({
        description:
          'Issue time in Podgorica, once it is signed: `original.issuedAt` of correctives.',
        ...dateTime,
      }),
    typeOfInvoice: z.enum(TYPES_OF_INVOICE).meta({ description: 'As it was sent.' }),
    paymentMethod,
    paymentDeadline: z.string().meta({ description: 'As it was sent.' }),
    buyer: buyer.nullable().meta({ description: 'Null if none was sent.' }),
    note: z.string().nullable().meta({ description: 'As it was sent.' }),
    operatorName: z.string().nullable().meta({ description: 'As it was sent.' }),
    discountAmount: z.number().nullable().meta({ description: 'Euros, as it was sent.' }),
    advancePaymentIic: z
      .string()
      .nullable()
      .meta({ description: 'Of an `ADVANCE` payment: the IIC of its invoice.' }),
    original: original.nullable().meta({ description: 'Null but on a corrective.' }),
    externalId: z.string().nullable().meta({ description: 'What your program calls it.' }),
    invoiceData: z
      .object({ items: z.array(item).meta({ description: 'The lines.' }) })
      .meta({ description: 'The lines as they were sent.' }),
    totals,
    vatBreakdown: z.array(vatGroup).meta({
      description: 'By rate, highest first, then by exemption; empty for a company outside VAT.',
    }),
    verificationUrl: z.string().nullable().meta({
      description: 'Text of the QR code, once the invoice is signed; print it as it is.',
      format: 'uri',
    }),
    correctives: z
      .array(corrective)
      .meta({ description: 'Correctives of this invoice, in order.' }),
    correctable: correctable.nullable().meta({
      description: 'Null until the invoice is `Fiscalized`; a corrective has that of the sale.',
    }),
    advance: advance.nullable().meta({
      description: 'Of an `Advance` that is signed; null of any other document.',
    }),
    environment: z.enum(ENVIRONMENTS).meta({ description: 'Environment of the key.' }),
    attempts: z.int().meta({ description: 'How often it was worked on.', minimum: 0 }),
    nextAttemptAt: nullableInstant('When the service tries again by itself.'),
    deliverBefore: nullableInstant('While `Offline`: the legal deadline of its delivery.'),
    warnings: z.array(z.string()).meta({
      description:
        'Accepted, but not as you may think: unknown fields, texts that were cut, a `Cash` invoice ' +
        'that is registered and printed as non-cash because of its payment method, an ' +
        '`Idempotency-Key`, which has no effect. Of more than 20 the last one says how many more ' +
        'there are.',
      maxItems: MOST_WARNINGS + 1,
    }),
    createdAt: instant('When the draft was stored.'),
    updatedAt: instant('When anything changed last.'),
    taxPeriod: z.string().nullable().meta({ description: 'As it was sent.' }),
    replaces: z.string().nullable().meta({
      description: 'IIC of the cancelled document whose place this one takes.',
    }),
    payments: z.array(payment).meta({
      description:
        'What pays it, at least one: together they are the total. Equal methods stay apart.',
    }),
    placeOfIssue: z.string().meta({
      description: 'Town of the business unit of the cash register, else of the seat. Print it.',
    }),
    errorMessage: z.string().optional().meta({ description: 'Only when `Failed`: what happened.' }),
    error: failure.optional().meta({ description: 'Only when `Failed`: why, and what to do.' }),
  })
  .meta({ id: 'Invoice', description: 'The invoice record. Absent values are null.' });

/** What a call with `dryRun` would come to: fields of the record. */
export const dryRun = invoiceRecord
  .pick({
    discountAmount: true,
    invoiceData: true,
    totals: true,
    vatBreakdown: true,
    warnings: true,
    payments: true,
  })
  .meta({ id: 'DryRun', description: 'What the invoice would come to. Nothing is stored.' });

/** One page of GET /api/invoices. */
export const invoicePage = z
  .object({
    invoices: z.array(invoiceRecord).meta({ description: 'Newest first.' }),
    nextCursor: z.string().nullable().meta({
      description: '`cursor` of the next page; null on the last one.',
    }),
  })
  .meta({ id: 'InvoicePage', description: 'One page of invoices.' });

/** Fails to compile where the schema and what record.ts returns differ. */
true satisfies Agreement<z.output<typeof invoiceRecord>, ReturnType<typeof recordOf>>;
true satisfies Agreement<z.output<typeof dryRun>, ReturnType<typeof dryRunOf>>;
