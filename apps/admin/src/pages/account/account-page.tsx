import { Stack, NativeSelect, TextInput } from '@mantine/core';
import { call, read } from '../../api/client.ts';
import { useSession, leave } from '../../api/session.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { useTranslation, setLanguage } from '../../i18n/i18n.ts';
import { NoticesSection } from './notices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { TotpSetUp } from './totp-set-up.tsx';
import { useForm } from '@mantine/form';
import { otherThanFields, useFieldErrors } from '../../components/text/field-words.ts';
import { ChangeForm } from '../../components/form/form.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useEditForm } from '../../components/form/use-edit-form.tsx';
import type { Edit } from '../../components/form/use-edit-form.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/state/query-view.tsx';
import { SessionList } from './session-list.tsx';

/** What people change about themselves. */
export default function AccountPage() {
  const { t } = useTranslation('account');
  const query = useQuery(read('/session/list'));
  const signOut = useChange(() => withIdentity(() => call('post', '/sign-out-everywhere')), {
    onDone: leave,
    readsAgain: false,
  });
  const end = useChange(
    (sessionId: string) =>
      withIdentity(() => call('delete', '/session/list/{sessionId}', { sessionId })),
    { done: t('sessions.ended') },
  );
  const everywhere = (
    <ChangeButton
      variant="default"
      change={signOut}
      question={{ title: t('sessions.askTitle'), text: t('sessions.askText'), isGrave: true }}
    >
      {t('sessions.everywhere')}
    </ChangeButton>
  );
  const { hasTotp, companyId } = useSession().user;
  const disable = useChange(() => withIdentity(() => call('delete', '/account/totp')), {
    done: t('totp.disabled'),
  });
  return (
    <Page title={t('title')} width="narrow">
      <Stack gap="lg">
        <ProfileSection />
        {companyId !== null && <NoticesSection />}
        <PasswordSection />
        <Section title={t('totp.title')} description={t('totp.text')}>
          <Stack align="flex-start">
            <StatusBadge tone={hasTotp ? 'good' : 'neutral'}>
              {hasTotp ? t('totp.on') : t('totp.off')}
            </StatusBadge>
            {hasTotp ? (
              <ChangeButton variant="default" change={disable}>
                {t('totp.disable')}
              </ChangeButton>
            ) : (
              <TotpSetUp />
            )}
          </Stack>
        </Section>
        <PasskeysSection />
        <Section title={t('sessions.title')} description={t('sessions.text')} actions={everywhere}>
          <QueryView query={query}>
            {({ sessions }) => (
              <SessionList sessions={sessions} isWaiting={end.isPending} onEnd={end.mutate} />
            )}
          </QueryView>
        </Section>
      </Stack>
    </Page>
  );
}

/** A new password, with the old one. */
function PasswordSection() {
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

/** Name and language. */
function ProfileSection() {
  const { t } = useTranslation('account');
  const { user } = useSession();
  const save = useSave();
  const { form, shown } = useEditForm<User, UserValues>({
    name: 'account',
    thing: user,
    valuesOf: ({ name, locale } = user) => ({ name, locale }),
    save: save.mutateAsync,
    error: save.error,
    labelOf: (name) => t(name === 'name' ? 'profile.name' : 'profile.language'),
    validate: { name: (name) => (name.trim() === '' ? t('profile.nameMissing') : null) },
  });
  return (
    <Section title={t('profile.title')}>
      <ChangeForm change={save} {...shown}>
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
