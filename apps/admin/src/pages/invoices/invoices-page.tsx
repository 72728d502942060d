import { useTranslation, useLanguage } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { useCompany, useEnvironment } from '../../shell/company-guard.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCompanyEvents } from '../../live/use-event-stream.ts';
import { useSearch } from '../../components/use-search.ts';
import { InvoiceList } from './invoice-list.tsx';
import { invoicesKey } from './invoice-queries.ts';
import { filterOf } from './list/invoice-filter.ts';
import type { InvoiceFilter } from './list/invoice-filter.ts';
import { Button, Menu, Alert, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconDownload,
  IconPrinter,
  IconTable,
  IconAlertTriangle,
} from '@tabler/icons-react';
import { useMay } from '../../api/may.ts';
import { dayEnd, dayStart } from '../../format/podgorica-day.ts';
import type { Language } from '../../i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { PageLink } from '../../components/text/text.tsx';

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

/** What the list is narrowed to, as a file or on paper. */
function ExportMenu({ filter }: { filter: InvoiceFilter }) {
  const { t } = useTranslation('invoices');
  const { t: words } = useTranslation();
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const language = useLanguage();
  const may = useMay();
  const fileOf = (format: string) =>
    exportPath(companyId, { environment, format, language }, filter);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('export.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may.exportInvoices && (
          <>
            <Menu.Label>{t('export.what')}</Menu.Label>
            {(['xlsx', 'csv'] as const).map((format) => (
              <Menu.Item
                key={format}
                component="a"
                href={fileOf(format)}
                download
                leftSection={<IconTable size={16} aria-hidden />}
              >
                {t(`export.${format}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          // The menu is gone before the page is drawn on paper.
          onClick={() => setTimeout(() => window.print(), MENU_CLOSES_MS)}
        >
          {words('print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const MENU_CLOSES_MS = 300;

/** The browser itself stores it, so that its size does not matter. */
function exportPath(
  companyId: string,
  chosen: { environment: string; format: string; language: Language },
  { from, to, ...narrowing }: InvoiceFilter,
): string {
  const values = {
    ...chosen,
    ...narrowing,
    from: from && dayStart(from),
    to: to && dayEnd(to),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return `/admin/api/companies/${companyId}/invoices/export?${query.toString()}`;
}

/**
 * Above the invoices of a live company that has issued test invoices at most: its customers get
 * none.
 */
function FirstSaleWarning() {
  const { t } = useTranslation('start');
  const { id: companyId, environment } = useCompany();
  const { role } = useSession().user;
  const { data } = useQuery({
    ...read('/companies/{companyId}/checklist', { companyId }),
    enabled: environment === 'live',
  });
  if (!data?.isLive || data.firstSale.every(({ isDone }) => isDone)) return null;
  return (
    <Alert color="yellow" role="status" icon={<IconAlertTriangle />} mb="lg">
      <Text size="sm">{t('live.isLiveWithout')}</Text>
      {(role === 'operator' || role === 'company_admin') && (
        <PageLink to="../start" relative="path">
          {t('live.toSteps')}
        </PageLink>
      )}
    </Alert>
  );
}
