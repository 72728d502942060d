import { Alert, Group, Select, Stack, Paper, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconCashRegister,
  IconCircleCheck,
  IconListNumbers,
} from '@tabler/icons-react';
import { read } from '../../api/client.ts';
import type { Schema } from '../../api/contract.ts';
import { Page } from '../../components/page/page.tsx';
import { PagedView, QueryView } from '../../components/state/query-view.tsx';
import { useSearch } from '../../components/use-search.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useCompany, useEnvironment, useCompanyPath } from '../../shell/company-guard.tsx';
import { numbersQuery } from './invoice-queries.ts';
import { countMissing, withGaps } from './numbers/with-gaps.ts';
import { useSentences } from '../../components/sentences/use-sentences.ts';
import { Instant, StatusBadge, Note, PageLink } from '../../components/text/text.tsx';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import classes from './numbers/ledger-lines.module.css';

/** The ledger of a cash register and year: what became of every number. */
export default function NumbersPage() {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const environment = useEnvironment();
  const query = useQuery(read('/companies/{companyId}/cash-registers', { companyId, environment }));
  return (
    <Page title={t('numbers.title')} description={t('numbers.intro')} width="wide">
      <QueryView
        query={query}
        isEmpty={({ cashRegisters }) => cashRegisters.length === 0}
        empty={{
          icon: IconCashRegister,
          title: t('numbers.noRegister'),
          text: t('numbers.noRegisterHint'),
        }}
      >
        {({ cashRegisters }) => <OfRegister cashRegisters={cashRegisters} />}
      </QueryView>
    </Page>
  );
}

function OfRegister({ cashRegisters }: Pick<Schema<'AdminCashRegisterList'>, 'cashRegisters'>) {
  const { t } = useTranslation('invoices');
  const [search, setSearch] = useSearch();
  const chosen =
    cashRegisters.find(({ id }) => id === search.get('cashRegister')) ??
    cashRegisters.find(({ isDefault }) => isDefault) ??
    cashRegisters[0];
  if (!chosen) return null;
  return (
    <>
      <Group mb="lg">
        <Select
          label={t('numbers.register')}
          allowDeselect={false}
          value={chosen.id}
          onChange={(cashRegister) => setSearch({ cashRegister, row: null })}
          w={320}
          data={cashRegisters.map(({ id, name, tcrCode }) => ({
            value: id,
            label: tcrCode === null ? name : `${name} (${tcrCode})`,
          }))}
        />
      </Group>
      <Ledger key={chosen.id} cashRegisterId={chosen.id} />
    </>
  );
}

/** Which row of numbers the URL asks for: `2026 ab123cd456`; null for the newest. */
function rowOf(text: string | null): { year: number; tcrCode: string } | null {
  const [year = '', tcrCode = ''] = text?.split(' ') ?? [];
  return /^\d{4}$/.test(year) && tcrCode !== '' ? { year: Number(year), tcrCode } : null;
}

/** One row of numbers: a year, under one TCR code; and whether anything is missing in it. */
function Ledger({ cashRegisterId }: { cashRegisterId: string }) {
  const { t } = useTranslation('invoices');
  const { id: companyId } = useCompany();
  const [search, setSearch] = useSearch();
  const query = useInfiniteQuery(numbersQuery(companyId, cashRegisterId, rowOf(search.get('row'))));
  return (
    <PagedView
      query={query}
      rowsOf={({ histories }) => histories}
      lines={8}
      withEnd={false}
      isEmpty={({ rows }) => rows.length === 0}
      empty={{ icon: IconListNumbers, title: t('numbers.none'), text: t('numbers.noneHint') }}
    >
      {(entries, { rows, year, tcrCode }) => {
        const lines = withGaps(entries, !query.hasNextPage);
        return (
          <Stack gap="lg">
            <Group align="flex-end">
              <Select
                label={t('numbers.year')}
                allowDeselect={false}
                value={`${year ?? ''} ${tcrCode ?? ''}`}
                onChange={(row) => setSearch({ row })}
                data={rows.map((row) => ({
                  value: `${row.year} ${row.tcrCode}`,
                  label: `${row.year} · ${row.tcrCode} · 1–${row.lastOrdinal}`,
                }))}
                w={320}
              />
            </Group>
            <Wholeness missing={countMissing(lines)} isComplete={!query.hasNextPage} />
            <Paper
              withBorder
              component="ol"
              className={classes.lines}
              aria-label={t('numbers.title')}
            >
              {lines.map((line) =>
                line.kind === 'gap' ? (
                  <li key={`gap ${line.to}`} className={classes.gap}>
                    <IconAlertTriangle size={20} aria-hidden />
                    {line.from === line.to
                      ? t('numbers.gapOne', { from: line.from })
                      : t('numbers.gapMany', { from: line.from, to: line.to })}
                  </li>
                ) : (
                  <Entry key={line.entry.ordinal} entry={line.entry} />
                ),
              )}
            </Paper>
          </Stack>
        );
      }}
    </PagedView>
  );
}

function Wholeness({ missing, isComplete }: { missing: number; isComplete: boolean }) {
  const { t } = useTranslation('invoices');
  const { number } = useFormats();
  return missing > 0 ? (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={t('numbers.missing', { number: number(missing) })}
    >
      {t('numbers.gapHint')}
    </Alert>
  ) : (
    <Alert color="green" icon={<IconCircleCheck />}>
      {isComplete ? t('numbers.whole') : t('numbers.wholeSoFar')}
    </Alert>
  );
}

type LedgerEntry = Schema<'AdminNumberHistory'>;

function Entry({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation('invoices');
  const path = useCompanyPath();
  const { say } = useSentences(entry.sentences);
  const to = (id: string) => path(`invoices/${id}`);
  const { ordinal, invoiceId, invoiceNumber, status, events } = entry;
  return (
    <li className={classes.entry}>
      <div className={classes.ordinal}>{ordinal}</div>
      <div className={classes.now}>
        {invoiceId === null || status === null ? (
          <>
            <StatusBadge tone="warning">{t('numbers.free')}</StatusBadge>
            <Note size="xs">{t('numbers.freeHint')}</Note>
          </>
        ) : (
          <>
            <PageLink to={to(invoiceId)} fw={500}>
              {invoiceNumber ?? t('list.withoutNumber')}
            </PageLink>
            <div>
              <InvoiceStatusBadge status={status} />
            </div>
          </>
        )}
      </div>
      <ol className={classes.events}>
        {events.map((event, index) => (
          // Nothing of an entry changes, and what is new comes at its end.
          <li key={index}>
            <Text span size="sm">
              <Instant at={event.at} /> {t(`numbers.event.${event.event}`)}{' '}
              {event.invoiceId !== null && event.invoiceId !== invoiceId && (
                <PageLink to={to(event.invoiceId)}>{t('numbers.otherInvoice')}</PageLink>
              )}
            </Text>
            {event.reason !== null && <Note size="xs">{say(event.reason)}</Note>}
          </li>
        ))}
      </ol>
    </li>
  );
}
