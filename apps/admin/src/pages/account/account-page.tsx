import { Stack } from '@mantine/core';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { withIdentity } from '../../components/dialog/identity.ts';
import { ChangeButton, useChange } from '../../components/form/change.tsx';
import { Page, Section } from '../../components/page/page.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

/** What people change about themselves. */
export default function AccountPage() {
  const { t } = useTranslation('account');
  return (
    <Page title={t('title')} width="narrow">
      <Stack gap="lg">
        <ProfileSection />
        <PasswordSection />
        <TotpSection />
        <PasskeysSection />
        <SessionsSection />
      </Stack>
    </Page>
  );
}

/** The app as a second factor: on or off, and the way from one to the other. */
function TotpSection() {
  const { t } = useTranslation('account');
  const { hasTotp } = useSession().user;
  const disable = useChange(() => withIdentity(() => call('delete', '/account/totp')), {
    done: t('totp.disabled'),
  });
  return (
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
  );
}
