// Shows on every page that the service cannot be reached, or that its live events do not arrive.
// Both pass by themselves.

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { askService, awaySince } from '../api/connection.ts';
import { useFormats } from '../format/use-formats.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { silentSince } from '../live/shared-stream.ts';
import { useStore } from '../store.ts';

/** Nothing while everything arrives. */
export function ConnectionBanner() {
  const away = useStore(awaySince);
  const silent = useStore(silentSince);
  if (away !== null) return <Banner kind="since" since={away} />;
  return silent && <Banner kind="silentSince" since={silent} />;
}

function Banner({ kind, since }: { kind: 'since' | 'silentSince'; since: Date }) {
  const { t } = useTranslation();
  const title = navigator.onLine ? 'title' : 'device';
  const formats = useFormats();
  return (
    <Alert
      role="status"
      color={kind === 'since' ? 'red' : 'yellow'}
      icon={<IconPlugConnectedX />}
      title={t(`away.${kind === 'since' ? title : 'silent'}`)}
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
