import { useLanguage } from '../../i18n/i18n.ts';
import { wordsOf } from './words-of.ts';
import type { Sentence } from './words-of.ts';

/** The service's sentences in the reader's language. @param sentences of the texts' response. */
export function useSentences(sentences: readonly Sentence[]) {
  const language = useLanguage();
  const find = (text: string) => (language === 'en' ? text : wordsOf(sentences, text));
  return {
    /** Null where the reader's language has no words for it. */
    find,
    /** The text itself where there are no words for it. */
    say: (text: string) => find(text) ?? text,
  };
}
