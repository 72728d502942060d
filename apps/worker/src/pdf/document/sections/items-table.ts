// The table of items. Columns stand only where they say something: none of VAT for an issuer
// outside VAT, none of rebates where there is none. Amounts are in cents (printed-amounts.ts), unit
// prices as exact as they are.

import type { ComputedInvoice, DecimalText, InvoiceItem, InvoiceLine, Words } from '@fiscal/domain';
import type { InvoiceDocument } from '../document-model.ts';
import { formatDecimal, formatPercent, formatVat, isZero, significantDecimals } from '../format.ts';
import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { LABELS, label, typed } from '../labels.ts';
import { DIGIT_MM, LETTER_MM, LINE_MM, ROWS_WITH_FOOT, widthBeside } from '../page-fit.ts';
import { printedAmounts, printedDiscounts } from '../printed-amounts.ts';

/** A cell: the figure, and what stands small beneath it. */
interface Figure {
  main: string;
  /** Unprinted, as wide as what the figure lacks to the right of its column's comma. */
  filler?: string;
  beneath?: string;
}

export interface Column {
  words: Words;
  /** Set where the style sheet treats the column in its own way. */
  kind?: 'vat';
  /** One figure a line, in the order of the lines. */
  figures: Figure[];
}

/** Position, name and unit. */
const FIXED_COLUMNS = 3;
/** Letters of a row in the dense setting, beside the usual ones. */
const DENSE_SIZE = 0.93;
/** Characters of figures in one row above which the table is set smaller, and smaller still. */
const CROWDED_FIGURES = 58;
const PACKED_FIGURES = 80;
/** Above so many lines a row is set on one line where it can be. */
const LONG_TABLE = 5;

/**
 * All lines with their figures; the head is repeated on every page. `foot` becomes the last row:
 * Chrome keeps rows of one group together on any page, but not a block with the table before it.
 */
export function itemsTable(
  { computed, request }: InvoiceDocument,
  columns: readonly Column[],
  rowPaddingMm: number,
  foot: Html,
): Html {
  const { lines } = computed;
  const rows = lines.map((line, index) => row(index, line, request.items[index], columns));
  const breakable = rows.slice(0, -ROWS_WITH_FOOT);
  const kinds = `items ${density(columns)} ${lines.length > LONG_TABLE ? 'long' : ''}`;
  return html`<table class="${kinds}" style="--row: ${rowPaddingMm.toFixed(2)}mm">
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

/** Columns of figures, whose widths decide what is left for the names. */
export function figureColumns({ computed, seller: { isInVat } }: InvoiceDocument): Column[] {
  const { lines } = computed;
  const printed = printedAmounts(computed).lines;
  const quantity: Column = {
    words: LABELS.quantity,
    figures: aligned(
      lines.map((line) => line.quantity),
      0,
    ),
  };
  const price: Column = {
    words: isInVat ? LABELS.netUnitPrice : LABELS.unitPrice,
    figures: aligned(
      lines.map((line) => line.unitPriceBeforeVat),
      2,
    ),
  };
  const total: Column = {
    words: LABELS.lineTotal,
    figures: printed.map((amounts) => ({ main: formatDecimal(amounts.total, 2) })),
  };
  if (!isInVat) return [quantity, price, ...rebateColumn(computed), total];
  const base: Column = {
    words: LABELS.base,
    figures: printed.map((amounts) => ({ main: formatDecimal(amounts.base, 2) })),
  };
  const vat: Column = {
    words: LABELS.vat,
    kind: 'vat',
    figures: lines.map((line, index) => ({
      main: formatDecimal(printed[index]?.vat ?? '0', 2),
      beneath: formatVat(line),
    })),
  };
  return [quantity, price, ...rebateColumn(computed), base, vat, total];
}

/** The client's rebate, and beneath it the line's share of the discount on the whole invoice. */
function rebateColumn(computed: ComputedInvoice): Column[] {
  const { lines } = computed;
  const isDiscounted = lines.some(({ discount }) => !isZero(discount));
  const isRebated = lines.some(({ rebatePercentage }) => !isZero(rebatePercentage ?? '0'));
  if (!isDiscounted && !isRebated) return [];
  const shares = printedDiscounts(computed).lines;
  const figures = lines.map(({ rebatePercentage, discount }, index): Figure => {
    const rebate = rebatePercentage ?? '0';
    const main = isZero(rebate) ? '–' : formatPercent(rebate);
    return isZero(discount) ? { main } : { main, beneath: formatDecimal(shares[index] ?? '0', 2) };
  });
  return [{ words: isDiscounted ? LABELS.rebateAndDiscount : LABELS.rebate, figures }];
}

/** Values as short as they are, but for the fewest decimals, yet with their commas in one line. */
function aligned(values: readonly DecimalText[], fewest: number): Figure[] {
  const decimalsOf = (value: DecimalText): number => Math.max(fewest, significantDecimals(value));
  const widest = Math.max(...values.map(decimalsOf), 0);
  return values.map((value) => {
    const missing = widest - decimalsOf(value);
    const comma = missing > 0 && missing === widest ? ',' : '';
    return { main: formatDecimal(value, fewest), filler: comma + '0'.repeat(missing) };
  });
}

/** Heights of the rows in millimetres, without their padding, as far as letters can be counted. */
export function rowHeights(
  { computed: { lines }, request }: InvoiceDocument,
  columns: readonly Column[],
  isDense: boolean,
): number[] {
  const size = isDense ? DENSE_SIZE : 1;
  const isLong = lines.length > LONG_TABLE;
  const figures = columns.map(({ figures: all, kind, words }) => {
    const widest = Math.max(...all.map(({ main, filler = '' }) => main.length + filler.length));
    const beneath = Math.max(...all.map((figure) => figure.beneath?.length ?? 0));
    const beside = kind === 'vat' && isLong ? 1 + Math.max(5.6, beneath * 1.4) : 0;
    return 4 + Math.max(widest * DIGIT_MM + beside, words.me.length * 1.32);
  });
  const units = Math.max(...lines.map(({ unit }) => Math.min(14, unit.length * LETTER_MM)), 13.2);
  const letters = Math.max(
    12,
    (widthBeside([...figures, 4 + units, 3.7]) - 2.2) / (LETTER_MM * size),
  );
  return lines.map(({ name, code }, index) => {
    const nameLetters = (request.items[index]?.name ?? name).length;
    const nameLines = Math.max(1, Math.ceil(nameLetters / letters));
    const codeLetters = (code?.length ?? 0) * 0.82;
    const isBeside = isLong && nameLetters + 1 + codeLetters <= nameLines * letters;
    const codeLines = isBeside ? 0 : Math.ceil(codeLetters / letters);
    const vatLines = isLong || !columns.some(({ kind }) => kind === 'vat') ? 0 : 1;
    // The line beneath a row, and a code that stands a little lower than its name.
    return (
      0.4 + nameLines * LINE_MM * size + Math.max(codeLines, nameLines > 1 ? 0 : vatLines) * 3.4
    );
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
