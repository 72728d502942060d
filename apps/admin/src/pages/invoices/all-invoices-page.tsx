import { Page } from '../../components/page/page.tsx';
import { useTranslation } from '../../i18n/i18n.ts';
import { useEnvironment } from '../../shell/company-guard.tsx';
import { PageActions } from '../failed-work/page-actions.tsx';
import { InvoiceList } from './invoice-list.tsx';

/** The invoices of all companies, for operators: whose invoice it is may be what they look for. */
export default function AllInvoicesPage() {
  const { t } = useTranslation('invoices');
  return (
    <Page
      title={t('all.title')}
      description={t('all.intro')}
      width="wide"
      actions={<PageActions scope={{ companyId: null, environment: useEnvironment() }} />}
    >
      <InvoiceList companyId={null} />
    </Page>
  );
}
