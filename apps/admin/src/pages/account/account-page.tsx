import { Stack } from '@mantine/core';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** What people change about themselves. */
export function AccountPage() {
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
