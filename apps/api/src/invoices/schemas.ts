// The shape of the payload: JSON types and required fields. What a value may be is the domain's
// business (validate-invoice), which also works on a request whose ill-shaped fields were taken out,
// so that all problems are reported at once. What `.meta` says of a field is documentation and checks
// nothing.

import {
  ALLOWED_PAYMENT_METHODS,
  BUYER_ID_TYPES,
  DOCUMENT_TYPES,
  MAX_ORDINAL,
  PAYMENT_METHODS,
  TYPES_OF_INVOICE,
} from '@fiscal/domain';
import type { Issue, LooseInvoice } from '@fiscal/domain';
import { z } from 'zod';

const iic = { pattern: '^[0-9A-F]{32}$', examples: ['551DBD3AF151F79B768F7C240144FF75'] };

const item = z
  .object({
    name: z.string().meta({
      description:
        'What is sold. The tax authority receives the first 50 characters; the PDF prints all.',
      minLength: 1,
      maxLength: 200,
    }),
    code: z.string().nullish().meta({ description: 'Your code of the item.', maxLength: 50 }),
    unit: z.string().nullish().meta({
      description: 'Unit of measure; `kom` (piece) where absent or blank.',
      maxLength: 50,
    }),
    unitPrice: z.number().meta({
      description:
        'Euros, at most 4 decimals. Without VAT, or with it if the company is set up so ' +
        '(`pricesIncludeVat`). Negative, together with `quantity`, on a line that cancels.',
    }),
    quantity: z.number().meta({
      description: 'At most 3 decimals. Never 0; negative on a line of a corrective that cancels.',
    }),
    vat: z
      .object({
        rate: z.number().meta({
          description:
            'Percent: 21, 15, 7 or 0; always 0 for a company outside VAT. A line of a corrective ' +
            'that matches an item of the original carries its rate.',
        }),
      })
      .meta({ description: 'VAT of the line.' }),
    rebatePercentage: z.number().nullish().meta({
      description: 'Rebate in percent, at most 4 decimals.',
      minimum: 0,
      maximum: 100,
    }),
    rebateReducingBase: z.boolean().nullish().meta({
      description: 'Whether the rebate reduces the tax base; true where absent.',
    }),
  })
  .meta({ id: 'ItemRequest', description: 'One line of an invoice to be issued.' });

const buyer = z
  .object({
    idType: z.string().meta({ description: 'Kind of identifier.', enum: [...BUYER_ID_TYPES] }),
    idNumber: z.string().meta({
      description: 'The number; a `TIN` has 8 or 13 digits.',
      minLength: 1,
      maxLength: 20,
    }),
    name: z.string().meta({ description: 'Name of the buyer.', minLength: 1, maxLength: 400 }),
    address: z.string().nullish().meta({ description: 'Street address.', maxLength: 200 }),
    city: z.string().nullish().meta({ description: 'City.', maxLength: 100 }),
    country: z
      .string()
      .nullish()
      .meta({
        description: 'ISO 3166 alpha-3 code; `MNE` where absent.',
        examples: ['MNE'],
      }),
  })
  .meta({ id: 'BuyerRequest', description: 'Who buys. Recommended for companies.' });

/** Both are required, but together and in the specification's words: a rule, not a shape. */
const original = z
  .object({
    id: z
      .string()
      .optional()
      .meta({ description: '`iic` of the original.', ...iic }),
    issuedAt: z.string().optional().meta({
      description: '`fiscalizedAt` of the original; milliseconds do not count.',
      format: 'date-time',
    }),
  })
  .meta({
    id: 'OriginalRequest',
    description: 'The invoice that a corrective corrects: both fields are required there.',
  });

