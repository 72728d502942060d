// Two articles, and the correctives that take them back.

import { cancellationOf } from '../service/invoices.ts';
import type { Body } from '../service/invoices.ts';

export const kafa = { name: 'Kafa', code: '32', unitPrice: 2, quantity: 2, vat: { rate: 21 } };
export const sir = { name: 'Sir', unitPrice: 10, quantity: 1, vat: { rate: 7 } };

/** The line that takes so many of an article back, all of them unless said otherwise. */
export function takenBack<Item extends { unitPrice: number; quantity: number }>(
  item: Item,
  quantity = item.quantity,
) {
  return { ...item, unitPrice: -item.unitPrice, quantity: -quantity };
}

/** A corrective with these lines. */
export function correctiveOf(original: Body, items: object[]) {
  return { ...cancellationOf(original), items };
}
