import { useInfiniteQuery } from '@tanstack/react-query';
import { IconFileInvoice, IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { LiveBadge } from '../operations/live/live-badge.tsx';
import { useCompanyEvents } from '../operations/live/use-event-stream.ts';
import { invoicesKey, invoicesQuery } from './invoice-queries.ts';
import { ExportMenu } from './list/export-menu.tsx';
import { filterOf, isNarrowed } from './list/invoice-filter.ts';
import { Filters } from './list/filters.tsx';
import { InvoiceRecords } from './list/invoice-records.tsx';

/** The invoices of the company and environment, newest first; their states move on by themselves. */
export default function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const [search, setSearch] = useSearch();
  const filter = filterOf(search);
  const query = useInfiniteQuery(invoicesQuery(companyId, environment, filter));
  const live = useCompanyEvents({ companyId, environment }, [invoicesKey(companyId)]);
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={
        <>
          <LiveBadge state={live} />
          <ExportMenu filter={filter} />
        </>
      }
    >
      <Filters filter={filter} onChange={setSearch} />
      <PagedView
        query={query}
        rowsOf={({ invoices }) => invoices}
        lines={8}
        empty={
          isNarrowed(filter)
            ? { icon: IconFilterOff, title: t('list.noneFound'), text: t('list.noneFoundHint') }
            : { icon: IconFileInvoice, title: t('list.none'), text: t('list.noneHint') }
        }
      >
        {(rows) => <InvoiceRecords rows={rows} />}
      </PagedView>
    </Page>
  );
}
