import { useFormats } from '../../../format/use-formats.ts';
import { useTranslation } from '../../../i18n/i18n.ts';
import type { InvoiceRecord } from '../invoice-queries.ts';
import classes from './totals.module.css';

/** The amounts: VAT by rate, then the sums. */
export function Totals({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation('invoices');
  const { money, number } = useFormats();
  const { totals, vatBreakdown, discountAmount } = record;
  return (
    <dl className={classes.totals}>
      {discountAmount !== null && (
        <div className={classes.row}>
          <dt>{t('detail.discount')}</dt>
          <dd>{money(discountAmount)}</dd>
        </div>
      )}
      <div className={classes.row}>
        <dt>{t('detail.withoutVat')}</dt>
        <dd>{money(totals.withoutVat)}</dd>
      </div>
      {vatBreakdown.map(({ rate, items, base, vat }) => (
        <div key={rate} className={classes.row}>
          <dt>
            {t('detail.vatRow', { rate: number(rate), items })}
            <span className={classes.base}>
              {t('detail.base')} {money(base)}
            </span>
          </dt>
          <dd>{money(vat)}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>{t('detail.total')}</dt>
        <dd>{money(totals.total)}</dd>
      </div>
    </dl>
  );
}
