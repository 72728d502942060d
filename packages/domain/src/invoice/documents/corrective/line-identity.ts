// When two lines of an original and its correctives are the same: article, absolute unit price,
// rate or exemption, and rebate are equal (extensions §1). What was sold and what is taken back are
// compared by it.

import type { ComputedInvoice, InvoiceItem, InvoiceLine, VatTreatment } from '../../invoice.ts';
import { vatKey } from '../../vat.ts';

/** An invoice that was accepted: its items as sent, and what they came to, item by item. */
export interface AcceptedInvoice {
  items: readonly InvoiceItem[];
  computed: ComputedInvoice;
}

/** What of a line says, beside its item, which lines are the same. */
type LineIdentity = VatTreatment & Pick<InvoiceLine, 'rebatePercentage'>;

/** The line that an item came to; lines of one key are the same article at the same price. */
export interface IdentifiedLine<Line extends LineIdentity = InvoiceLine> {
  key: string;
  item: InvoiceItem;
  line: Line;
}

/** The lines of a document with their keys, in the order of its items. */
export type IdentifyLines = <Line extends LineIdentity>(
  items: readonly InvoiceItem[],
  lines: readonly Line[],
) => IdentifiedLine<Line>[];

/**
 * An article is known by its code, or by its name where it has none; an item without a code means
 * the code that an item of its name has in one of these documents (decisions §4).
 */
export function identifyLinesBeside(
  documents: readonly Pick<AcceptedInvoice, 'items'>[],
): IdentifyLines {
  const codes = codesByName(documents.flatMap(({ items }) => items));
  return (items, lines) =>
    items.flatMap((item, index) => {
      const line = lines[index];
      return line === undefined ? [] : [{ key: keyOf(item, line, codes), item, line }];
    });
}

function keyOf(item: InvoiceItem, line: LineIdentity, codes: ReadonlyMap<string, string>): string {
  const own = item.code ?? '';
  const code = own === '' ? codes.get(item.name) : own;
  const article = code === undefined ? ['name', item.name] : ['code', code];
  const price = Math.abs(item.unitPrice);
  return JSON.stringify([...article, price, vatKey(line), line.rebatePercentage]);
}

/** Which code an item without one means: the first that another item of its name has. */
function codesByName(items: readonly InvoiceItem[]): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { name, code } of items) {
    if (code && !codes.has(name)) codes.set(name, code);
  }
  return codes;
}
