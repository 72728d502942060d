import { Alert, List } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { PageLink } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useWords } from './words.ts';

const EVERY_MS = 15_000;

/** On the operators' first page: lanes that somebody has paused, and may have forgotten. */
export function PausedLanes() {
  const { t } = useTranslation('operations');
  const words = useWords();
  const { data } = useQuery({
    ...read('/operations/health', { minutes: 1 }),
    refetchInterval: EVERY_MS,
  });
  const paused = data?.queues.filter(({ pause }) => pause !== null) ?? [];
  if (paused.length === 0) return null;
  return (
    <Alert color="red" icon={<IconPlayerPause />} title={t('health.bad')} mb="lg">
      <List size="sm" mb="xs">
        {paused.map(({ queue }) => (
          <List.Item key={queue}>{t('problem.paused', { queue: words.queue(queue) })}</List.Item>
        ))}
      </List>
      <PageLink to="/operations">{t('title')}</PageLink>
    </Alert>
  );
}
