// Says on every page that the service cannot be reached, or that its live events do not arrive. Both pass
// by themselves.

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { askService, awaySince } from '../api/connection.ts';
import { useFormats } from '../format/use-formats.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { streamOf } from '../pages/operations/live/shared-stream.ts';
import { companyStream } from '../pages/operations/live/use-event-stream.ts';
import { useStore } from '../store.ts';

/** @param companyId whose events the page follows. */
export function ConnectionBanner({ companyId }: { companyId: string | undefined }) {
  const since = useStore(awaySince);
  if (since !== null) return <Banner kind="since" since={since} />;
  return companyId === undefined ? null : <SilenceBanner companyId={companyId} />;
}

function SilenceBanner({ companyId }: { companyId: string }) {
  const { silentSince } = useStore(streamOf(companyStream(companyId)).state);
  return silentSince && <Banner kind="silentSince" since={silentSince} />;
}

function Banner({ kind, since }: { kind: 'since' | 'silentSince'; since: Date }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Alert
      role="status"
      color={kind === 'since' ? 'red' : 'yellow'}
      icon={<IconPlugConnectedX />}
      title={t(kind === 'since' ? 'away.title' : 'away.silent')}
      mb="lg"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(`away.${kind}`, { time: formats.time(since) })}</Text>
        {kind === 'since' && (
          <Button size="xs" variant="default" onClick={() => void askService()}>
            {t('action.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
