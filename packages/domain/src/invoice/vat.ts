import type { DecimalText, SameTaxGroup } from './invoice.ts';
import { decimal, sum, toDecimalText } from '../money.ts';

/** The VAT rates of Montenegro in percent; the default of the configuration. Decisions §4. */
export const DEFAULT_VAT_RATES: readonly number[] = [21, 15, 7, 0];

/** A rate in percent as the XML and the record carry it: `21.00`. */
export function vatRateText(rate: number): DecimalText {
  return toDecimalText(decimal(rate), 2);
}

/** The amounts of a line that its VAT group sums up. */
interface TaxedLine {
  vatRate: DecimalText | null;
  base: DecimalText;
  vat: DecimalText;
}

/**
 * One group per VAT rate, highest rate first; amounts are the exact sums, with 4 decimals. Lines
 * without a rate belong to no group. Decisions §5; protocol, SameTax.
 */
export function groupByVatRate(lines: readonly TaxedLine[]): SameTaxGroup[] {
  const linesOfRate = new Map<DecimalText, TaxedLine[]>();
  for (const line of lines) {
    if (line.vatRate === null) continue;
    const group = linesOfRate.get(line.vatRate);
    if (group === undefined) linesOfRate.set(line.vatRate, [line]);
    else group.push(line);
  }
  return [...linesOfRate]
    .map(([vatRate, group]) => ({
      vatRate,
      itemCount: group.length,
      base: toDecimalText(sum(group.map((line) => decimal(line.base))), 4),
      vat: toDecimalText(sum(group.map((line) => decimal(line.vat))), 4),
    }))
    .sort((a, b) => decimal(b.vatRate).cmp(decimal(a.vatRate)));
}
