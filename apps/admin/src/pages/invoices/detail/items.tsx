import { formatMoney, formatNumber } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Records } from '../../../components/table/records.tsx';
import type { InvoiceRecord } from '../invoice-queries.ts';

type Item = InvoiceRecord['invoiceData']['items'][number];

/** The lines as they were sent. */
export function Items({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('invoices');
  const rows = items.map((item, index) => ({ ...item, id: String(index) }));
  return (
    <Records
      label={t('detail.items')}
      rows={rows}
      columns={[
        {
          header: t('detail.item'),
          isHeading: true,
          isWordy: true,
          cell: ({ name, code }) => (code ? `${name} (${code})` : name),
        },
        {
          header: t('detail.quantity'),
          align: 'right',
          cell: ({ quantity, unit }) => `${formatNumber(quantity)} ${unit ?? 'kom'}`,
        },
        {
          header: t('detail.unitPrice'),
          align: 'right',
          cell: ({ unitPrice }) => (
            <span style={{ whiteSpace: 'nowrap' }}>{formatMoney(unitPrice)}</span>
          ),
        },
        ...(items.some(({ rebatePercentage }) => rebatePercentage)
          ? [
              {
                header: t('detail.rebate'),
                align: 'right' as const,
                cell: ({ rebatePercentage }: Item) => `${formatNumber(rebatePercentage ?? 0)} %`,
              },
            ]
          : []),
        {
          header: t('detail.vatRate'),
          align: 'right',
          cell: ({ vat }) => `${formatNumber(vat.rate)} %`,
        },
      ]}
    />
  );
}
