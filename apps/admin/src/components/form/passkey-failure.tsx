import { Alert, Text } from '@mantine/core';
import { ApiProblem } from '../../api/problem.ts';
import { isGivenUp, isThereAlready } from '../../api/passkeys.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../state/failure.tsx';

/**
 * What went wrong with a passkey: the API's words, or what the browser meant. Nothing without an
 * error.
 */
export function PasskeyFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('problems');
  if (!error) return null;
  if (error instanceof ApiProblem) return <Failure error={error} />;
  const words = isThereAlready(error)
    ? t('passkey.there')
    : isGivenUp(error)
      ? t('passkey.givenUp')
      : t('passkey.unusable');
  return (
    <Alert color="red" role="alert">
      <Text size="sm">{words}</Text>
    </Alert>
  );
}
