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

/** What is known of it: of its words, else of its code. */
export default function Meaning({ code, words, remedyKey = null }: Said) {
  const { t, has } = useTranslation('authority');
  const { t: work, has: hasRemedy } = useTranslation('failed-work');
  const known = keyOfWords(words);
  const key = known ? `words.${known}` : `code.${code === null ? '' : keyOfCode(code)}`;
  const remedy = `remedy.${remedyKey ?? ''}`;
  return (
    <>
      {has(key) && <Note>{t('means', { meaning: t(key as 'code.signature') })}</Note>}
      {hasRemedy(remedy) && (
        <Text size="sm" mt="xs">
          {work(remedy as 'remedy.wait')}
        </Text>
      )}
    </>
  );
}
