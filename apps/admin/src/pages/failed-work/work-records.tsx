import { Checkbox } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { Records } from '../../components/table/records.tsx';
import type { Column } from '../../components/table/records.tsx';
import { RelativeMoment } from '../../components/text/relative-moment.tsx';
import { StatusBadge } from '../../components/text/status-badge.tsx';
import { Note, PageLink } from '../../components/text/text.tsx';
import { DeadlineBadge } from './deadline/deadline-badge.tsx';
import type { FailedInvoice, WorkScope } from './work.ts';

interface Selection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

interface WorkRecordsProps {
  label: string;
  rows: readonly FailedInvoice[];
  scope: WorkScope;
  /** Absent where nothing can be done about them by hand. */
  selection?: Selection;
}

/** Invoices that failed or wait: a row leads to the invoice. */
export function WorkRecords({ label, rows, scope, selection }: WorkRecordsProps) {
  const { t } = useTranslation('failed-work');
  const { money } = useFormats();
  // Refused ones have no number: the amount tells them apart.
  const labelOf = (row: FailedInvoice) =>
    t('selectOne', { invoice: `${nameOf(row) ?? t('withoutNumber')}, ${money(row.total)}` });
  const columns: Column<FailedInvoice>[] = [
    {
      header: t('column.invoice'),
      isWordy: true,
      isHeading: true,
      cell: (row) => <InvoiceLink row={row} environment={scope.environment} />,
    },
    ...(scope.companyId === null
      ? [
          {
            header: t('column.company'),
            isWordy: true,
            cell: ({ companyName }: FailedInvoice) => companyName,
          },
        ]
      : []),
    {
      header: t('column.amount'),
      align: 'right',
      cell: ({ total }) => <span style={{ whiteSpace: 'nowrap' }}>{money(total)}</span>,
    },
    {
      header: t('column.since'),
      // What waits changes with each attempt; it waits since it was made.
      cell: ({ status, updatedAt, createdAt }) => (
        <RelativeMoment at={status === 'Failed' ? updatedAt : createdAt} />
      ),
    },
    { header: t('column.attempts'), align: 'right', cell: ({ attempts }) => attempts },
    { header: t('column.nextAttempt'), cell: (row) => <NextAttempt row={row} /> },
    { header: t('column.deadline'), cell: (row) => <Deadline row={row} /> },
  ];
  const withChoice = selection ? [choiceOf(selection, t('choice'), labelOf), ...columns] : columns;
  return <Records label={label} rows={rows} columns={withChoice} />;
}

function choiceOf(
  { chosen, onChange }: Selection,
  header: string,
  labelOf: (row: FailedInvoice) => string,
): Column<FailedInvoice> {
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return {
    header,
    cell: (row) => (
      <Checkbox
        aria-label={labelOf(row)}
        checked={chosen.has(row.id)}
        onChange={(event) => choose(row.id, event.currentTarget.checked)}
      />
    ),
  };
}

function nameOf({ invoiceNumber, orderNumber }: FailedInvoice): string | null {
  if (invoiceNumber !== null) return invoiceNumber;
  return orderNumber > 0 ? String(orderNumber) : null;
}

function InvoiceLink({ row, environment }: { row: FailedInvoice; environment: string }) {
  const { t } = useTranslation('failed-work');
  const to = `/companies/${row.companyId}/invoices/${row.id}?environment=${environment}`;
  return (
    <>
      <PageLink to={to} fw={500} style={{ whiteSpace: 'nowrap' }}>
        {nameOf(row) ?? t('withoutNumber')}
      </PageLink>
      <Note size="xs">{row.cashRegisterName}</Note>
      {row.failure !== null && <Note size="xs">{row.failure.efiMessage ?? row.failure.error}</Note>}
      {row.status === 'Failed' && row.deliverBefore !== null && (
        <StatusBadge tone="bad">{t('urgent')}</StatusBadge>
      )}
    </>
  );
}

function NextAttempt({ row: { status, nextAttemptAt } }: { row: FailedInvoice }) {
  const { t } = useTranslation('failed-work');
  if (nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now()) {
    return <RelativeMoment at={nextAttemptAt} />;
  }
  return status === 'Failed' ? t('onlyByHand') : t('offline.now');
}

function Deadline({ row: { deliverBefore } }: { row: FailedInvoice }) {
  const { t } = useTranslation('failed-work');
  return deliverBefore === null ? (
    <Note span>{t('deadline.none')}</Note>
  ) : (
    <DeadlineBadge deliverBefore={deliverBefore} />
  );
}
