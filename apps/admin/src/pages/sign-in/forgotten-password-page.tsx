import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { useChange } from '../../components/form/change.tsx';
import { Form } from '../../components/form/form.tsx';
import { Failure } from '../../components/state/failure.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { PageLink, TextButton } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { SignedOutLayout } from '../../shell/signed-out-layout.tsx';

/** For people who cannot sign in: a link by mail, or whom to ask where the service sends none. */
export default function ForgottenPasswordPage() {
  const { t } = useTranslation('sign-in');
  const query = useQuery(read('/password-link'));
  const send = useChange((email: string) => call('post', '/password-link', { body: { email } }), {
    onError: 'shown',
    readsAgain: false,
  });
  const isMailed = query.data?.isMailed ?? true;
  return (
    <SignedOutLayout
      title={t(
        !isMailed
          ? 'forgotten.askTitle'
          : send.isSuccess
            ? 'forgotten.sentTitle'
            : 'forgotten.title',
      )}
      lead={isMailed && !send.isSuccess ? t('forgotten.text') : ''}
    >
      <Stack>
        <QueryView query={query} lines={2}>
          {() => {
            if (!isMailed) return <Text>{t('forgotten.ask')}</Text>;
            return send.isSuccess ? (
              <>
                <Alert role="status">{t('forgotten.sent', { email: send.variables })}</Alert>
                <TextButton onClick={send.reset}>{t('forgotten.another')}</TextButton>
              </>
            ) : (
              <AddressForm change={send} onSubmit={send.mutate} />
            );
          }}
        </QueryView>
        <PageLink to="/sign-in">{t('forgotten.back')}</PageLink>
      </Stack>
    </SignedOutLayout>
  );
}

interface AddressFormProps {
  change: { isPending: boolean; error: unknown };
  onSubmit: (email: string) => void;
}

function AddressForm({ change, onSubmit }: AddressFormProps) {
  const { t } = useTranslation('sign-in');
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t('emailMissing')) },
  });
  return (
    <Form onSubmit={form.onSubmit(({ email }) => onSubmit(email.trim()))}>
      <Stack>
        {isProblem(change.error, 'TOO_MANY_ATTEMPTS') ? (
          <Alert color="red" role="alert">
            {t('forgotten.tooMany')}
          </Alert>
        ) : (
          Boolean(change.error) && <Failure error={change.error} />
        )}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          autoFocus
          size="md"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={change.isPending}>
          {t('forgotten.submit')}
        </Button>
      </Stack>
    </Form>
  );
}
