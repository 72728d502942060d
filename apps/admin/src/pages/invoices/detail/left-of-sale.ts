import type { InvoiceRecord } from '../invoice-queries.ts';

/**
 * What is left of the sale that the invoice belongs to: nothing, something, or all of it; null
 * where nothing is said of it (extensions §1). A corrective shows what is left also where that is
 * all.
 */
export function leftOfSale({ original, correctable, invoiceData, totals }: InvoiceRecord) {
  if (correctable === null) return null;
  const { items, total } = correctable;
  if (items.length === 0) return 'nothing';
  if (original !== null) return 'something';
  const isAll =
    total === totals.total &&
    items.length === invoiceData.items.length &&
    items.every(({ index, quantity }) => {
      return index !== null && invoiceData.items[index]?.quantity === quantity;
    });
  return isAll ? 'all' : 'something';
}
