import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Records } from '../../../components/table/records.tsx';
import type { InvoiceRecord } from '../invoice-queries.ts';

type Item = InvoiceRecord['invoiceData']['items'][number];

/** The lines as they were sent. */
export function Items({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('invoices');
  const { money, number } = useFormats();
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
          cell: ({ quantity, unit }) => `${number(quantity)} ${unit ?? 'kom'}`,
        },
        {
          header: t('detail.unitPrice'),
          align: 'right',
          cell: ({ unitPrice }) => <span style={{ whiteSpace: 'nowrap' }}>{money(unitPrice)}</span>,
        },
        ...(items.some(({ rebatePercentage }) => rebatePercentage)
          ? [
              {
                header: t('detail.rebate'),
                align: 'right' as const,
                cell: ({ rebatePercentage }: Item) => `${number(rebatePercentage ?? 0)} %`,
              },
            ]
          : []),
        { header: t('detail.vatRate'), align: 'right', cell: ({ vat }) => `${number(vat.rate)} %` },
      ]}
    />
  );
}