/** Spec, Invoice request payload. Unknown fields are ignored here and named in `warnings`. */
export const invoicePayload = z
  .object({
    type: z.string().meta({
      description: 'Kind of document.',
      enum: [...DOCUMENT_TYPES, 'CORRECTIVE'],
    }),
    orderNumber: z.number().meta({
      description:
        'Ordinal of the invoice in its cash register and year; 0 has the next one assigned. ' +
        'At most 1 000 000 (as configured) beyond the highest in use. ' +
        'A corrective gets a number of its own.',
      type: 'integer',
      minimum: 0,
      maximum: MAX_ORDINAL,
    }),
    typeOfInvoice: z.string().meta({
      description: '`Cash`: paid at once, also by card. `NonCash`: by transfer or later.',
      enum: [...TYPES_OF_INVOICE],
    }),
    paymentMethod: z.string().meta({
      description:
        `With \`Cash\`: ${ALLOWED_PAYMENT_METHODS.Cash.join(', ')}. ` +
        `With \`NonCash\`: ${ALLOWED_PAYMENT_METHODS.NonCash.join(', ')}.`,
      enum: [...PAYMENT_METHODS],
    }),
    paymentDeadline: z.string().meta({
      description: 'When it is due; of a paid order, when it was paid. UTC where no zone is given.',
      format: 'date-time',
    }),
    items: z.array(item).meta({ description: 'The lines.', minItems: 1, maxItems: 1000 }),
    buyer: buyer.nullish().meta({ description: 'Who buys.' }),
    note: z
      .string()
      .nullish()
      .meta({
        description:
          'Free remark, for example the order number of your shop: invoices can be found by it. ' +
          'The tax authority receives the first 200 characters.',
        maxLength: 1000,
      }),
    discountAmount: z
      .number()
      .nullish()
      .meta({
        description:
          'Discount on the whole invoice in euros without VAT, at most 4 decimals. It is spread ' +
          "over the lines. A full cancellation copies the original's.",
      }),
    operatorName: z.string().nullish().meta({
      description: 'Name of the cashier on the print.',
      maxLength: 100,
    }),
    advancePaymentIic: z
      .string()
      .nullish()
      .meta({
        description: 'IIC of the invoice of the advance; required when paid by `ADVANCE`.',
        ...iic,
      }),
    original: original.nullish().meta({
      description: 'The invoice that is corrected; required on a `Corrective`.',
    }),
  })
  .meta({ id: 'InvoiceRequest', description: 'An invoice to be issued.' });

/** The same shape, each field of it optional and forgotten where it has another JSON type. */
const looseInvoicePayload = loosened(invoicePayload) as z.ZodType<LooseInvoice>;

/** A payload as far as its shape allows, with what is wrong with the shape. */
export interface ShapedPayload {
  invoice: LooseInvoice;
  issues: Issue[];
  /** One sentence for each unknown field. Decisions §4. */
  warnings: string[];
}

/** @param body a JSON object. */
export function readPayload(body: object): ShapedPayload {
  const strict = invoicePayload.safeParse(body);
  const warnings = unknownFields(body, invoicePayload, '');
  if (strict.success) return { invoice: strict.data, issues: [], warnings };
  return {
    invoice: looseInvoicePayload.parse(body),
    issues: strict.error.issues.map(issueOf),
    warnings,
  };
}

function issueOf(problem: z.core.$ZodIssue): Issue {
  const path = pathText(problem.path);
  const isType = problem.code === 'invalid_type';
  if (isType && problem.message.endsWith('received undefined')) {
    return { code: 'FIELD_REQUIRED', path, message: `${path} is required.` };
  }
  const expected = isType ? nameOfType(problem.expected) : 'valid';
  return { code: 'FIELD_TYPE_INVALID', path, message: `${path} must be ${expected}.` };
}

function nameOfType(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `items[2].vat.rate` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`,
    )
    .join('');
}

function loosened(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: z.ZodType = loosened(schema.unwrap() as z.ZodType);
    return forgetful(inner.nullish());
  }
  if (schema instanceof z.ZodArray) {
    return forgetful(z.array(loosened(schema.element as z.ZodType)));
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    const loose = Object.fromEntries(fields.map(([name, field]) => [name, loosened(field)]));
    return forgetful(z.object(loose));
  }
  return forgetful(schema);
}

function forgetful(schema: z.ZodType): z.ZodType {
  return schema.optional().catch(undefined);
}

function unknownFields(value: unknown, schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unknownFields(value, schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element, index) =>
      unknownFields(element, schema.element as z.ZodType, `${path}[${index}]`),
    );
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!known) return [`${fieldPath} is not a known field and was ignored`];
    return unknownFields(field, known, fieldPath);
  });
}
