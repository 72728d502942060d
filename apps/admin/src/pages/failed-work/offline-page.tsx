import { SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/contract.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { DEADLINE_TONES } from './deadline-badge.tsx';
import { useSession } from '../../api/session.ts';
import { levelOfBucket } from './deadline.ts';
import { PageActions } from './page-actions.tsx';
import { WorkRecords } from './work-records.tsx';
import { backlogQuery, useWorkScope } from './work.ts';

/** Invoices that wait for delivery, by the time that remains of the law's window. */
export default function OfflinePage() {
  const { t } = useTranslation('failed-work');
  const scope = useWorkScope();
  const { windowHours } = useSession().offlineDelivery;
  const query = useInfiniteQuery(backlogQuery(scope));
  return (
    <Page
      title={t('offline.title')}
      description={t('offline.intro', { hours: windowHours })}
      width="wide"
      actions={<PageActions scope={scope} />}
    >
      <PagedView
        query={query}
        rowsOf={({ invoices }) => invoices}
        lines={6}
        withEnd={false}
        empty={{
          icon: IconCloudCheck,
          title: t('offline.nothing'),
          text: t('offline.nothingHint'),
        }}
      >
        {(rows, { buckets }) => (
          <Stack gap="lg">
            <Section title={t('offline.buckets')}>
              <SimpleGrid
                cols={{ base: 2, sm: 3, lg: 6 }}
                component="ul"
                p={0}
                m={0}
                style={{ listStyle: 'none' }}
              >
                {buckets.map((bucket) => (
                  <Bucket key={bucket.upToHours} bucket={bucket} />
                ))}
              </SimpleGrid>
            </Section>
            <Text fw={600}>{t('offline.list')}</Text>
            <WorkRecords label={t('offline.list')} rows={rows} scope={scope} />
          </Stack>
        )}
      </PagedView>
    </Page>
  );
}

/** Of the line beside a number, by how little time is left. */
const LINES = {
  late: 'var(--mantine-color-red-6)',
  critical: 'var(--mantine-color-red-6)',
  urgent: 'var(--mantine-color-yellow-6)',
  soon: 'var(--mantine-color-blue-6)',
  calm: 'var(--mantine-primary-color-filled)',
} as const;

/** How many invoices have so much time left. */
function Bucket({ bucket }: { bucket: Schema<'AdminOfflineBacklog'>['buckets'][number] }) {
  const { t } = useTranslation('failed-work');
  const { number } = useFormats();
  const { overHours, upToHours, count } = bucket;
  const { remainingHours } = useSession().offlineDelivery;
  const level = levelOfBucket(upToHours, remainingHours);
  return (
    <Stack
      component="li"
      gap={4}
      align="flex-start"
      pl={14}
      {...(count === 0 && { c: 'dimmed' })}
      style={{ borderLeft: `4px solid ${count === 0 ? 'var(--line)' : LINES[level]}` }}
    >
      <Text fz={28} fw={600} lh={1.2}>
        {number(count)}
      </Text>
      <Text size="sm">
        {overHours === null
          ? t('offline.bucket.late')
          : t('offline.bucket.between', { from: overHours, to: upToHours })}
      </Text>
      {count > 0 && (
        <StatusBadge tone={DEADLINE_TONES[level]}>{t(`offline.level.${level}`)}</StatusBadge>
      )}
    </Stack>
  );
}
