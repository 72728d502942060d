import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { sessionQuery, useUser } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { withIdentity } from '../../parts/identity.ts';
import { notifyDone, useNotifyProblem } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { AppSetUp } from './app-set-up.tsx';

/** The app as a second factor: on or off, and the way from one to the other. */
export function TotpSection() {
  const { t } = useTranslation('account');
  const { hasTotp } = useUser();
  const cache = useQueryClient();
  const disable = useMutation({
    mutationFn: () => withIdentity(() => answer(api.DELETE('/admin/api/account/totp'))),
    onSuccess: async () => {
      await cache.invalidateQueries(sessionQuery);
      notifyDone(t('totp.disabled'));
    },
    onError: useNotifyProblem(),
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
          <AppSetUp />
        )}
      </Stack>
    </Section>
  );
}
