// An exported file, written row by row while it is read: never more than a page of it is in memory.

import type { ExportedInvoice } from '@fiscal/db/invoice';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell, ExportColumn } from './export-columns.ts';
import type { Language } from './export-words.ts';

type ExportFormat = 'csv' | 'xlsx';

export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Pages = AsyncIterable<readonly ExportedInvoice[]>;

/** As a spreadsheet program of the language opens it by a double click. */
export function csvOf(
  pages: Pages,
  columns: readonly ExportColumn[],
  language: Language,
): ReadableStream<Uint8Array> {
  const write = (cell: Cell) => csvText(cell, language);
  return writeCsvStream(rowsOf(pages, columns, write), {
    headers: columns.map(({ header }) => header),
    delimiter: language === 'me' ? ';' : ',',
    bom: true,
  });
}

/** Amounts are numbers and moments are dates; what exceeds a sheet goes on in the next one. */
export function xlsxOf(
  pages: Pages,
  columns: readonly ExportColumn[],
  sheet: string,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(rowsOf(pages, columns, xlsxValue), {
    name: sheet,
    columns: columns.map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
  });
}

async function* rowsOf<Value>(
  pages: Pages,
  columns: readonly ExportColumn[],
  write: (cell: Cell) => Value,
): AsyncGenerator<Value[], void, undefined> {
  for await (const page of pages) {
    for (const invoice of page) yield columns.map(({ cell }) => write(cell(invoice)));
  }
}

function csvText(cell: Cell, language: Language): string | null {
  switch (cell.kind) {
    case 'text':
      return cell.text === null ? null : harmless(cell.text);
    case 'amount':
      return language === 'me' ? (cell.amount?.replace('.', ',') ?? null) : cell.amount;
    case 'moment': {
      const [day = '', time = ''] = cell.moment.split('T');
      return `${language === 'me' ? day.split('-').reverse().join('.') : day} ${time}`;
    }
  }
}

/**
 * Where a spreadsheet program may begin a cell, and would run what it finds there as a formula. A program of the
 * other language splits a row at the other separator and takes no quote within a cell for one: a cell may begin
 * behind either separator, a tab or a line break, and behind the blanks and quotes that follow them.
 */
const FORMULA = /(^|[,;\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * What shops and buyers write stays text: an apostrophe stands before what would begin a formula. It is seen,
 * and nothing of the text is replaced or left out.
 */
function harmless(text: string): string {
  return text.replace(FORMULA, "$1$2'");
}

function xlsxValue(cell: Cell) {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'amount':
      return cell.amount === null ? null : Number(cell.amount);
    case 'moment':
      // A sheet knows no time zones: the date is written as the clock showed it.
      return new Date(`${cell.moment}Z`);
  }
}
