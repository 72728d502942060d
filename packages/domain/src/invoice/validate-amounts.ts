import type { InvoiceItem } from './invoice.ts';
import { priceLine } from './invoice-line.ts';
import type { PricingContext } from './invoice-line.ts';
import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { decimal, signOf, sum, toShortestText } from '../money.ts';
import { isTooLarge } from './validate-number.ts';

/**
 * What is wrong with the amounts that follow from lines without a fault of their own: a line or the
 * invoice is too large, or the discount exceeds the sum of the bases. Decisions §4, §5.
 */
export function validateAmounts(
  items: readonly InvoiceItem[],
  discountAmount: number | null,
  context: PricingContext,
): Issue[] {
  const lines = items.map((item) => priceLine(item, context));
  const issues = lines.flatMap((line, index) =>
    isTooLarge(line.total)
      ? [issue('AMOUNT_TOO_LARGE', `items[${index}]`, `items[${index}] amounts to too much.`)]
      : [],
  );
  if (issues.length === 0 && isTooLarge(sum(lines.map((line) => line.total)))) {
    issues.push(issue('AMOUNT_TOO_LARGE', 'items', 'The invoice amounts to too much.'));
  }
  if (discountAmount === null) return issues;

  const discount = decimal(discountAmount).abs();
  const bases = sum(lines.map((line) => line.base)).abs();
  if (signOf(discount.minus(bases)) > 0) {
    const message = `discountAmount must not exceed the sum of the bases, ${toShortestText(bases)}.`;
    issues.push(issue('DISCOUNT_TOO_LARGE', 'discountAmount', message));
  }
  return issues;
}
