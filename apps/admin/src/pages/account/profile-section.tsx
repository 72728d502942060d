import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { sessionQuery, useUser } from '../../api/session.ts';
import { setLanguage, useTranslation } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/language.ts';
import { Failure } from '../../parts/failure.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';

/** Name and language. */
export function ProfileSection() {
  const { t } = useTranslation('account');
  const { t: words } = useTranslation();
  const user = useUser();
  const cache = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: user.name, locale: user.locale },
    validate: { name: (name) => (name.trim() === '' ? t('profile.nameMissing') : null) },
  });
  const save = useMutation({
    mutationFn: (body: { name: string; locale: Language }) =>
      answer(api.PATCH('/admin/api/account', { body })),
    onSuccess: async (_person, { locale }) => {
      setLanguage(locale);
      await cache.invalidateQueries(sessionQuery);
      notifyDone(t('profile.saved'));
    },
  });
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
            data={[
              { value: 'me', label: 'Crnogorski' },
              { value: 'en', label: 'English' },
            ]}
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
