// A CSV file, written page by page while its rows are read.

import type { Column, Language } from './column.ts';
import { portionsOf } from './portions.ts';
import type { Pages } from './portions.ts';

/** RFC 4180, as a spreadsheet program of the language opens it by a double click. */
export async function* csvOf<Row>(
  pages: Pages<Row>,
  columns: readonly Column<Row>[],
  language: Language,
): AsyncGenerator<Buffer, void> {
  const separator = language === 'me' ? ';' : ',';
  const quoted = (text: string) =>
    text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (texts: readonly string[]) => `${texts.map(quoted).join(separator)}\r\n`;
  // Written with the first rows: what cannot be read is refused before anything is sent.
  let head = `\uFEFF${line(columns.map(({ header }) => header))}`;
  for await (const rows of portionsOf(pages)) {
    const lines = rows.map((row) => line(columns.map((column) => textOf(column, row, language))));
    yield Buffer.from(head + lines.join(''));
    head = '';
  }
  yield Buffer.from(head);
}

function textOf<Row>({ kind, valueOf }: Column<Row>, row: Row, language: Language): string {
  const value = valueOf(row) ?? '';
  switch (kind) {
    case 'text':
      return harmless(value);
    case 'count':
      return value;
    case 'amount':
      return language === 'me' ? value.replace('.', ',') : value;
    case 'time': {
      const [day = '', time = ''] = value.split('T');
      return `${language === 'me' ? day.split('-').reverse().join('.') : day} ${time}`;
    }
  }
}

/**
 * Where a spreadsheet program may begin a cell, and would run what it finds there as a formula. A
 * program of the other language splits a row at the other separator and takes no quote within a
 * cell for one: a cell may begin behind either separator, a tab or a line break, and behind the
 * blanks and quotes that follow them.
 */
const FORMULA = /(^|[,;\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * What shops and buyers write stays text: an apostrophe stands before what would begin a formula.
 * It is seen, and nothing of the text is replaced or left out.
 */
function harmless(text: string): string {
  return text.replace(FORMULA, "$1$2'");
}
