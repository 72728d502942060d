import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconFileInvoice, IconFilterOff } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../i18n/i18n.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { useCompany, useEnvironment } from '../../shell/company-door.tsx';
import { LiveBadge } from '../operations/live/live-badge.tsx';
import { invoicesQuery } from './invoice-queries.ts';
import { filterOf, isNarrowed, withFilter } from './list/invoice-filter.ts';
import type { InvoiceFilter } from './list/invoice-filter.ts';
import { Filters } from './list/filters.tsx';
import { InvoiceRecords } from './list/invoice-records.tsx';
import { useInvoiceChanges } from './use-invoice-changes.ts';

/** The invoices of the company and environment, newest first; their states move on by themselves. */
export function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const query = useInfiniteQuery(invoicesQuery(companyId, environment, filter));
  const live = useInvoiceChanges(companyId, environment);
  const change = (part: Partial<InvoiceFilter>) => {
    setSearch((before) => withFilter(before, part), { replace: true });
  };
  const rows = query.data?.pages.flatMap((page) => page.invoices);
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={<LiveBadge state={live} />}
    >
      <Filters filter={filter} onChange={change} />
      {query.isError && !rows && (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={8} />}
      {rows?.length === 0 && <NothingFound isNarrowed={isNarrowed(filter)} />}
      {rows && rows.length > 0 && (
        <Stack gap={0}>
          <InvoiceRecords rows={rows} />
          <LoadMore query={query} />
        </Stack>
      )}
    </Page>
  );
}

function NothingFound({ isNarrowed: narrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation('invoices');
  return narrowed ? (
    <Empty icon={IconFilterOff} title={t('list.noneFound')}>
      {t('list.noneFoundHint')}
    </Empty>
  ) : (
    <Empty icon={IconFileInvoice} title={t('list.none')}>
      {t('list.noneHint')}
    </Empty>
  );
}
