import { Alert, List } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { PageLink } from '../../components/text/text.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useWords } from './words.ts';

/** Lanes that somebody has paused, and may have forgotten. */
export default function PausedLanesNotice({ queues }: { queues: readonly string[] }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  return (
    <Alert color="red" icon={<IconPlayerPause />} title={t('health.bad')} mb="lg">
      <List size="sm" mb="xs">
        {queues.map((queue) => (
          <List.Item key={queue}>{t('problem.paused', { queue: words.queue(queue) })}</List.Item>
        ))}
      </List>
      <PageLink to="/operations">{t('title')}</PageLink>
    </Alert>
  );
}
