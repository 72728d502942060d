import { useInfiniteQuery } from '@tanstack/react-query';
import { IconFileInvoice, IconFilterOff } from '@tabler/icons-react';
import { PagedView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { invoicesQuery } from './invoice-queries.ts';
import { filterOf, isNarrowed } from './list/invoice-filter.ts';
import { InvoiceFilters } from './list/filters.tsx';
import { InvoiceRecords } from './list/invoice-records.tsx';
import { useWholeSearch } from './list/use-whole-search.ts';

/** The filters and what they leave, page by page. @param companyId null for all companies. */
export function InvoiceList({ companyId }: { companyId: string | null }) {
  const { t } = useTranslation('invoices');
  const formats = useFormats();
  const environment = useEnvironment();
  const [search, setSearch] = useSearch();
  const filter = filterOf(search);
  const query = useInfiniteQuery(invoicesQuery(companyId, environment, filter));
  useWholeSearch(query);
  return (
    <>
      <InvoiceFilters filter={filter} isOfAll={companyId === null} onChange={setSearch} />
      <PagedView
        query={query}
        rowsOf={({ invoices }) => invoices}
        noteOf={({ searchedTo }) =>
          searchedTo && t('list.searchedTo', { day: formats.date(searchedTo) })
        }
        lines={8}
        empty={
          isNarrowed(filter)
            ? { icon: IconFilterOff, title: t('list.noneFound'), text: t('list.noneFoundHint') }
            : { icon: IconFileInvoice, title: t('list.none'), text: t('list.noneHint') }
        }
      >
        {(rows) => <InvoiceRecords rows={rows} isOfAll={companyId === null} />}
      </PagedView>
    </>
  );
}
