// The API's sentences about a field, in the reader's language. Its own are English and made for
// programs.

import { useCallback } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { fieldText } from './field-sentences.ts';

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
 * The API's details by the name of the field, for `form.setErrors`. `words` are for fields whose
 * one possible problem is known. Empty when the problem is none of fields.
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
