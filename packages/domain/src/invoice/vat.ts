import { EXEMPTIONS } from './exemptions.ts';
import type { Exemption } from './exemptions.ts';
import type { InvoiceLine, SameTaxGroup, VatTreatment } from './invoice.ts';
import type { DecimalText } from '../money.ts';
import { decimal, sum, toDecimalText } from '../money.ts';

/** The VAT rates of Montenegro in percent; the default of the configuration. Decisions §4. */
export const DEFAULT_VAT_RATES: readonly number[] = [21, 15, 7, 0];

/** A rate in percent as the XML and the record carry it: `21.00`. */
export function vatRateText(rate: number): DecimalText {
  return toDecimalText(decimal(rate), 2);
}

/** What lines that are taxed alike have in common: rate or exemption; outside VAT no text. */
export function vatKey({ vatRate, exemption }: VatTreatment): string {
  return exemption ?? vatRate ?? '';
}

/** The amounts of a line that its VAT group sums up. */
type TaxedLine = VatTreatment & Pick<InvoiceLine, 'base' | 'vat'>;

/**
 * One group per VAT rate, highest rate first, then one per exemption, by article; amounts are the
 * exact sums, with 4 decimals. Lines of a company outside VAT belong to no group. Decisions §5;
 * protocol, SameTax.
 */
export function groupByVat(lines: readonly TaxedLine[]): SameTaxGroup[] {
  return [...Map.groupBy(lines, vatKey)]
    .filter(([key]) => key !== '')
    .map(([, group]) => ({
      ...treatmentOf(group[0]),
      itemCount: group.length,
      base: toDecimalText(sum(group.map((line) => decimal(line.base))), 4),
      vat: toDecimalText(sum(group.map((line) => decimal(line.vat))), 4),
    }))
    .sort((a, b) => vatPlace(a) - vatPlace(b));
}

function treatmentOf(line: VatTreatment | undefined): VatTreatment {
  const { vatRate = null, exemption } = line ?? {};
  return exemption === undefined ? { vatRate } : { vatRate, exemption };
}

/** Where a group stands: below zero by the rate; exemptions stand behind all rates. */
export function vatPlace({ vatRate, exemption }: Placed): number {
  return exemption ? 1 + EXEMPTIONS.indexOf(exemption) : -Number(vatRate);
}
type Placed = Pick<VatTreatment, 'vatRate'> & { exemption?: Exemption | null };
