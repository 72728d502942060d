import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ChangeForm } from '../../components/form/form.tsx';
import { ConflictChoice } from '../../components/form/conflict-choice.tsx';
import { otherThanConflict, useEditForm } from '../../components/form/use-edit-form.ts';
import type { Edit } from '../../components/form/use-edit-form.ts';
import { useChange } from '../../components/form/change.tsx';
import { Section } from '../../components/page/page.tsx';
import { setLanguage, useTranslation } from '../../i18n/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';

/** Name and language. */
export function ProfileSection() {
  const { t } = useTranslation('account');
  const { user } = useSession();
  const save = useSave();
  const { form, draft, conflict, submit } = useEditForm<User, UserValues>({
    name: 'account',
    thing: user,
    valuesOf: ({ name, locale } = user) => ({ name, locale }),
    save: save.mutateAsync,
    validate: { name: (name) => (name.trim() === '' ? t('profile.nameMissing') : null) },
  });
  const labelOf = (name: string) => t(name === 'name' ? 'profile.name' : 'profile.language');
  return (
    <Section title={t('profile.title')}>
      <ChangeForm
        change={save}
        error={otherThanConflict(save.error, conflict)}
        conflict={conflict && <ConflictChoice conflict={conflict} labelOf={labelOf} />}
        draft={draft}
        onSubmit={submit}
      >
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

type User = ReturnType<typeof useSession>['user'];
type UserValues = Pick<User, 'name' | 'locale'>;

function useSave() {
  const { t } = useTranslation('account');
  const { user } = useSession();
  return useChange(
    async ({ changed, from = user }: Edit<User, UserValues>) => {
      const saved = await call('patch', '/account', { version: from.version, body: changed });
      return { ...user, ...saved };
    },
    {
      done: t('profile.saved'),
      onDone: ({ locale }) => setLanguage(locale),
      onError: 'shown',
    },
  );
}
