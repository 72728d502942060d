import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Facts } from '../../components/page/facts.tsx';
import { Section } from '../../components/page/page.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { formatDuration } from '../../format/time.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Note, PageLink, StatusBadge } from '../../components/text/text.tsx';
import { LaneActions } from './lane/lane-actions.tsx';
import { addSample } from './charts/samples.ts';
import type { Sample } from './charts/samples.ts';
import { Sparkline } from './charts/sparkline.tsx';
import { isAllPrinted } from './health-problems.ts';
import type { Health } from './health.ts';
import { useWords } from './words.ts';

/** What waits in each lane, how old it is, and how fast it goes. */
export function Queues({ health }: { health: Health }) {
  const { t } = useTranslation('operations');
  return (
    <Section title={t('queues.title')} description={t('queues.subtitle')}>
      <Stack gap="lg">
        {health.isQueueAway && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {t('queues.away')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="xl">
          {health.queues.map((queue) => (
            <Queue key={queue.queue} queue={queue} at={Date.parse(health.at)} />
          ))}
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

function Queue({ queue, at }: { queue: Health['queues'][number]; at: number }) {
  const { t } = useTranslation('operations');
  const { number } = useFormats();
  const words = useWords();
  const { waiting, oldestAgeSeconds, ratePerMinute, brokenPerMinute } = queue;
  const samples = useSamples(at, waiting);
  const name = words.queue(queue.queue);
  const highest = Math.max(0, ...samples.map(({ value }) => value));
  const rows = [
    ['working', queue.working],
    ['postponed', queue.postponed],
    ['retried', queue.retried],
    ['rate', Math.round(ratePerMinute * 10) / 10],
    ['broken', Math.round(brokenPerMinute * 10) / 10],
  ] as const;
  return (
    <div>
      <Title order={3}>{name}</Title>
      {queue.pause !== null && (
        <Stack gap={2} align="flex-start">
          <StatusBadge tone="bad">{t('queues.paused')}</StatusBadge>
          <Note size="xs">
            {t('queues.pausedBy', {
              name: queue.pause.pausedBy ?? '–',
              reason: queue.pause.reason,
            })}
          </Note>
        </Stack>
      )}
      <Text fz={28} fw={600} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {number(waiting)}
        <Note span fw={400} ml={8}>
          {t('queues.waiting')}
        </Note>
      </Text>
      <Sparkline samples={samples} label={t('queues.chart', { queue: name, waiting, highest })} />
      <div style={{ marginTop: 12 }}>
        <Facts
          layout="ends"
          rows={[
            waiting > 0 && [t('queues.oldest'), formatDuration(oldestAgeSeconds)],
            ...rows.map(
              ([word, value]) => value > 0 && ([t(`queues.${word}`), number(value)] as const),
            ),
          ]}
        />
      </div>
      <LaneActions lane={queue.queue} isPaused={queue.pause !== null} />
    </div>
  );
}

function useSamples(at: number, value: number): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at, value })), [at, value]);
  return samples;
}

/** Printing, and what waits for delivery. */
export function PrintsAndOffline({ health }: { health: Health }) {
  const { t } = useTranslation('operations');
  const { number } = useFormats();
  const words = useWords();
  const { prints, queues } = health;
  const postponed = queues.find(({ queue }) => queue === 'printing')?.postponed ?? 0;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Section title={t('prints.title')}>
        {isAllPrinted(health) ? (
          <Text c="dimmed">{t('prints.fine')}</Text>
        ) : (
          <Facts
            layout="ends"
            rows={[
              [t('prints.waiting'), number(prints.waiting)],
              [t('prints.oldest'), formatDuration(prints.oldestAgeSeconds)],
              [t('queues.postponed'), number(postponed)],
              [t('prints.failing'), number(prints.failing)],
            ]}
          />
        )}
      </Section>
      <Section title={t('offline.title')}>
        <Stack gap="md">
          {(['live', 'test'] as const).map((environment) => {
            const counts = health.offline.filter((row) => row.environment === environment);
            const total = counts.find(({ olderThanHours }) => olderThanHours === 0)?.count ?? 0;
            const older = counts
              .filter(({ olderThanHours, count }) => olderThanHours > 0 && count > 0)
              .map(
                ({ olderThanHours: hours, count }) =>
                  `${t('offline.olderThan', { hours })}: ${count}`,
              );
            const sums = [`${t('offline.total')} ${number(total)}`, ...older];
            return (
              <div key={environment}>
                <PageLink to={`/offline?environment=${environment}`} fw={500} size="md">
                  {words.environment(environment)}
                </PageLink>
                <Note>{total === 0 ? t('offline.none') : sums.join(', ')}</Note>
              </div>
            );
          })}
        </Stack>
      </Section>
    </SimpleGrid>
  );
}
