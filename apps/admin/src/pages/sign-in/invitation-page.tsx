import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { languageChosenSignedOut, useLanguage, useTranslation } from '../../i18n/i18n.ts';
import { PasswordField } from '../../components/form/password-field.tsx';
import { Form } from '../../components/form/form.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useChange } from '../../components/form/change.tsx';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';
import { PageLink } from '../../components/text/text.tsx';

/** As the API makes them: 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Where an invitation's link leads, `/invitation#token`, and that of a lost password,
 * `/new-password#token`. What stands behind the # is sent to no server's log.
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
        <Ended color="green" text={t('invitation.done')} />
      ) : TOKEN.test(token) ? (
        <OpenLink token={token} isNew={isNew} onDone={() => setAccepted(true)} />
      ) : (
        <Alert color="red">{t('invitation.cut')}</Alert>
      )}
    </SignedOutLayout>
  );
}

function Ended({ color, text }: { color: string; text: string }) {
  const { t } = useTranslation('sign-in');
  return (
    <Stack>
      <Alert color={color} role="status">
        {text}
      </Alert>
      <PageLink to="/sign-in" size="md">
        {t('submit')}
      </PageLink>
      {color === 'red' && <PageLink to="/forgotten-password">{t('forgotten.link')}</PageLink>}
    </Stack>
  );
}

interface LinkProps {
  token: string;
  /** In place of a lost password. */
  isNew: boolean;
  onDone: () => void;
}

/** Says that a link cannot be used before anything is written. */
function OpenLink(props: LinkProps) {
  const { t } = useTranslation('sign-in');
  const query = useQuery({
    queryKey: ['link', props.token],
    queryFn: () => call('post', '/invitations/find', { body: { token: props.token } }),
    retry: false,
    staleTime: Infinity,
  });
  if (isProblem(query.error, 'NOT_FOUND')) {
    return <Ended color="red" text={t('invitation.over')} />;
  }
  return (
    <QueryView query={query}>
      {({ email }) => <NewPasswordForm email={email} {...props} />}
    </QueryView>
  );
}

function NewPasswordForm({ token, isNew, email, onDone }: LinkProps & { email: string }) {
  const { t } = useTranslation('sign-in');
  const language = useLanguage();
  // Who is new has no language yet but the one on the screen.
  const locale = isNew ? languageChosenSignedOut() : language;
  const accept = useChange(
    (password: string) =>
      call('post', '/invitations/accept', { body: { token, password, ...(locale && { locale }) } }),
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
        <TextInput label={t('invitation.account')} autoComplete="username" value={email} readOnly />
        {(['password', 'repeat'] as const).map((name) => (
          <PasswordField
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
