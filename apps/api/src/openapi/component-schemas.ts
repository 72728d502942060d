// zod to the schemas of the document. Named schemas (`.meta({ id })`) become components; all others
// are written where they are used.

import { z } from 'zod';

/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/**
 * The components that the schemas consist of, by name.
 * @param io which side of the schemas is meant: what is sent to us, or what we send.
 */
export function componentsOf(
  schemas: readonly (z.ZodType | undefined)[],
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  return Object.assign(
    {},
    ...schemas.map((schema) => schema && definitionsOf(schema, io)),
  ) as Record<string, JsonSchema>;
}

/** The schema of a query parameter, and what is said of it. */
export function parametersOf(query: z.ZodObject): object[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = tidy(property) as JsonSchema;
    return { name, in: 'query', ...(description === undefined ? {} : { description }), schema };
  });
}

/** A schema where it is used; named schemas in it are pointed at. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const whole = z.toJSONSchema(schema, { io });
  const own = Object.entries(whole).filter(([key]) => key !== '$schema' && key !== '$defs');
  return tidy(Object.fromEntries(own)) as JsonSchema;
}

/** Points at a component. */
export function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, JsonSchema> {
  const { $defs = {} } = z.toJSONSchema(schema, { io });
  return tidy($defs) as Record<string, JsonSchema>;
}

/** Definitions move to the components; `null` joins the types; limits that all JSON has go. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value)
      .filter(([, limit]) => Math.abs(Number(limit)) !== Number.MAX_SAFE_INTEGER)
      .map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string'
          ? part.replace('#/$defs/', '#/components/schemas/')
          : tidy(part),
      ]),
  );
  return withNullAmongTypes(schema);
}

/**
 * `anyOf: [{ type: 'string', … }, { type: 'null' }]` says less clearly `type: ['string', 'null']`.
 */
function withNullAmongTypes(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [some, none] = anyOf as [JsonSchema, JsonSchema];
  if (none.type !== 'null' || typeof some.type !== 'string') return schema;
  const values = Array.isArray(some.enum) ? { enum: [...(some.enum as unknown[]), null] } : {};
  return { ...some, ...rest, type: [some.type, 'null'], ...values };
}
