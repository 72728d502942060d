import { Button, Stack } from '@mantine/core';
import { call } from '../../api/client.ts';
import { refreshSession, useUser } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { withIdentity } from '../../components/identity.ts';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useChange } from '../../components/use-change.ts';
import { TotpSetUp } from './totp-set-up.tsx';

/** The app as a second factor: on or off, and the way from one to the other. */
export function TotpSection() {
  const { t } = useTranslation('account');
  const { hasTotp } = useUser();
  const disable = useChange(() => withIdentity(() => call('delete', '/account/totp')), {
    done: t('totp.disabled'),
    onDone: () => void refreshSession(),
  });
  return (
    <Section title={t('totp.title')} description={t('totp.text')}>
      <Stack align="flex-start">
        <StatusBadge tone={hasTotp ? 'good' : 'neutral'}>
          {hasTotp ? t('totp.on') : t('totp.off')}
        </StatusBadge>
        {hasTotp ? (
          <Button variant="default" onClick={() => disable.mutate()} loading={disable.isPending}>
            {t('totp.disable')}
          </Button>
        ) : (
          <TotpSetUp />
        )}
      </Stack>
    </Section>
  );
}
