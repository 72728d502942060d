// Reads the query of a call with an API key: its values, or everything that is wrong with it.

import type { Issue } from '@fiscal/domain';
import type { z } from 'zod';
import { invalidValue } from './invalid-value.ts';

export function readQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: object,
): { kind: 'valid'; values: z.output<Schema> } | { kind: 'invalid'; issues: Issue[] } {
  // An empty number would be read as 0, and an empty filter finds too much.
  const empty = Object.keys(query).filter((name) => Reflect.get(query, name) === '');
  if (empty.length > 0) {
    const issues = empty.map((path) => queryIssue(path, `${path} must not be empty.`));
    return { kind: 'invalid', issues };
  }
  const result = schema.safeParse(query, { error: invalidValue });
  if (result.success) return { kind: 'valid', values: result.data };
  const issues = result.error.issues.map((problem) => {
    const path = problem.path.map(String).join('.');
    return queryIssue(path, `${path === '' ? 'The query' : path} ${problem.message}.`);
  });
  return { kind: 'invalid', issues };
}

/** One thing wrong with what is looked for. */
export function queryIssue(path: string, message: string): Issue {
  return { code: 'QUERY_INVALID', path, message };
}
