import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/client.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Failure } from '../../components/failure.tsx';
import { fieldErrors } from '../../components/form-errors.ts';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';

const empty = { current: '', next: '', repeat: '' };

/** A new password, with the old one. */
export function PasswordSection() {
  const { t } = useTranslation('account');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: {
      current: (current) => (current === '' ? t('password.missing') : null),
      next: (next) => (next.length < 12 ? t('password.tooShort') : null),
      repeat: (repeat, { next }) => (repeat === next ? null : t('password.different')),
    },
  });
  const change = useChange(
    (body: { current: string; next: string }) => call('put', '/account/password', { body }),
    {
      done: t('password.changed'),
      onDone: form.reset,
      onError: (error) =>
        form.setErrors(
          fieldErrors(error, { current: t('password.wrong'), next: t('password.tooEasy') }),
        ),
    },
  );
  const isOfFields = Object.keys(fieldErrors(change.error)).length > 0;
  return (
    <Section title={t('password.title')} description={t('password.text')}>
      <form
        onSubmit={form.onSubmit(({ current, next }) => change.mutate({ current, next }))}
        noValidate
      >
        <Stack>
          {change.isError && !isOfFields && <Failure error={change.error} />}
          {(['current', 'next', 'repeat'] as const).map((name) => (
            <PasswordInput
              key={form.key(name)}
              label={t(`password.${name}`)}
              description={name === 'next' && t('password.hint')}
              autoComplete={name === 'current' ? 'current-password' : 'new-password'}
              {...form.getInputProps(name)}
            />
          ))}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t('password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
