import { CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../api/client.ts';
import type { Schema } from '../../../api/contract.ts';
import { Section } from '../../../components/page/page.tsx';
import { StatusBadge } from '../../../components/text/text.tsx';
import { RelativeMoment } from '../../../components/text/relative-moment.tsx';
import { useTranslation } from '../../../i18n/i18n.ts';
import { pathOf } from '../work.ts';
import type { WorkScope } from '../work.ts';

type Batch = Schema<'AdminRetryBatch'>;

const WHILE_OPEN_MS = 2_000;
const ELSE_MS = 15_000;

/** Ids of finished batches that this browser does not show any more. */
const PUT_AWAY = 'fiscal-retries-put-away';

function readPutAway(): string[] {
  return JSON.parse(localStorage.getItem(PUT_AWAY) ?? '[]') as string[];
}

/** What was tried again within the last hour, until each invoice has its outcome and after. */
export function RetryProgress({ scope }: { scope: WorkScope }) {
  const { t } = useTranslation('failed-work');
  const { companyId, environment } = scope;
  const { data } = useQuery({
    ...read(`${pathOf(scope)}/failed-work/retries`, { companyId, environment } as WorkScope),
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ open }) => open > 0) ? WHILE_OPEN_MS : ELSE_MS,
  });
  const [away, setAway] = useState(readPutAway);
  const shown = data?.batches.filter(({ id, open }) => open > 0 || !away.includes(id)) ?? [];
  if (shown.length === 0) return null;
  const putAway = (id: string) => {
    // Only those that the service still names are remembered: it names one for an hour.
    const kept = data?.batches.map((batch) => batch.id).filter((each) => away.includes(each)) ?? [];
    localStorage.setItem(PUT_AWAY, JSON.stringify([...kept, id]));
    setAway([...kept, id]);
  };
  return (
    <Section title={t('batch.title')}>
      <Stack gap="md" role="status">
        {shown.map((batch) => (
          <BatchProgress key={batch.id} batch={batch} onPutAway={() => putAway(batch.id)} />
        ))}
      </Stack>
    </Section>
  );
}

function BatchProgress({ batch, onPutAway }: { batch: Batch; onPutAway: () => void }) {
  const { t } = useTranslation('failed-work');
  const { total, open, fiscalized, offline, failed, startedAt } = batch;
  const done = total - open;
  return (
    <div>
      <Group justify="space-between" gap="sm" mb={4}>
        <Group gap="sm">
          <Text fw={500}>
            {open > 0
              ? t('batch.progress', { done, total })
              : t('batch.fiscalized', { done: fiscalized, total })}
          </Text>
          {open > 0 && fiscalized > 0 && (
            <StatusBadge tone="good">{t('batch.good', { count: fiscalized })}</StatusBadge>
          )}
          {offline > 0 && (
            <StatusBadge tone="waiting">{t('batch.offline', { count: offline })}</StatusBadge>
          )}
          {failed > 0 && (
            <StatusBadge tone="bad">{t('batch.failed', { count: failed })}</StatusBadge>
          )}
        </Group>
        <Group gap="xs">
          <RelativeMoment at={startedAt} />
          {open === 0 && <CloseButton aria-label={t('batch.putAway')} onClick={onPutAway} />}
        </Group>
      </Group>
      <Progress
        value={(100 * done) / total}
        color={open === 0 && failed === 0 ? 'green' : failed > 0 ? 'red' : 'blue'}
        aria-label={t('batch.progress', { done, total })}
      />
    </div>
  );
}
