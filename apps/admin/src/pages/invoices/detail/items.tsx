import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import { Records } from '../../../parts/records.tsx';
import type { InvoiceRecord } from '../invoice-schemas.ts';

type Item = InvoiceRecord['invoiceData']['items'][number];

/** The lines as they were sent. */
export function Items({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('invoices');
  const { money, number } = useFormats();
  const rows = items.map((item, index) => ({ ...item, key: String(index) }));
  return (
    <Records
      label={t('detail.items')}
      rows={rows}
      idOf={({ key }) => key}
      columns={[
        {
          key: 'name',
          header: t('detail.item'),
          isHeading: true,
          isWordy: true,
          cell: ({ name, code }) => (code ? `${name} (${code})` : name),
        },
        {
          key: 'quantity',
          header: t('detail.quantity'),
          align: 'right',
          cell: ({ quantity, unit }) => `${number(quantity)} ${unit ?? 'kom'}`,
        },
        {
          key: 'unitPrice',
          header: t('detail.unitPrice'),
          align: 'right',
          cell: ({ unitPrice }) => <span style={{ whiteSpace: 'nowrap' }}>{money(unitPrice)}</span>,
        },
        ...(items.some(({ rebatePercentage }) => rebatePercentage)
          ? [
              {
                key: 'rebate',
                header: t('detail.rebate'),
                align: 'right' as const,
                cell: ({ rebatePercentage }: Item) => `${number(rebatePercentage ?? 0)} %`,
              },
            ]
          : []),
        {
          key: 'vat',
          header: t('detail.vatRate'),
          align: 'right',
          cell: ({ vat }) => `${number(vat.rate)} %`,
        },
      ]}
    />
  );
}
