import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCompanyEvents } from '../../live/use-event-stream.ts';
import { useSearch } from '../../components/use-search.ts';
import { InvoiceList } from './invoice-list.tsx';
import { invoicesKey } from './invoice-queries.ts';
import { ExportMenu } from './list/export-menu.tsx';
import { FirstSaleWarning } from './list/first-sale-warning.tsx';
import { filterOf } from './list/invoice-filter.ts';

/**
 * The invoices of the company and environment, newest first; their states move on by themselves.
 */
export default function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const [search] = useSearch();
  const live = useCompanyEvents({ companyId, environment }, [invoicesKey(companyId)]);
  return (
    <Page
      title={t('title')}
      description={t('intro')}
      width="wide"
      actions={
        <>
          <LiveBadge state={live} />
          <ExportMenu filter={filterOf(search)} />
        </>
      }
    >
      <FirstSaleWarning />
      <InvoiceList companyId={companyId} />
    </Page>
  );
}
