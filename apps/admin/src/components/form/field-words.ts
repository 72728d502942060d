// The API's sentences about a field, in the reader's language. Its own are English and made for programs.

import { useCallback } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useTranslation } from '../../i18n/i18n.ts';

/** Sentences of the API, and the texts that stand for them; a group in brackets is the limit. */
const SENTENCES = [
  [/^is required$|^must not be empty$/, 'required'],
  [/^must have at most (\d+) characters?$/, 'tooLong'],
  [/^must have at least (\d+) characters?$/, 'tooShort'],
  [/^must be at most (\S+)$/, 'tooMuch'],
  [/^must be at least (\S+)$/, 'tooLittle'],
  [/^must not contain control characters$/, 'control'],
  [/^must have 8 or 13 digits$/, 'tin'],
  [/^must be a country/, 'country'],
  [/^must be two small letters and three digits/, 'registrationCode'],
  [/^must be a picture of at most/, 'pictureSize'],
  [/^must be a PNG|^The picture can not be used/, 'picture'],
  [/^Only an operator .* TIN|^The TIN stands on invoices/, 'tinFixed'],
  [/^must be 0 or more/, 'amount'],
] as const;

/** The text for a sentence of the API, and the limit in it; `other` where it is none of them. */
export function fieldText(sentence: string) {
  for (const [pattern, name] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return { name, limit: match[1] };
  }
  return { name: 'other' as const, limit: undefined };
}

/** Says what is wrong with a field in the reader's language. */
export function useFieldText(): (sentence: string) => string {
  const { t } = useTranslation('problems');
  return useCallback(
    (sentence) => {
      const { name, limit } = fieldText(sentence);
      return t(`field.${name}`, { limit });
    },
    [t],
  );
}

/**
 * The API's details by the name of the field, for `form.setErrors`. `words` are for fields whose one
 * possible trouble is known. Empty when the problem is none of fields.
 */
export function useFieldErrors(): (
  error: unknown,
  words?: Readonly<Record<string, string>>,
) => Record<string, string> {
  const text = useFieldText();
  return useCallback(
    (error, words = {}) =>
      Object.fromEntries(
        detailsOf(error).map(({ path, message }) => [path, words[path] ?? text(message)]),
      ),
    [text],
  );
}

/** The error where it names no field; null where the fields say what is wrong. */
export function otherThanFields(error: unknown): unknown {
  return detailsOf(error).length > 0 ? null : error;
}

function detailsOf(error: unknown) {
  return error instanceof ApiProblem ? error.details.filter(({ path }) => path !== '') : [];
}
