// TaxFreeAmt and GoodsExAmt against the lines they are made of. Protocol §5.1; code 11. The texts
// are the simulator's own.
//
// GoodsExAmt is the sum of the exported lines, which are exempt or at 0 %; TaxFreeAmt is that of
// the exempt lines that are not exported. No line says that it is exported, so that there must be
// lines that add up to each amount.

import { CENT, isWithin, sumOf } from '../message/decimal.ts';
import type { Amount } from '../message/decimal.ts';
import type { Invoice, Item } from '../message/invoice.ts';
import { firstRefusal, refuseIf } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';
import { isOfLines } from './totals.ts';

/** Of more lines only the bounds of their sums are looked at. */
const LINES_TO_COMBINE = 12;

/** Whether some of the lines, or none, add up to the amount. */
function isSumOfSome(lines: readonly Item[], amount: Amount, tolerance: Amount): boolean {
  if (lines.length > LINES_TO_COMBINE) {
    const lowest = sumOf(lines, ({ pb }) => (pb < 0n ? pb : 0n));
    const highest = sumOf(lines, ({ pb }) => (pb > 0n ? pb : 0n));
    return lowest - tolerance <= amount && amount <= highest + tolerance;
  }
  const sums = lines.reduce((known, { pb }) => [...known, ...known.map((sum) => sum + pb)], [0n]);
  return sums.some((sum) => isWithin(sum, amount, tolerance));
}

/** Both amounts of an invoice of lines, and no VAT beside exported goods. */
export function checkUntaxed(invoice: Invoice): CheckResult {
  const { items, taxFreeAmt, goodsExAmt } = invoice;
  if (!items || !isOfLines(invoice)) return null;
  // Outside VAT every line is exempt, and TaxFreeAmt may be left out (protocol §5.7).
  const exempt = items.filter(({ vr }) => vr === null);
  const isLeftOut = taxFreeAmt === null && !invoice.isIssuerInVat;
  const exemptExport = sumOf(exempt, ({ pb }) => pb) - (taxFreeAmt ?? 0n);
  const mayBeExported = goodsExAmt === null ? [] : exempt;
  const zeroRated = items.filter(({ vr }) => vr === 0n);
  // Each amount is rounded by itself.
  const tolerance = taxFreeAmt === null ? CENT : 2n * CENT;
  const isExportRight = isLeftOut
    ? isSumOfSome(exempt, goodsExAmt ?? 0n, CENT)
    : isSumOfSome(zeroRated, (goodsExAmt ?? 0n) - exemptExport, tolerance);
  return firstRefusal([
    refuseIf(
      goodsExAmt !== null && items.some(({ vr }) => (vr ?? 0n) !== 0n),
      'items with VAT must not exist if GoodsExAmt exists',
    ),
    refuseIf(
      !isLeftOut && !isSumOfSome(mayBeExported, exemptExport, CENT),
      'TaxFreeAmt is not the sum of PB of exempt items that are not exported',
    ),
    refuseIf(
      goodsExAmt !== null && !isExportRight,
      'GoodsExAmt is not the sum of PB of exported items',
    ),
  ]);
}
