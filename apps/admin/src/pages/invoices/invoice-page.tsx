import { Group, Stack, Tabs, Text, Button, Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { isProblem } from '../../api/problem.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Page } from '../../components/page/page.tsx';
import { StatusBadge, Instant, Note, PageLink } from '../../components/text/text.tsx';
import { QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useCompany } from '../../shell/company-guard.tsx';
import { NotFound } from '../../shell/not-found.tsx';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useCompanyEvents } from '../../live/use-event-stream.ts';
import { InvoiceTab } from './detail/invoice-tab.tsx';
import { leftOfSale } from './detail/left-of-sale.ts';
import { PdfTab } from './detail/pdf-tab.tsx';
import { Timeline } from './detail/timeline.tsx';
import { invoiceQuery, invoicesKey, timelineQuery } from './invoice-queries.ts';
import type { AdminInvoice } from './invoice-queries.ts';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import { MessagesTab } from './messages/messages-tab.tsx';
import { IconRefresh, IconAlertTriangle, IconClock, IconEyeOff } from '@tabler/icons-react';
import { useMay } from '../../api/may.ts';
import { ChangeButton } from '../../components/form/change.tsx';
import { DismissDialog } from '../failed-work/dismiss-dialog.tsx';
import { RemedyButton } from '../failed-work/remedy/remedy-buttons.tsx';
import { RetryButton } from '../failed-work/retry/retry-button.tsx';
import type { StoredMessage } from '../failed-work/retry/retry-button.tsx';
import { useRetry } from '../failed-work/work.ts';
import { messagesOf } from './messages/messages-of.ts';
import { useNow } from '../../components/use-now.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { AuthorityWords, useFailureWords } from '../failed-work/failure-words.tsx';
import { DeadlineBadge } from '../failed-work/deadline-badge.tsx';

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

/** What can be done about an invoice that failed, or that waits for its delivery. */
function Actions({ invoice }: { invoice: AdminInvoice }) {
  const { id: companyId } = useCompany();
  const { t } = useTranslation('failed-work');
  const { record, companyName, cashRegister, remedyAction, supersededBy } = invoice;
  const scope = { companyId, environment: record.environment };
  const retry = useRetry(scope);
  const [isDismissing, setDismissing] = useState(false);
  const may = useMay();
  const { id, status } = record;
  const message = useLastMessage(companyId, invoice);
  if ((status !== 'Failed' && status !== 'Offline') || supersededBy !== null || !may.retry) {
    return null;
  }
  const place = {
    companyId,
    companyName,
    cashRegisterId: cashRegister.id,
    cashRegisterName: cashRegister.name,
  };
  return (
    <Group gap="sm">
      {status === 'Failed' && remedyAction !== null && may.change && (
        <RemedyButton action={remedyAction} place={place} scope={scope} />
      )}
      {status === 'Offline' ? (
        <ChangeButton
          leftSection={<IconRefresh size={16} aria-hidden />}
          change={{ ...retry, mutate: () => retry.mutate({ invoiceIds: [id] }) }}
        >
          {t('bringForwardAll')}
        </ChangeButton>
      ) : (
        <RetryButton
          variant={remedyAction === null && record.error?.retryable ? 'filled' : 'default'}
          scope={scope}
          target={{ invoiceIds: [id] }}
          count={1}
          message={message}
        >
          {t('retryOne')}
        </RetryButton>
      )}
      {status === 'Failed' && invoice.dismissal === null && may.change && (
        <Button variant="default" onClick={() => setDismissing(true)}>
          {t('dismissOne')}
        </Button>
      )}
      {isDismissing && (
        <DismissDialog scope={scope} invoiceIds={[id]} onClose={() => setDismissing(false)} />
      )}
    </Group>
  );
}

/** What was written to the authority last, which is shown before it is sent again. */
function useLastMessage(
  companyId: string,
  { record, offlineSince }: AdminInvoice,
): StoredMessage | undefined {
  const { data } = useQuery({
    ...timelineQuery(companyId, record.id),
    enabled: record.status === 'Failed',
  });
  const last = data && messagesOf(data.events)[0];
  const keepsNumber = offlineSince !== null;
  return last && { companyId, invoiceId: record.id, submissionId: last.id, keepsNumber };
}

/** Why an invoice is not registered, before everything else: what happened, and what helps. */
function InvoiceFailure({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('invoices');
  const { record, dismissal, remedyKey, sentences, supersededBy } = invoice;
  const { id: companyId } = useCompany();
  const isUrgent = invoice.offlineSince !== null;
  return (
    <>
      {record.error && (
        <Reason error={{ ...record.error, remedyKey, sentences }} isUrgent={isUrgent} />
      )}
      {supersededBy !== null && (
        <Alert color="gray" icon={<IconEyeOff />}>
          <Text size="sm">{t('detail.superseded')}</Text>
          <PageLink to={`/companies/${companyId}/invoices/${supersededBy}`}>
            {t('detail.openSuperseding')}
          </PageLink>
        </Alert>
      )}
      {dismissal && supersededBy === null && (
        <Alert color="gray" icon={<IconEyeOff />}>
          <Text size="sm">{t('detail.dismissed', { reason: dismissal.reason })}</Text>
          <Note size="xs">
            {dismissal.byName ?? t('timeline.byUser')}, <Instant at={dismissal.at} />
          </Note>
        </Alert>
      )}
      {record.status === 'Offline' && <Waiting invoice={invoice} />}
    </>
  );
}

type Failed = NonNullable<AdminInvoice['record']['error']> &
  Pick<AdminInvoice, 'remedyKey' | 'sentences'>;

function Reason({ error, isUrgent }: { error: Failed; isUrgent: boolean }) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const remedy = words.remedyOf(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={words.nameOf(error)}>
      <Stack gap="sm">
        {isUrgent && (
          <Text size="sm" fw={600}>
            {t('urgent')}: {t('urgentHint')}
          </Text>
        )}
        <AuthorityWords {...error} />
        {remedy !== null && (
          <Text size="sm">
            <b>{t('whatToDo')}:</b> {remedy}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

function Waiting({ invoice: { record, isInHand, senderRefusal } }: { invoice: AdminInvoice }) {
  const { t } = useTranslation('failed-work');
  const words = useFailureWords();
  const now = useNow(5_000);
  const { deliverBefore, nextAttemptAt } = record;
  return (
    <Alert color={senderRefusal === null ? 'yellow' : 'red'} icon={<IconClock />}>
      <Stack gap={6} align="flex-start">
        {deliverBefore !== null && <DeadlineBadge deliverBefore={deliverBefore} />}
        {senderRefusal !== null && (
          <>
            <Text size="sm">{t('senderRefused')}</Text>
            <AuthorityWords {...senderRefusal} error="" sentences={[]} />
            <Text size="sm">
              <b>{t('whatToDo')}:</b> {words.remedyOf(senderRefusal)}
            </Text>
          </>
        )}
        <Text size="sm">
          {t('offline.next')}:{' '}
          {isInHand || nextAttemptAt === null || Date.parse(nextAttemptAt) <= now.getTime() ? (
            t('offline.now')
          ) : (
            <RelativeTime at={nextAttemptAt} />
          )}
        </Text>
      </Stack>
    </Alert>
  );
}
