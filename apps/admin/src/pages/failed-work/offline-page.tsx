import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Environment, Schema } from '../../api/contract.ts';
import { Page, Section } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { PageLink, StatusBadge } from '../../components/text/text.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useMay } from '../../api/may.ts';
import { DEADLINE_TONES, DeadlineBadge } from './deadline-badge.tsx';
import { useSession } from '../../api/session.ts';
import { levelOfBucket } from './deadline.ts';
import { PageActions } from './page-actions.tsx';
import { WorkRecords } from './work-records.tsx';
import { backlogQuery, useWorkScope } from './work.ts';

/** What waits for delivery, by the time that remains of the law's window. */
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
        isEmpty={({ invoices, drawers }) => invoices.length + drawers.length === 0}
        lines={6}
        withEnd={false}
        empty={{
          icon: IconCloudCheck,
          title: t('offline.nothing'),
          text: t('offline.nothingHint'),
        }}
      >
        {(rows, { buckets, drawers }) => (
          <Stack gap="lg">
            {drawers.length > 0 && (
              <Section title={t('offline.drawers')}>
                {drawers.map((drawer) => (
                  <Drawer key={drawer.cashRegisterId} of={drawer} environment={scope.environment} />
                ))}
              </Section>
            )}
            {rows.length > 0 && (
              <>
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
              </>
            )}
          </Stack>
        )}
      </PagedView>
    </Page>
  );
}

interface DrawerProps {
  of: Schema<'AdminOfflineBacklog'>['drawers'][number];
  environment: Environment;
}

/** How many withdrawals of a cash register wait, with the way to them for those who may go it. */
function Drawer({ of, environment }: DrawerProps) {
  const { number } = useFormats();
  const { companyId, cashRegisterId, name, count, deliverBefore } = of;
  const page = `/companies/${companyId}/cash-registers/${cashRegisterId}/drawer`;
  const words = `${name}: ${number(count)}`;
  return (
    <Group gap="sm">
      {useMay().exportInvoices ? (
        <PageLink to={`${page}?environment=${environment}`}>{words}</PageLink>
      ) : (
        <Text size="sm">{words}</Text>
      )}
      <DeadlineBadge deliverBefore={deliverBefore} />
    </Group>
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
