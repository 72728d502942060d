import { Text } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import { useSession } from '../../api/session.ts';
import { useMeaning } from '../../components/authority/meaning.tsx';
import { useSentences } from '../../components/sentences/use-sentences.ts';
import type { Sentence } from '../../components/sentences/words-of.ts';
import type { FailureCause } from './work.ts';

const QUOTE = {
  margin: '0 0 4px',
  padding: '2px 0 2px 14px',
  borderLeft: '3px solid var(--line)',
  overflowWrap: 'anywhere',
} as const;

interface AuthorityWordsProps {
  efiCode: number | null;
  /** The authority's own words; null where it said nothing. */
  efiMessage: string | null;
  /** What the service says, where the authority said nothing; in English. */
  error: string;
  /** Of the response with the error. */
  sentences: readonly Sentence[];
}

/**
 * Who said what went wrong, word for word: texts from outside are shown as a quotation. What the
 * service says is said in the reader's language. Where that has no words for it, it is folded:
 * cause and remedy stand beside it.
 */
export function AuthorityWords({ efiCode, efiMessage, error, sentences }: AuthorityWordsProps) {
  const { t } = useTranslation('failed-work');
  const { find } = useSentences(sentences);
  const words = efiMessage ?? find(error);
  if (words === null) {
    return (
      <details>
        <summary>{t('inEnglish')}</summary>
        <blockquote style={QUOTE} lang="en">
          {error}
        </blockquote>
      </details>
    );
  }
  return (
    <figure style={{ margin: 0 }}>
      <blockquote style={QUOTE}>{words}</blockquote>
      <Text component="figcaption" size="xs" c="dimmed">
        {efiMessage === null ? t('serviceSays') : t('authoritySays')}
        {efiCode !== null && ` · ${t('efiCode', { code: efiCode })}`}
      </Text>
    </figure>
  );
}

type Named = Pick<FailureCause, 'code' | 'efiCode' | 'efiMessage'>;

/** What a failure is called, and what to do about it, in the reader's language. */
export function useFailureWords() {
  const { t } = useTranslation('failed-work');
  const meaning = useMeaning();
  const { windowHours: hours } = useSession().offlineDelivery;
  const causeOf = ({ code }: Pick<FailureCause, 'code'>) => t(`cause.${code}`, { hours });
  const meaningOf = ({ efiCode, efiMessage }: Named) => meaning(efiCode, efiMessage);
  /** The cause, and what the authority means, as far as that is known. */
  const nameOf = (failure: Named) => {
    const [cause, meant] = [causeOf(failure), meaningOf(failure)];
    return meant === null ? cause : t('causeMeans', { cause, meaning: meant });
  };
  return {
    nameOf,
    /** In a list of choices, where no words of the authority stand beside the name. */
    choiceOf: (cause: Named & Pick<FailureCause, 'count'>) =>
      cause.efiMessage === null || meaningOf(cause) !== null
        ? nameOf(cause)
        : t('causeWords', {
            cause: causeOf(cause),
            words: commonWords(cause.efiMessage, cause.count),
          }),
    remedyOf: ({ remedyKey }: Pick<FailureCause, 'remedyKey'>) =>
      remedyKey && t(`remedy.${remedyKey}`),
  };
}

/** Without the codes and numbers of one invoice, where the words are those of several. */
function commonWords(words: string, count: number): string {
  return count === 1 ? words : words.replaceAll(/\S*\d\S*/g, '…');
}
