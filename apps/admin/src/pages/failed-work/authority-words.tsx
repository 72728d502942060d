import { Text } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import classes from './authority-words.module.css';

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
    <figure className={classes.figure}>
      <blockquote className={classes.quote}>{efiMessage ?? error}</blockquote>
      <Text component="figcaption" size="xs" c="dimmed">
        {efiMessage === null ? t('serviceSays') : t('authoritySays')}
        {efiCode !== null && ` · ${t('efiCode', { code: efiCode })}`}
      </Text>
    </figure>
  );
}
