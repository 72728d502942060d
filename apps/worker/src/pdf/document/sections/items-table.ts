// The table of items. Columns stand only where they say something: none of VAT for an issuer outside
// VAT, none of rebates where there is none. It prints amounts and computes none.

import type { InvoiceItem, InvoiceLine } from '@fiscal/domain';
import type { InvoiceDocument } from '../document-model.ts';
import {
  columnDecimals,
  formatDecimal,
  formatPercent,
  formatQuantity,
  isZero,
  negated,
  significantDecimals,
} from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { LABELS, label, typed } from '../labels.ts';
import type { Bilingual } from '../labels.ts';

/** A cell: the figure, and what stands small beneath it. */
interface Figure {
  main: string;
  /** Unprinted, as wide as what the figure lacks to the right of its column's comma. */
  filler?: string;
  beneath?: string;
}

interface Column {
  words: Bilingual;
  /** Set where the style sheet treats the column in its own way. */
  kind?: 'vat';
  /** One figure a line, in the order of the lines. */
  figures: Figure[];
}

/** Position, name and unit. */
const FIXED_COLUMNS = 3;
/** Rows that stay on one page with what is under the table, so that this never stands alone. */
const ROWS_WITH_FOOT = 2;
/** Characters of figures in one row above which the table is set smaller, and smaller still. */
const CROWDED_FIGURES = 58;
const PACKED_FIGURES = 80;
/** Above so many lines a row is set on one line where it can be. */
const LONG_TABLE = 8;

/**
 * All lines with their figures; the head is repeated on every page. `foot` becomes the last row:
 * Chrome keeps rows of one group together on any page, but not a block with the table before it.
 */
export function itemsTable({ computed, request, seller }: InvoiceDocument, foot: Html): Html {
  const { lines } = computed;
  const columns = figureColumns(lines, seller.isInVat);
  const rows = lines.map((line, index) => row(index, line, request.items[index], columns));
  const breakable = rows.slice(0, -ROWS_WITH_FOOT);
  return html`<table class="items ${density(columns)} ${lines.length > LONG_TABLE ? 'long' : ''}">
    <thead>
      <tr class="head">
        <th class="position">${label(LABELS.line)}</th>
        <th class="name">${label(LABELS.item)}</th>
        <th class="unit">${label(LABELS.unit)}</th>
        ${columns.map(({ words }) => html`<th class="figure">${label(words)}</th>`)}
      </tr>
    </thead>
    ${
      breakable.length > 0
        ? html`<tbody>
            ${breakable}
          </tbody>`
        : null
    }
    <tbody class="last-rows">
      ${rows.slice(-ROWS_WITH_FOOT)}
      <tr>
        <td class="foot" colspan="${FIXED_COLUMNS + columns.length}">${foot}</td>
      </tr>
    </tbody>
  </table>`;
}

function row(
  index: number,
  line: InvoiceLine,
  item: InvoiceItem | undefined,
  columns: readonly Column[],
): Html {
  // The line may carry the name as the authority gets it; what is printed is what the client sent.
  return html`<tr class="item">
    <td class="position">${index + 1}</td>
    <td class="name">
      ${typed(item?.name ?? line.name)}${
        line.code ? html`<span class="beneath">${typed(line.code)}</span>` : null
      }
    </td>
    <td class="unit">${typed(line.unit)}</td>
    ${columns.map(({ figures, kind }) => figureCell(figures[index], kind))}
  </tr>`;
}

function figureCell(figure: Figure | undefined, kind = ''): Html {
  const { main, filler, beneath } = figure ?? { main: '' };
  return html`<td class="figure ${kind}">
    ${main}${filler ? html`<span class="unseen">${filler}</span>` : null}${
      beneath ? html`<span class="beneath">${beneath}</span>` : null
    }
  </td>`;
}

function figureColumns(lines: readonly InvoiceLine[], isInVat: boolean): Column[] {
  const quantity: Column = {
    words: LABELS.quantity,
    figures: quantityFigures(lines),
  };
  const price: Column = {
    words: isInVat ? LABELS.netUnitPrice : LABELS.unitPrice,
    figures: amounts(lines.map((line) => line.unitPriceBeforeVat)),
  };
  const total: Column = {
    words: LABELS.lineTotal,
    figures: amounts(lines.map((line) => line.total)),
  };
  if (!isInVat) return [quantity, price, ...rebateColumn(lines), total];
  const base: Column = { words: LABELS.base, figures: amounts(lines.map((line) => line.base)) };
  const vat: Column = {
    words: LABELS.vat,
    kind: 'vat',
    figures: amounts(lines.map((line) => line.vat)).map(({ main }, index) => ({
      main,
      beneath: formatPercent(lines[index]?.vatRate ?? '0'),
    })),
  };
  return [quantity, price, ...rebateColumn(lines), base, vat, total];
}

/** The client's rebate, and beneath it the line's share of the discount on the whole invoice. */
function rebateColumn(lines: readonly InvoiceLine[]): Column[] {
  const isDiscounted = lines.some(({ discount }) => !isZero(discount));
  const isRebated = lines.some(({ rebatePercentage }) => !isZero(rebatePercentage ?? '0'));
  if (!isDiscounted && !isRebated) return [];
  const shares = amounts(lines.map(({ discount }) => negated(discount)));
  const figures = lines.map(({ rebatePercentage, discount }, index): Figure => {
    const rebate = rebatePercentage ?? '0';
    const main = isZero(rebate) ? '–' : formatPercent(rebate);
    return isZero(discount) ? { main } : { main, beneath: shares[index]?.main ?? '' };
  });
  return [{ words: isDiscounted ? LABELS.rebateAndDiscount : LABELS.rebate, figures }];
}

function amounts(values: readonly string[]): Figure[] {
  const decimals = columnDecimals(values);
  return values.map((value) => ({ main: formatDecimal(value, decimals) }));
}

/** Quantities as short as they are, yet with their commas in one line. */
function quantityFigures(lines: readonly InvoiceLine[]): Figure[] {
  const widest = Math.max(...lines.map(({ quantity }) => significantDecimals(quantity)), 0);
  return lines.map(({ quantity }) => {
    const missing = widest - significantDecimals(quantity);
    const comma = missing > 0 && missing === widest ? ',' : '';
    return { main: formatQuantity(quantity), filler: comma + '0'.repeat(missing) };
  });
}

function density(columns: readonly Column[]): string {
  const widths = columns.map(({ figures }) =>
    Math.max(0, ...figures.map(({ main, beneath }) => Math.max(main.length, beneath?.length ?? 0))),
  );
  const width = widths.reduce((sum, each) => sum + each, 0);
  if (width > PACKED_FIGURES) return 'packed';
  return width > CROWDED_FIGURES ? 'crowded' : '';
}
