import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ChangeForm } from '../../components/form/form.tsx';
import { useDraftForm } from '../../components/form/use-draft-form.ts';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { setLanguage, useTranslation } from '../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';
import type { Language } from '../../i18n/language.ts';

/** Name and language. */
export function ProfileSection() {
  const { t } = useTranslation('account');
  const { user } = useSession();
  const { form, draft, submit } = useDraftForm({
    name: 'account',
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
      },
      onError: 'shown',
    },
  );
  return (
    <Section title={t('profile.title')}>
      <ChangeForm change={save} draft={draft} onSubmit={submit(save.mutateAsync)}>
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
      </ChangeForm>
    </Section>
  );
}
