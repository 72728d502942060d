import { Blockquote, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import Meaning from './meaning.tsx';

interface AuthorityWordsProps {
  /** Of a call that failed, and in the API's words where its code has none here. */
  cause?: { code: string; error: string } | undefined;
  efiCode: number | null;
  efiMessage: string | null;
  /** What to do, as a key of the texts. */
  remedyKey: string | null;
}

/**
 * Why a call to the authority failed, what the authority said, what is known of it, and what to do.
 */
export default function AuthorityWords(props: AuthorityWordsProps) {
  const { cause, efiCode, efiMessage, remedyKey } = props;
  const { t, has } = useTranslation('authority');
  const key = `call.${cause?.code ?? ''}`;
  return (
    <>
      {cause && <Text size="sm">{has(key) ? t(key as 'call.EFI_REFUSED') : cause.error}</Text>}
      {efiMessage !== null && (
        <Blockquote color="red" p="xs" mt="xs" fz="sm" cite={t('quoted', { code: efiCode })}>
          {efiMessage}
        </Blockquote>
      )}
      <Meaning code={efiCode} words={efiMessage} remedyKey={remedyKey} />
    </>
  );
}
