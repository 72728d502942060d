// Reads a payload as far as its shape allows: what is ill-shaped is taken out and reported, so that
// the rules of the domain (validate-invoice) can be checked on the rest and all problems are
// reported at once.

import {
  MAX_ITEMS,
  MAX_PAYMENTS,
  MOST_WARNINGS,
  tooManyItems,
  wrongPaymentCount,
} from '@fiscal/domain';
import type { Issue, PartialInvoice, ReturnCall } from '@fiscal/domain';
import { z } from 'zod';
import { invalidValue, IS_REQUIRED } from '../../http/request/invalid-value.ts';
import { shortened } from '../../http/refusal/refusal.ts';
import { invoicePayload } from './invoice-payload.ts';
import { cancelPayload, returnPayload } from './return-payload.ts';

/** A payload as far as its shape allows, with what is wrong with the shape. */
export interface ShapedPayload<Content> {
  content: Content;
  issues: Issue[];
  /** Ignored, and named in `warnings`. Decisions §4. */
  unknownFields: UnknownFields;
}

/** Of longer lists no element is looked at, however many there are. */
const LISTS = [
  { name: 'items', most: MAX_ITEMS, refusal: tooManyItems },
  { name: 'payments', most: MAX_PAYMENTS, refusal: wrongPaymentCount },
];

/** Reads a JSON object by the schema; `Content` has each field of it optional. */
export function payloadReader<Content extends object>(
  schema: z.ZodObject,
): (body: object) => ShapedPayload<Content> {
  /** Each field optional, and dropped where it has another JSON type. */
  const partial = lenient(schema) as z.ZodType<Content>;
  const search = searchOf(schema);
  const readShape = (body: object): ShapedPayload<Content> => {
    const strict = schema.safeParse(body, { error: invalidValue });
    const unknownFields: UnknownFields = { named: [], count: 0 };
    search?.(body, '', unknownFields);
    if (strict.success) return { content: strict.data as Content, issues: [], unknownFields };
    return {
      content: partial.parse(body),
      issues: strict.error.issues.map(issueOf),
      unknownFields,
    };
  };
  return (body) => {
    const tooLong = LISTS.filter(({ name, most }) => {
      const list: unknown = Object.hasOwn(schema.shape, name) && Reflect.get(body, name);
      return Array.isArray(list) && list.length > most;
    });
    if (tooLong.length === 0) return readShape(body);
    const lists = (value: unknown) => Object.fromEntries(tooLong.map(({ name }) => [name, value]));
    const shaped = readShape({ ...body, ...lists([]) });
    return {
      ...shaped,
      content: { ...shaped.content, ...lists(undefined) },
      issues: [...tooLong.map(({ refusal }) => refusal()), ...shaped.issues],
    };
  };
}

/** Of draft and create-and-print. */
export const readPayload = payloadReader<PartialInvoice>(invoicePayload);
/** Of cancel and return, by the last part of their paths. */
export const readReturn = {
  cancel: payloadReader<ReturnCall>(cancelPayload),
  return: payloadReader<ReturnCall>(returnPayload),
};

/** What is wrong with a shape that was checked with `invalidValue`. */
export function issueOf({ path: parts, message: rest }: z.core.$ZodIssue): Issue {
  const path = pathText(parts);
  const code = rest === IS_REQUIRED ? 'FIELD_REQUIRED' : 'FIELD_TYPE_INVALID';
  return { code, path, message: `${path} ${rest}.` };
}

/** `items[2].vat.rate` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`,
    )
    .join('');
}

function lenient(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner: z.ZodType = lenient(schema.unwrap() as z.ZodType);
    return droppedIfInvalid(inner.nullish());
  }
  if (schema instanceof z.ZodArray) {
    return droppedIfInvalid(z.array(lenient(schema.element as z.ZodType)));
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    const loose = Object.fromEntries(fields.map(([name, field]) => [name, lenient(field)]));
    return droppedIfInvalid(z.object(loose));
  }
  return droppedIfInvalid(schema);
}

function droppedIfInvalid(schema: z.ZodType): z.ZodType {
  return schema.optional().catch(undefined);
}

/** Longer paths are cut where they are named. */
const LONGEST_PATH = 100;

/** What of a body is ignored. */
export interface UnknownFields {
  /** Paths of the first ones, in the order of the body: `items[0].rebatePercentge`. */
  named: string[];
  /** How many there are in all. */
  count: number;
}

/** Looks through a value as far as its schema knows it. */
type Search = (value: object, path: string, found: UnknownFields) => void;

/**
 * Made once for a schema, because asking zod at every call costs more; null where no value has
 * fields.
 */
function searchOf(schema: z.ZodType): Search | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return searchOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodArray) {
    const search = searchOf(schema.element as z.ZodType);
    return (
      search &&
      ((value, path, found) => {
        if (!Array.isArray(value)) return;
        value.forEach((element, index) => {
          if (isObject(element)) search(element, `${path}[${index}]`, found);
        });
      })
    );
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = Object.entries<z.ZodType>(schema.shape);
  const searches = new Map(fields.map(([name, field]) => [name, searchOf(field)]));
  return (value, path, found) => {
    // Names alone: pairs of names and values would take twice as long where there are very many.
    for (const name of Object.keys(value)) {
      const search = searches.get(name);
      if (search === undefined) {
        found.count += 1;
        if (found.named.length < MOST_WARNINGS) {
          found.named.push(shortened(pathTo(path, name), LONGEST_PATH));
        }
      } else if (search !== null) {
        const inner: unknown = Reflect.get(value, name);
        if (isObject(inner)) search(inner, pathTo(path, name), found);
      }
    }
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
