// Where somebody is led who needs a second factor and has none: an app, or a passkey. Nothing else of
// the panel is open before.

import { Alert, Anchor, Divider, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { answer, api } from '../../api/client.ts';
import { leave, sessionQuery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outside } from '../../shell/outside.tsx';
import { AppSetUp } from '../account/app-set-up.tsx';
import { NewPasskey } from '../account/passkeys-section.tsx';
import { safePath } from './safe-path.ts';

/** Leads on as soon as there is one. */
export function SecondFactorPage() {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const session = useQuery(sessionQuery);
  const signOut = useMutation({
    mutationFn: () => answer(api.POST('/admin/api/sign-out')),
    onSuccess: leave,
  });
  if (session.isError) return <Failure error={session.error} />;
  if (session.data === undefined) return <Loading />;
  if (session.data === null) return <Navigate to="/sign-in" replace />;
  if (!session.data.mustAddFactor) return <Navigate to={safePath(search.get('next'))} replace />;
  const { totp, passkey } = session.data.possibleFactors;
  return (
    <Outside title={t('demanded.title')} lead={t('demanded.text')}>
      <Stack>
        {!totp && !passkey && <Alert color="red">{t('demanded.impossible')}</Alert>}
        {passkey && (
          <Stack gap="xs">
            <Title order={2}>{t('passkeys.title')}</Title>
            <Text size="sm">{t('passkeys.text')}</Text>
            <NewPasskey />
          </Stack>
        )}
        {passkey && totp && <Divider label={t('identity.or')} />}
        {totp && (
          <Stack gap="xs">
            <Title order={2}>{t('totp.title')}</Title>
            <Text size="sm">{t('totp.text')}</Text>
            <AppSetUp />
          </Stack>
        )}
        <Anchor component="button" type="button" size="sm" onClick={() => signOut.mutate()}>
          {t('demanded.signOut')}
        </Anchor>
        {signOut.isError && <Failure error={signOut.error} />}
      </Stack>
    </Outside>
  );
}
