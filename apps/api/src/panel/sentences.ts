// The service's own sentences, for the panel to say them in the reader's language.

import { readSentences, SENTENCE_KEYS } from '@fiscal/domain';
import { z } from 'zod';

const clause = z.object({
  key: z.enum(SENTENCE_KEYS),
  values: z.record(z.string(), z.string()).meta({ description: 'By name, as they are written.' }),
});

/** The one field of a response that has what the sentences in it say. */
export const sentences = z
  .array(
    z
      .object({
        text: z.string().meta({ description: 'As it stands in this response, in English.' }),
        said: z.array(
          clause.extend({
            parts: z
              .record(z.string(), clause)
              .meta({ description: 'Values that are sentences themselves.' }),
          }),
        ),
      })
      .meta({ id: 'AdminSentence' }),
  )
  .meta({
    description:
      'What those texts of this response say that are the service’s own: key and values of each ' +
      'sentence. Words of the authority and of people are not among them.',
  });

/** Of the texts that may be sentences of ours, each that is, once. */
export function sentencesOf(texts: readonly (string | null)[]): z.input<typeof sentences> {
  return [...new Set(texts)].flatMap((text) => {
    const said = text === null ? null : readSentences(text);
    return text === null || said === null ? [] : { text, said };
  });
}

/** Every text in a value of JSON. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
