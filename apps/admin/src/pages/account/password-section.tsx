import { useForm } from '@mantine/form';
import { call } from '../../api/client.ts';
import { otherThanFields, useFieldErrors } from '../../components/text/field-words.ts';
import { ChangeForm } from '../../components/form/form.tsx';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useTranslation } from '../../i18n/i18n.ts';

/** A new password, with the old one. */
export function PasswordSection() {
  const { t } = useTranslation('account');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', next: '', repeat: '' },
    validate: {
      current: (current) => (current === '' ? t('password.missing') : null),
      next: (next) => (next.length < 12 ? t('password.tooShort') : null),
      repeat: (repeat, { next }) => (repeat === next ? null : t('password.different')),
    },
  });
  const fieldErrors = useFieldErrors();
  const words = { current: t('password.wrong'), next: t('password.tooEasy') };
  const change = useChange(
    (body: { current: string; next: string }) => call('put', '/account/password', { body }),
    {
      done: t('password.changed'),
      onDone: form.reset,
      onError: (error) => form.setErrors(fieldErrors(error, words)),
    },
  );
  return (
    <Section title={t('password.title')} description={t('password.text')}>
      <ChangeForm
        change={change}
        error={otherThanFields(change.error)}
        submit={t('password.change')}
        onSubmit={form.onSubmit(({ current, next }) => change.mutate({ current, next }))}
      >
        {(['current', 'next', 'repeat'] as const).map((name) => (
          <PasswordField
            key={form.key(name)}
            label={t(`password.${name}`)}
            description={name === 'next' && t('password.hint')}
            autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            {...form.getInputProps(name)}
          />
        ))}
      </ChangeForm>
    </Section>
  );
}
