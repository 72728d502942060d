import { Text } from '@mantine/core';
import { useTranslation } from '../../../i18n/i18n.ts';
import { useSession } from '../../../api/session.ts';
import Meaning from '../../../components/authority/meaning.tsx';
import type { FailureCause } from '../work.ts';

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
  /** What the service says, where the authority said nothing. */
  error: string;
}

/** Who said what went wrong, word for word: texts from outside are shown as a quotation. */
export function AuthorityWords({ efiCode, efiMessage, error }: AuthorityWordsProps) {
  const { t } = useTranslation('failed-work');
  return (
    <figure style={{ margin: 0 }}>
      <blockquote style={QUOTE}>{efiMessage ?? error}</blockquote>
      <Text component="figcaption" size="xs" c="dimmed">
        {efiMessage === null ? t('serviceSays') : t('authoritySays')}
        {efiCode !== null && ` · ${t('efiCode', { code: efiCode })}`}
      </Text>
      <Meaning code={efiCode} words={efiMessage} />
    </figure>
  );
}

/** What a failure is called, and what to do about it, in the reader's language. */
export function useFailureWords() {
  const { t } = useTranslation('failed-work');
  const { windowHours: hours } = useSession().offlineDelivery;
  const causeOf = ({ code }: Pick<FailureCause, 'code'>) => t(`cause.${code}`, { hours });
  return {
    causeOf,
    /** Under code 11 every refusal has the same name: the authority's words tell them apart. */
    nameOf: (cause: Pick<FailureCause, 'code' | 'efiCode' | 'efiMessage' | 'count'>) =>
      cause.efiCode === 11 && cause.efiMessage
        ? t('causeWords', {
            cause: causeOf(cause),
            words: commonWords(cause.efiMessage, cause.count),
          })
        : causeOf(cause),
    remedyOf: ({ remedyKey }: Pick<FailureCause, 'remedyKey'>) =>
      remedyKey && t(`remedy.${remedyKey}`),
  };
}

/** Without the codes and numbers of one invoice, where the words are those of several. */
function commonWords(words: string, count: number): string {
  return count === 1 ? words : words.replaceAll(/\S*\d\S*/g, '…');
}
