// The fields of a body that its schema does not know: the first ones by name, the rest by number, so
// that a body of unknown fields costs no more than one walk over it.

import { MOST_WARNINGS } from '@fiscal/domain';
import { z } from 'zod';

/** Longer paths are cut where they are named. */
const LONGEST_PATH = 100;

/** What of a body is ignored. */
export interface UnknownFields {
  /** Paths of the first ones, in the order of the body: `items[0].rebatePercentge`. */
  named: string[];
  /** How many there are in all. */
  count: number;
}

/** Looks through the body as far as the schema knows it. */
export function findUnknownFields(body: unknown, schema: z.ZodType): UnknownFields {
  const found: UnknownFields = { named: [], count: 0 };
  look(body, schema, '', found);
  return found;
}

function look(value: unknown, schema: z.ZodType, path: string, found: UnknownFields): void {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    look(value, schema.unwrap() as z.ZodType, path, found);
    return;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    value.forEach((element, index) => {
      look(element, schema.element as z.ZodType, `${path}[${index}]`, found);
    });
    return;
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return;
  const shape = schema.shape as Record<string, z.ZodType>;
  // Names alone: pairs of names and values would take twice as long where there are very many.
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known) look(Reflect.get(value, name), known, pathTo(path, name), found);
    else {
      found.count += 1;
      if (found.named.length < MOST_WARNINGS) found.named.push(shortened(pathTo(path, name)));
    }
  }
}

function pathTo(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function shortened(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  return `${path.slice(0, LONGEST_PATH).toWellFormed()}…`;
}
