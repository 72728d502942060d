import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../api/client.ts';
import { refreshSession, useUser } from '../../api/session.ts';
import { setLanguage, useTranslation } from '../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';
import { Failure } from '../../components/failure.tsx';
import { Section } from '../../components/section.tsx';
import { useChange } from '../../components/use-change.ts';

/** Name and language. */
export function ProfileSection() {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation();
  const user = useUser();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: user.name, locale: user.locale },
    validate: { name: (name) => (name.trim() === '' ? t('profile.nameMissing') : null) },
  });
  const save = useChange(
    (body: { name: string; locale: Language }) => call('patch', '/account', { body }),
    {
      done: t('profile.saved'),
      onDone: (_person, { locale }) => {
        setLanguage(locale);
        void refreshSession();
      },
      onError: 'shown',
    },
  );
  return (
    <Section title={t('profile.title')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack>
          {save.isError && <Failure error={save.error} />}
          <TextInput
            label={t('profile.name')}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('profile.email')}
            description={t('profile.emailHint')}
            value={user.email}
            readOnly
          />
          <NativeSelect
            label={t('profile.language')}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            key={form.key('locale')}
            {...form.getInputProps('locale')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {words('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
