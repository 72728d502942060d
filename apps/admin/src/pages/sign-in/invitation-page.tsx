import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { answer, api } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../parts/failure.tsx';
import { Outside } from '../../shell/outside.tsx';

/**
 * Where an invitation's link leads: `/invitation#token`. What stands behind the # is sent to no server
 * and stands in no log.
 */
export function InvitationPage() {
  const { t } = useTranslation('sign-in');
  const token = useLocation().hash.slice(1);
  const accept = useMutation({
    mutationFn: (password: string) =>
      answer(api.POST('/admin/api/invitations/accept', { body: { token, password } })),
  });
  return (
    <Outside title={t('invitation.title')} lead={t('invitation.text')}>
      {accept.isSuccess ? (
        <Stack>
          <Alert color="green" role="status">
            {t('invitation.done')}
          </Alert>
          <Anchor component={Link} to="/sign-in">
            {t('submit')}
          </Anchor>
        </Stack>
      ) : token === '' ? (
        <Alert color="red">{t('invitation.noToken')}</Alert>
      ) : (
        <Stack>
          {accept.isError && <Failure error={accept.error} />}
          <NewPasswordForm isWaiting={accept.isPending} onSubmit={accept.mutate} />
        </Stack>
      )}
    </Outside>
  );
}

interface NewPasswordFormProps {
  isWaiting: boolean;
  onSubmit: (password: string) => void;
}

function NewPasswordForm({ isWaiting, onSubmit }: NewPasswordFormProps) {
  const { t } = useTranslation('sign-in');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', repeat: '' },
    validate: {
      password: (password) => (password.length < 12 ? t('invitation.tooShort') : null),
      repeat: (repeat, { password }) => (repeat === password ? null : t('invitation.different')),
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onSubmit(password))} noValidate>
      <Stack>
        <PasswordInput
          label={t('invitation.password')}
          description={t('invitation.hint')}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('invitation.repeat')}
          autoComplete="new-password"
          key={form.key('repeat')}
          {...form.getInputProps('repeat')}
        />
        <Button type="submit" loading={isWaiting}>
          {t('invitation.submit')}
        </Button>
      </Stack>
    </form>
  );
}
