import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconCloudCheck } from '@tabler/icons-react';
import { useOfflineDelivery } from '../../api/session.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { Bucket } from './bucket.tsx';
import { PageActions } from './page-actions.tsx';
import { useWorkScope } from './use-work-scope.ts';
import { backlogQuery } from './work-queries.ts';
import { WorkRecords } from './work-records.tsx';

/** Invoices that wait for delivery, by the time that remains of the law's window. */
export function OfflinePage() {
  const { t } = useTranslation('failed-work');
  const scope = useWorkScope();
  const { windowHours } = useOfflineDelivery();
  const query = useInfiniteQuery(backlogQuery(scope));
  const buckets = query.data?.pages[0]?.buckets;
  const rows = query.data?.pages.flatMap((page) => page.invoices);
  return (
    <Page
      title={t('offline.title')}
      description={t('offline.intro', { hours: windowHours })}
      width="wide"
      actions={<PageActions scope={scope} />}
    >
      {query.isPending && <Loading lines={6} />}
      {query.isError && !rows && (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && (
        <Empty icon={IconCloudCheck} title={t('offline.nothing')}>
          {t('offline.nothingHint')}
        </Empty>
      )}
      {rows && rows.length > 0 && buckets && (
        <Stack gap="lg">
          <Section title={t('offline.buckets')}>
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} component="ul" p={0} m={0}>
              {buckets.map((bucket) => (
                <Bucket key={bucket.upToHours} bucket={bucket} />
              ))}
            </SimpleGrid>
          </Section>
          <Text fw={500}>{t('offline.list')}</Text>
          <WorkRecords label={t('offline.list')} rows={rows} scope={scope} />
          {query.hasNextPage && <LoadMore query={query} />}
        </Stack>
      )}
    </Page>
  );
}
