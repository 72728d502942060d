// Where an account is led that needs a second factor and has none: an app, or a passkey. Nothing
// else of the panel is open before.

import { Alert, Divider, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { leave, sessionQuery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../components/state/failure.tsx';
import { Loading } from '../../components/state/loading.tsx';
import { useChange } from '../../components/form/change.tsx';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';
import { TotpSetUp } from '../account/totp-set-up.tsx';
import { NewPasskey } from '../account/passkeys-section.tsx';
import { TextButton } from '../../components/text/text.tsx';
import { safePath } from './safe-path.ts';

/** Leads on as soon as there is one. */
export default function SecondFactorPage() {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const session = useQuery(sessionQuery);
  const signOut = useChange(() => call('post', '/sign-out'), {
    onDone: leave,
    readsAgain: false,
    onError: 'shown',
  });
  if (session.isError) return <Failure error={session.error} />;
  if (session.data === undefined) return <Loading />;
  if (session.data === null) return <Navigate to="/sign-in" replace />;
  if (!session.data.mustAddFactor) return <Navigate to={safePath(search.get('next'))} replace />;
  const { totp, passkey } = session.data.possibleFactors;
  return (
    <SignedOutLayout title={t('demanded.title')} lead={t('demanded.text')}>
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
            <TotpSetUp />
          </Stack>
        )}
        <TextButton onClick={() => signOut.mutate()}>{t('demanded.signOut')}</TextButton>
        {signOut.isError && <Failure error={signOut.error} />}
      </Stack>
    </SignedOutLayout>
  );
}
