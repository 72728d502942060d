import { Checkbox } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { useTranslation } from '../../i18n/i18n.ts';
import { useNow } from '../../components/use-now.ts';
import { Records } from '../../components/table/records.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusBadge, Note, PageLink } from '../../components/text/text.tsx';
import { DeadlineBadge } from './deadline-badge.tsx';
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
  return (
    <Records
      label={label}
      rows={rows}
      columns={[
        selection !== undefined && {
          header: t('choice'),
          cell: (row) => <Choice row={row} selection={selection} />,
        },
        {
          header: t('column.invoice'),
          isWordy: true,
          isHeading: true,
          cell: (row) => <InvoiceLink row={row} scope={scope} />,
        },
        scope.companyId === null && {
          header: t('column.company'),
          isWordy: true,
          cell: ({ companyName }) => companyName,
        },
        {
          header: t('column.amount'),
          align: 'right',
          cell: ({ total }) => <span style={{ whiteSpace: 'nowrap' }}>{money(total)}</span>,
        },
        {
          header: t('column.deadline'),
          cell: ({ deliverBefore }) =>
            deliverBefore === null ? (
              <Note span>{t('column.noDeadline')}</Note>
            ) : (
              <DeadlineBadge deliverBefore={deliverBefore} />
            ),
        },
        {
          header: t('column.since'),
          // What waits changes with each attempt; it waits since it was made.
          cell: ({ status, updatedAt, createdAt }) => (
            <RelativeTime at={status === 'Failed' ? updatedAt : createdAt} />
          ),
        },
        { header: t('column.attempts'), align: 'right', cell: ({ attempts }) => attempts },
        { header: t('column.nextAttempt'), cell: (row) => <NextAttempt row={row} /> },
      ]}
    />
  );
}

interface ChoiceProps {
  row: FailedInvoice;
  selection: Selection;
}

function Choice({ row, selection: { chosen, onChange } }: ChoiceProps) {
  const { t } = useTranslation('failed-work');
  const { money } = useFormats();
  // Refused ones have no number: the amount distinguishes them.
  const invoice = `${nameOf(row) ?? t('withoutNumber')}, ${money(row.total)}`;
  const others = [...chosen].filter((id) => id !== row.id);
  return (
    <Checkbox
      aria-label={t('selectOne', { invoice })}
      checked={chosen.has(row.id)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(new Set(checked ? [...others, row.id] : others))
      }
    />
  );
}

function nameOf({ invoiceNumber, orderNumber }: FailedInvoice): string | null {
  if (invoiceNumber !== null) return invoiceNumber;
  return orderNumber > 0 ? String(orderNumber) : null;
}

function InvoiceLink({ row, scope }: { row: FailedInvoice; scope: WorkScope }) {
  const { t } = useTranslation('failed-work');
  const { companyId, environment } = scope;
  const to = `/companies/${row.companyId}/invoices/${row.id}?environment=${environment}`;
  return (
    <>
      <PageLink to={to} fw={500} style={companyId === null ? {} : { whiteSpace: 'nowrap' }}>
        {nameOf(row) ?? t('withoutNumber')}
      </PageLink>
      <Note size="xs">{row.cashRegisterName}</Note>
      {row.failure !== null && <Note size="xs">{row.failure.efiMessage}</Note>}
      {row.status === 'Failed' && row.deliverBefore !== null && (
        <StatusBadge tone="bad">{t('urgent')}</StatusBadge>
      )}
      {row.status === 'Offline' && row.lastMessage?.outcome === 'refused' && (
        <StatusBadge tone="bad">
          {t('offline.refused', { code: row.lastMessage.efiCode })}
        </StatusBadge>
      )}
    </>
  );
}

function NextAttempt({ row: { status, nextAttemptAt } }: { row: FailedInvoice }) {
  const { t } = useTranslation('failed-work');
  const now = useNow(5_000);
  if (nextAttemptAt !== null && Date.parse(nextAttemptAt) > now.getTime()) {
    return <RelativeTime at={nextAttemptAt} />;
  }
  return status === 'Failed' ? t('onlyByHand') : t('offline.now');
}
