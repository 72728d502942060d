import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Section } from '../../components/section.tsx';
import { Facts } from '../../components/facts.tsx';
import { addSample } from './charts/samples.ts';
import type { Sample } from './charts/samples.ts';
import { Sparkline } from './charts/sparkline.tsx';
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
  const words = useWords();
  const { duration, number } = useFormats();
  const { waiting, oldestAgeSeconds, ratePerMinute, brokenPerMinute } = queue;
  const samples = useSamples(at, waiting);
  const name = words.queue(queue.queue);
  const highest = Math.max(0, ...samples.map(({ value }) => value));
  return (
    <div>
      <Title order={3}>{name}</Title>
      <Text fz={28} fw={600} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {number(waiting)}
        <Text span size="sm" c="dimmed" fw={400} ml={8}>
          {t('queues.waiting')}
        </Text>
      </Text>
      <Sparkline samples={samples} label={t('queues.chart', { queue: name, waiting, highest })} />
      <div style={{ marginTop: 12 }}>
        <Facts
          layout="ends"
          rows={[
            [t('queues.oldest'), waiting === 0 ? '–' : duration(oldestAgeSeconds)],
            [t('queues.rate'), number(Math.round(ratePerMinute * 10) / 10)],
            ...(brokenPerMinute > 0
              ? [[t('queues.broken'), number(Math.round(brokenPerMinute * 10) / 10)] as const]
              : []),
          ]}
        />
      </div>
    </div>
  );
}

function useSamples(at: number, value: number): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at, value })), [at, value]);
  return samples;
}
