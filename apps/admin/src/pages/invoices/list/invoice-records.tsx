import { Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Instant, Note, PageLink, StatusBadge } from '../../../components/text/text.tsx';
import { Records } from '../../../components/table/records.tsx';
import { useFailureWords } from '../../failed-work/failure-words.tsx';
import { useEnvironment } from '../../../shell/company-guard.tsx';
import { DeadlineBadge } from '../../failed-work/deadline-badge.tsx';
import { InvoiceStatusBadge } from '../invoice-status.tsx';
import type { InvoiceRecord, ListedInvoice } from '../invoice-queries.ts';
import classes from './invoice-records.module.css';

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

interface InvoiceRecordsProps {
  rows: readonly ListedInvoice[];
  /** Of all companies: each row says whose it is, and beside it number and time may be broken. */
  isOfAll: boolean;
}

/** The rows of the list; the number leads to the invoice. */
export function InvoiceRecords({ rows, isOfAll }: InvoiceRecordsProps) {
  const { t } = useTranslation('invoices');
  const { money } = useFormats();
  const environment = useEnvironment();
  const isOrdered = rows.some(({ sentOrderNumber }) => sentOrderNumber !== null);
  const companyColumn = {
    header: t('list.company'),
    isWordy: true,
    cell: ({ companyId, companyName }: ListedInvoice) => (
      <PageLink to={`/companies/${companyId}/invoices?environment=${environment}`}>
        {companyName}
      </PageLink>
    ),
  };
  return (
    <Records
      label={t('title')}
      rows={rows}
      columns={[
        {
          header: t('list.invoice'),
          isWordy: true,
          cell: (row) => <InvoiceLink row={row} isOfAll={isOfAll} />,
        },
        ...(isOfAll ? [companyColumn] : []),
        { header: t('list.status'), isWordy: true, cell: (row) => <Status row={row} /> },
        {
          header: t('list.issued'),
          cell: ({ issueDateTime, createdAt }) => (
            <span {...(!isOfAll && { style: ONE_LINE })}>
              <Instant at={issueDateTime ?? createdAt} />
            </span>
          ),
        },
        {
          header: t('list.buyer'),
          isWordy: true,
          cell: ({ buyerName, note }) => (
            <>
              <Text
                size="sm"
                className={classes.buyer}
                {...(buyerName === null ? { c: 'dimmed' } : {})}
              >
                {buyerName ?? t('list.retailBuyer')}
              </Text>
              {note !== null && (
                <Note size="xs" lineClamp={1}>
                  {note}
                </Note>
              )}
            </>
          ),
        },
        isOrdered && {
          header: t('list.orderNumber'),
          cell: ({ sentOrderNumber }) => sentOrderNumber ?? <Note>–</Note>,
        },
        {
          header: t('list.total'),
          align: 'right',
          cell: ({ total }) => (
            <Text span size="sm" fw={600} style={ONE_LINE}>
              {money(total)}
            </Text>
          ),
        },
      ]}
    />
  );
}

function InvoiceLink({ row, isOfAll }: { row: ListedInvoice; isOfAll: boolean }) {
  const { t } = useTranslation('invoices');
  const environment = useEnvironment();
  const number = row.invoiceNumber ?? t('list.withoutNumber');
  return (
    <>
      <PageLink
        to={`/companies/${row.companyId}/invoices/${row.id}?environment=${environment}`}
        fw={500}
        // Read out as one, wherever it may be broken.
        aria-label={number}
        {...(isOfAll ? { style: { overflowWrap: 'normal' } } : { className: classes.number })}
      >
        {number.split('/').map((part, index) => (
          // The parts of a number never change.
          <Fragment key={index}>
            {index > 0 && '/'}
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </PageLink>
      <Note size="xs">
        {t(`type.${row.documentType as InvoiceRecord['type']}`)},{' '}
        {t(`typeOfInvoice.${row.typeOfInvoice}`).toLowerCase()}
        {' · '}
        {row.cashRegisterName}
      </Note>
    </>
  );
}

function Status({ row }: { row: ListedInvoice }) {
  const { nameOf } = useFailureWords();
  const { t } = useTranslation('failed-work');
  const { failure, status } = row;
  return (
    <>
      <InvoiceStatusBadge status={status} />
      {status === 'Failed' && failure && (
        <Note size="xs" mt={4} lineClamp={2}>
          {nameOf(failure)}
        </Note>
      )}
      {row.deliverBefore !== null && (
        <Group gap={4} mt={4}>
          {row.status === 'Failed' && <StatusBadge tone="bad">{t('urgent')}</StatusBadge>}
          <DeadlineBadge deliverBefore={row.deliverBefore} />
        </Group>
      )}
    </>
  );
}
