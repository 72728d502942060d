import { Text } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import { Note } from '../text/text.tsx';
import { keyOfCode, keyOfWords } from './known-words.ts';

/** What the authority said, the code beside it, and the key of what helps. */
export interface Said {
  code: number | null;
  words: string | null;
  remedyKey?: string | null;
}

/** Says what the authority means, by its words, else by its code; null where neither is known. */
export function useMeaning(): (code: number | null, words: string | null) => string | null {
  const { t, has } = useTranslation('authority');
  return (code, words) => {
    const known = keyOfWords(words);
    const key = known ? `words.${known}` : `code.${code === null ? '' : keyOfCode(code)}`;
    return has(key) ? t(key as 'code.signature') : null;
  };
}

/** What is known of it: of its words, else of its code. */
export default function Meaning({ code, words, remedyKey = null }: Said) {
  const { t } = useTranslation('authority');
  const { t: work, has: hasRemedy } = useTranslation('failed-work');
  const meaning = useMeaning()(code, words);
  const remedy = `remedy.${remedyKey ?? ''}`;
  return (
    <>
      {meaning !== null && <Note>{t('means', { meaning })}</Note>}
      {hasRemedy(remedy) && (
        <Text size="sm" mt="xs">
          {work(remedy as 'remedy.wait')}
        </Text>
      )}
    </>
  );
}
