import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { isProblem } from '../../api/problem.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { StatusBadge } from '../../components/text/text.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { NotFound } from '../../shell/not-found.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCompanyEvents } from '../../live/use-event-stream.ts';
import { Actions } from './detail/actions.tsx';
import { InvoiceFailure } from './detail/invoice-failure.tsx';
import { InvoiceTab } from './detail/invoice-tab.tsx';
import { leftOfSale } from './detail/left-of-sale.ts';
import { PdfTab } from './detail/pdf-tab.tsx';
import { Timeline } from './detail/timeline.tsx';
import { invoiceQuery, invoicesKey, timelineQuery } from './invoice-queries.ts';
import type { AdminInvoice } from './invoice-queries.ts';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import { MessagesTab } from './messages/messages-tab.tsx';

const TABS = ['invoice', 'timeline', 'messages', 'pdf'] as const;

/** One invoice from every side. */
export default function InvoicePage() {
  const { id: companyId } = useCompany();
  const { invoiceId = '' } = useParams();
  const query = useQuery(invoiceQuery(companyId, invoiceId));
  if (isProblem(query.error, 'NOT_FOUND')) return <NotFound />;
  return (
    <QueryView query={query}>{(invoice) => <Detail key={invoiceId} invoice={invoice} />}</QueryView>
  );
}

function Detail({ invoice }: { invoice: AdminInvoice }) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('invoices');
  const { money } = useFormats();
  const [search, setSearch] = useSearch();
  const { record } = invoice;
  useNamedEnvironment(record.environment);
  const live = useCompanyEvents(
    { companyId, environment: record.environment },
    [invoicesKey(companyId)],
    record.id,
  );
  useStoredPrints(companyId, record.id, invoice.documents.length);
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'invoice';
  const panels = {
    invoice: <InvoiceTab invoice={invoice} />,
    timeline: <Timeline invoiceId={record.id} />,
    messages: <MessagesTab invoiceId={record.id} />,
    pdf: <PdfTab invoice={invoice} />,
  };
  const open = (name: string | null) =>
    setSearch({ tab: name === 'invoice' ? null : name, message: null });
  return (
    <Page
      title={
        record.invoiceNumber ??
        `${t(`type.${record.type}`)} ${t('list.withoutNumber').toLowerCase()}`
      }
      width="wide"
      back={{
        to: `/companies/${companyId}/invoices?environment=${record.environment}`,
        orTo: '/invoices',
        label: t('detail.back'),
      }}
      description={
        <>
          {t(`type.${record.type}`)}, {t(`typeOfInvoice.${record.typeOfInvoice}`).toLowerCase()}
          {' · '}
          {money(record.totals.total)}
        </>
      }
      actions={<LiveBadge state={live} />}
    >
      <Stack gap="lg">
        <Group gap="md" justify="space-between">
          <Group gap="sm">
            <InvoiceStatusBadge status={record.status} />
            {record.original === null && leftOfSale(record) === 'nothing' && (
              <StatusBadge tone="neutral">{t('detail.left.cancelled')}</StatusBadge>
            )}
            <Text c="dimmed">{t(`statusHint.${record.status}`)}</Text>
          </Group>
          <Actions invoice={invoice} />
        </Group>
        <InvoiceFailure invoice={invoice} />
        <Tabs value={tab} onChange={open} keepMounted={false}>
          <Tabs.List mb="lg">
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`detail.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map((name) => (
            <Tabs.Panel key={name} value={name}>
              {panels[name]}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Page>
  );
}

/**
 * A link from a mail or a log names the invoice alone; head and menu say whose environment it is.
 */
function useNamedEnvironment(environment: string): void {
  const [search, setSearch] = useSearch();
  const isNamed = search.has('environment');
  useEffect(() => {
    if (!isNamed) setSearch({ environment });
  });
}

/** Reads the timeline again when one more print is stored, of which there is no event. */
function useStoredPrints(companyId: string, invoiceId: string, count: number): void {
  const cache = useQueryClient();
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    const { queryKey } = timelineQuery(companyId, invoiceId);
    void cache.invalidateQueries({ queryKey });
  }, [cache, companyId, invoiceId, count]);
}
