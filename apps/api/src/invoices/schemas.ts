// The shape of the payload: JSON types and required fields. What a value may be is the domain's
// business (validate-invoice), which also works on a request whose ill-shaped fields were taken out,
// so that all problems are reported at once.

import type { Issue, LooseInvoice } from '@fiscal/domain';
import { z } from 'zod';

const item = z.object({
  name: z.string(),
  code: z.string().nullish(),
  unit: z.string().nullish(),
  unitPrice: z.number(),
  quantity: z.number(),
  vat: z.object({ rate: z.number() }),
  rebatePercentage: z.number().nullish(),
  rebateReducingBase: z.boolean().nullish(),
});

const buyer = z.object({
  idType: z.string(),
  idNumber: z.string(),
  name: z.string(),
  address: z.string().nullish(),
  city: z.string().nullish(),
  country: z.string().nullish(),
});

/** Both are required, but together and in the specification's words: a rule, not a shape. */
const original = z.object({ id: z.string().optional(), issuedAt: z.string().optional() });

/** Spec, Invoice request payload. Unknown fields are ignored here and named in `warnings`. */
const invoicePayload = z.object({
  type: z.string(),
  orderNumber: z.number(),
  typeOfInvoice: z.string(),
  paymentMethod: z.string(),
  paymentDeadline: z.string(),
  items: z.array(item),
  buyer: buyer.nullish(),
  note: z.string().nullish(),
  discountAmount: z.number().nullish(),
  operatorName: z.string().nullish(),
  advancePaymentIic: z.string().nullish(),
  original: original.nullish(),
});

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
