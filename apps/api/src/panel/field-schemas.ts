// Fields that several areas about a company take.

import { ENVIRONMENTS, isRegistrationCode } from '@fiscal/domain';
import { transliterated } from '@fiscal/efi/message-size';
import { z } from 'zod';

/** `test` or `live`. */
export const environment = z.enum(ENVIRONMENTS);

/** `?environment=`; without it both are listed. */
export const environmentQuery = z.object({ environment: environment.optional() });

/** Where a response is of one of the two. */
export const oneEnvironment = environment.meta({
  description: 'Invoices of the one are never seen with those of the other.',
});

/**
 * As the domain's rules for texts: no control characters, no halves of pairs, nothing that XML
 * forbids.
 */
export const CLEAN = /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u;

/** One line of text that is not blank. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .regex(CLEAN, 'must not contain control characters');

/**
 * As `text`, of a value that a message carries: it is whole there, in at most so many characters.
 */
export const textInMessage = (longest: number, carried = longest) =>
  text(longest).refine((value) => Array.from(transliterated(value)).length <= carried, {
    message: `must have at most ${carried} characters after transliteration`,
  });

/**
 * One line of text: PostgreSQL stores neither NUL nor half a character, and nothing has a second
 * line.
 */
export const line = (longest: number) =>
  z.string().trim().max(longest).regex(CLEAN, 'must not contain control characters');

/** What a person chooses from a list. */
export const idOf = (what: string) => z.uuid(`must be the id of a ${what}`);

/** A code of the registry: two letters and three digits, twice. */
export const registrationCode = z
  .string()
  .refine(isRegistrationCode, 'must be two small letters and three digits, twice: ab123cd456')
  .meta({ pattern: '^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$', examples: ['ab123cd456'] });

/** What of a row the schema of a response names: its other columns stay here. */
export function fieldsOf<Schema extends z.ZodObject>(
  schema: Schema,
  row: z.input<Schema>,
): z.input<Schema> {
  const names = Object.keys(schema.shape) as (keyof z.input<Schema>)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as z.input<Schema>;
}

/** A time of a response: handlers give a Date, which JSON writes in ISO 8601. */
export const instant = z.iso.datetime() as unknown as z.ZodType<string, Date | string>;

/** Of what several people may change: raised with each change. */
export const version = z.int().meta({ description: 'For `If-Match`, in double quotes.' });

/** PostgreSQL's own JSON writes instants with an offset and microseconds. */
export function instantText(text: string): string {
  return new Date(text).toISOString();
}
