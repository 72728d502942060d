// What is wrong with a value, in our own words: the error map of every zod schema whose problems a
// caller reads, so that no sentence of a library is an `error`. A schema's own message stands
// first.

import type { z } from 'zod';

/** The message of every missing field, after its path. */
export const IS_REQUIRED = 'is required';

/** @returns the rest of a sentence that begins with the name of the field: `must be a string`. */
export function invalidValue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? IS_REQUIRED : `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `must not have ${namesOf(issue.keys)}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    default:
      return 'is not valid';
  }
}

const MOST_NAMES = 5;

/** The names are the caller's: a few of them are enough. */
function namesOf(keys: readonly string[]): string {
  const rest = keys.length - MOST_NAMES;
  return keys.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function withArticle(type: string): string {
  const name = type === 'int' ? 'integer' : type;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'element' };

/** A number is so much, a text or a list has so many. */
function amount(origin: string, limit: string, count: unknown): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `be ${limit} ${String(count)}`;
  return `have ${limit} ${String(count)} ${unit}${Number(count) === 1 ? '' : 's'}`;
}
