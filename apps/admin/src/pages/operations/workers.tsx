import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Instant, StatusBadge, Note } from '../../components/text/text.tsx';
import { Records } from '../../components/table/records.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import type { Health } from './health.ts';
import { useNow } from '../../components/use-now.ts';
import { useWords } from './words.ts';

/** Every worker process that lives or died within the last day. */
export function Workers({ workers }: { workers: Health['workers'] }) {
  const { t } = useTranslation('operations');
  const isAnyAlive = workers.some(({ isAlive }) => isAlive);
  return (
    <section aria-labelledby="workers">
      <Stack gap="md">
        <div>
          <Title order={2} id="workers">
            {t('workers.title')}
          </Title>
          <Note>{t('workers.subtitle')}</Note>
        </div>
        {!isAnyAlive && (
          <Alert color="red" icon={<IconX />}>
            {workers.length === 0 ? t('workers.none') : t('workers.noneAlive')}
          </Alert>
        )}
        {workers.length > 0 && (
          <Records
            label={t('workers.title')}
            rows={workers}
            columns={[
              {
                header: t('workers.process'),
                cell: ({ host, pid, version }) => (
                  <>
                    <Text span size="sm" fw={600}>
                      {host} · {pid}
                    </Text>
                    <Note size="xs">{version}</Note>
                  </>
                ),
              },
              {
                header: t('workers.state'),
                cell: ({ isAlive }) => (
                  <StatusBadge tone={isAlive ? 'good' : 'bad'}>
                    {isAlive ? t('workers.alive') : t('workers.gone')}
                  </StatusBadge>
                ),
              },
              { header: t('workers.lanes'), cell: (worker) => <Lanes worker={worker} /> },
              { header: t('workers.seen'), cell: ({ seenAt }) => <RelativeTime at={seenAt} /> },
              { header: t('workers.started'), cell: ({ startedAt }) => <Instant at={startedAt} /> },
            ]}
          />
        )}
      </Stack>
    </section>
  );
}

function Lanes({ worker }: { worker: Health['workers'][number] }) {
  const { t } = useTranslation('operations');
  const words = useWords();
  const { relative } = useFormats();
  const now = useNow(5_000);
  return worker.lanes.map(({ lane, inProgress, concurrency, lastConsumedAt }) => (
    <Text key={lane} size="sm">
      {t('workers.lane', {
        lane: words.queue(lane),
        inProgress,
        concurrency,
        when:
          lastConsumedAt === null
            ? t('workers.neverConsumed')
            : // Our clock moves in steps, and the worker's may be ahead: nothing was done in the future.
              relative(lastConsumedAt, new Date(Math.max(+now, Date.parse(lastConsumedAt)))),
      })}
    </Text>
  ));
}
