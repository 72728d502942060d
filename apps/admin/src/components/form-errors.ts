import { ApiProblem } from '../api/problem.ts';

/**
 * The API's details by the name of the field, for `form.setErrors`. The API speaks English: `words` are
 * the reader's for fields whose one possible trouble is known. Empty when the problem is none of fields.
 */
export function fieldErrors(
  error: unknown,
  words: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const named = error.details.filter(({ path }) => path !== '');
  return Object.fromEntries(named.map(({ path, message }) => [path, words[path] ?? message]));
}
