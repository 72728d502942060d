import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Form } from '../../components/form/form.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { useChange } from '../../components/form/change.tsx';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';
import { PageLink } from '../../components/text/text.tsx';

/**
 * Where an invitation's link leads, `/invitation#token`, and that of a lost password,
 * `/new-password#token`. What stands behind the # is sent to no server and stands in no log.
 */
export default function InvitationPage() {
  const { t } = useTranslation('sign-in');
  const { hash, pathname } = useLocation();
  const token = hash.slice(1);
  const isNew = pathname === '/new-password';
  const [isAccepted, setAccepted] = useState(false);
  return (
    <SignedOutLayout
      title={t(isNew ? 'invitation.newTitle' : 'invitation.title')}
      lead={t(isNew ? 'invitation.newText' : 'invitation.text')}
    >
      {isAccepted ? (
        <Stack>
          <Alert color="green" role="status">
            {t('invitation.done')}
          </Alert>
          <PageLink to="/sign-in" size="md">
            {t('submit')}
          </PageLink>
        </Stack>
      ) : token === '' ? (
        <Alert color="red">{t('invitation.noToken')}</Alert>
      ) : (
        <NewPasswordForm token={token} onDone={() => setAccepted(true)} />
      )}
    </SignedOutLayout>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('sign-in');
  const accept = useChange(
    (password: string) => call('post', '/invitations/accept', { body: { token, password } }),
    { onDone, onError: 'shown', readsAgain: false },
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', repeat: '' },
    validate: {
      password: (password) => (password.length < 12 ? t('invitation.tooShort') : null),
      repeat: (repeat, { password }) => (repeat === password ? null : t('invitation.different')),
    },
  });
  return (
    <Form onSubmit={form.onSubmit(({ password }) => accept.mutate(password))}>
      <Stack>
        {accept.isError && (
          <div data-refusal tabIndex={-1}>
            <Failure error={accept.error} />
          </div>
        )}
        {(['password', 'repeat'] as const).map((name) => (
          <PasswordInput
            key={form.key(name)}
            label={t(`invitation.${name}`)}
            description={name === 'password' && t('invitation.hint')}
            autoComplete="new-password"
            {...form.getInputProps(name)}
          />
        ))}
        <Button type="submit" loading={accept.isPending}>
          {t('invitation.submit')}
        </Button>
      </Stack>
    </Form>
  );
}
