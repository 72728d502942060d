// An Excel file, written while its rows are read: the parts that a workbook has to have (ECMA-376,
// parts 1 and 2), with the styles of our columns and no others.

import { decimal, toShortestText } from '@fiscal/domain';
import type { Decimal } from '@fiscal/domain';
import type { Column, Language } from './column.ts';
import { portionsOf } from './portions.ts';
import type { Pages } from './portions.ts';
import { zipOf } from './zip.ts';
import type { ZipPart } from './zip.ts';

/** As many rows as Excel opens, less the header, the total and the empty row above it. */
const MOST_ROWS = 1_048_576 - 3;
const DAY_MS = 86_400_000;
/** 1 January 1970, as Excel counts days. */
const EPOCH_DAY = 25_569;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${FORMATS}/spreadsheetml/2006/main"`;
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the formats in `stylesOf`. */
const STYLES = { text: 0, time: 1, amount: 2, heading: 3, total: 4, count: 5 };

export interface Look {
  language: Language;
  /** Of the first sheet. */
  name: string;
  /** Of a sheet; at least those of a portion. */
  mostRows?: number;
  /** False where the rows themselves are totals. */
  hasTotal?: boolean;
}

interface Sheet {
  name: string;
  /** Where the header and the rows are: `$A$1:$V$1001`. */
  table: string;
}

/**
 * Amounts are exact numbers that are shown with two decimals, times are dates. Each sheet has a
 * header that stays in sight, a filter, and a total of the rows that the filter shows. What exceeds
 * a sheet goes on in the next one.
 */
export function xlsxOf<Row>(
  pages: Pages<Row>,
  columns: readonly Column<Row>[],
  look: Look,
): AsyncGenerator<Buffer, void> {
  return zipOf(partsOf(pages, columns, look));
}

async function* partsOf<Row>(
  pages: Pages<Row>,
  columns: readonly Column<Row>[],
  { language, name, mostRows = MOST_ROWS, hasTotal = true }: Look,
): AsyncGenerator<ZipPart, void> {
  const sheets: Sheet[] = [];
  const portions = portionsOf(pages);
  try {
    // Before anything is written: what cannot be read is refused.
    let next = await portions.next();
    yield { name: '[Content_Types].xml', content: [CONTENT_TYPES] };
    yield { name: '_rels/.rels', content: [relationsOf([['officeDocument', 'xl/workbook.xml']])] };
    yield { name: 'xl/styles.xml', content: [stylesOf(language)] };
    const contentOf = async function* (sheet: Sheet): AsyncGenerator<string, void> {
      yield beginningOf(columns);
      const totals: Totals = new Map();
      let rows = 0;
      while (!next.done && rows + next.value.length <= mostRows) {
        const first = rows + 2;
        yield next.value.map((row, at) => rowOf(columns, row, first + at, totals)).join('');
        rows += next.value.length;
        next = await portions.next();
      }
      if (rows > 0 && hasTotal) yield totalOf(columns, totals, rows, language);
      sheet.table = `$A$1:$${letterOf(columns.length - 1)}$${rows + 1}`;
      yield `</sheetData><autoFilter ref="${sheet.table.replaceAll('$', '')}"/></worksheet>`;
    };
    do {
      const number = sheets.length + 1;
      const sheet = { name: number === 1 ? name : `${name} ${number}`, table: '' };
      sheets.push(sheet);
      yield { name: `xl/worksheets/sheet${number}.xml`, content: contentOf(sheet) };
    } while (!next.done);
  } finally {
    await portions.return();
  }
  yield { name: 'xl/workbook.xml', content: [workbookOf(sheets)] };
  const related = sheets.map((_, at): Relation => ['worksheet', `worksheets/sheet${at + 1}.xml`]);
  const relations = relationsOf([...related, ['styles', 'styles.xml']]);
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relations] };
}

function beginningOf(columns: readonly Column<never>[]): string {
  const widths = columns.map(({ width }, at) => {
    const number = at + 1;
    return `<col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
  });
  const cells = columns.map(({ header }, at) => textCell(at, 1, header, STYLES.heading));
  return `${HEAD}<worksheet ${MAIN}>
    <sheetViews><sheetView workbookViewId="0">
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>
    </sheetView></sheetViews>
    <cols>${widths.join('')}</cols>
    <sheetData><row r="1">${cells.join('')}</row>`;
}

/** Of each column with an amount, by its number from 0. */
type Totals = Map<number, Decimal>;

/** @param totals to which the amounts of the row are added. */
function rowOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  number: number,
  totals: Totals,
): string {
  let cells = '';
  for (const [at, { kind, valueOf }] of columns.entries()) {
    const value = valueOf(row);
    if (value === null) continue;
    if (kind === 'text') {
      cells += textCell(at, number, value, STYLES.text);
      continue;
    }
    if (kind === 'amount') totals.set(at, decimal(value).plus(totals.get(at) ?? '0'));
    // A sheet knows no time zones: the date is written as the clock showed it.
    const written = kind === 'time' ? Date.parse(`${value}Z`) / DAY_MS + EPOCH_DAY : value;
    cells += `<c r="${letterOf(at)}${number}" s="${STYLES[kind]}"><v>${written}</v></c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

/** Below an empty row, so that neither the filter nor sorting takes it for one of the rows. */
function totalOf(
  columns: readonly Column<never>[],
  totals: Totals,
  rows: number,
  language: Language,
): string {
  const number = rows + 3;
  const cells = columns.map((_, at) => {
    const letter = letterOf(at);
    if (at === 0) return textCell(at, number, TOTAL[language], STYLES.heading);
    const total = totals.get(at);
    if (total === undefined) return '';
    // 109 adds what is shown; the value is for programs that do not calculate.
    const formula = `<f>SUBTOTAL(109,${letter}2:${letter}${rows + 1})</f>`;
    const value = `<v>${toShortestText(total)}</v>`;
    return `<c r="${letter}${number}" s="${STYLES.total}">${formula}${value}</c>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

const TOTAL = {
  me: 'Zbir prikazanih redova, bilo kog statusa',
  en: 'Total of the rows shown, of any status',
};

/** @param column from 0. */
function textCell(column: number, row: number, text: string, style: number): string {
  const content = `<is><t xml:space="preserve">${escaped(text)}</t></is>`;
  return `<c r="${letterOf(column)}${row}" s="${style}" t="inlineStr">${content}</c>`;
}

/** `A` to `Z`, then `AA`: a list has fewer columns than 702. @param column from 0. */
function letterOf(column: number): string {
  const first = column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26));
  return first + String.fromCharCode(65 + (column % 26));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Nothing to escape, as in nearly every text. */
const PLAIN = /^[ !-%'-;=?-^`-~\u00A0-\uD7FF]*$/;

/**
 * ST_Xstring (part 1, 22.9.2.19): what XML does not hold, or changes, is written like `_x000D_`,
 * and so is the underscore of a text that looks like this.
 */
function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** What is not named is a sheet. */
const CONTENT_TYPES = `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/>
  <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
  <Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`;

type Relation = readonly [type: string, target: string];

function relationsOf(relations: readonly Relation[]): string {
  const written = relations.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships">
  ${written.join('')}
</Relationships>`;
}

function workbookOf(sheets: readonly Sheet[]): string {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const filters = sheets.map(({ name, table }, at) => {
    const range = table.replace(/[^:]+/g, `'${name}'!$&`);
    const scope = `localSheetId="${at}" hidden="1"`;
    return `<definedName name="_xlnm._FilterDatabase" ${scope}>${range}</definedName>`;
  });
  return `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}">
  <sheets>${listed.join('')}</sheets>
  <definedNames>${filters.join('')}</definedNames>
</workbook>`;
}

/** Format 1 is `0`, format 4 is `#,##0.00` with the separators of whoever reads it. */
function stylesOf(language: Language): string {
  const time = { me: 'dd.mm.yyyy hh:mm:ss', en: 'yyyy-mm-dd hh:mm:ss' }[language];
  const font = (weight: string) => `<font>${weight}<sz val="11"/><name val="Calibri"/></font>`;
  const applied = 'fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"';
  const format = (number: number, fontId: 0 | 1) =>
    `<xf numFmtId="${number}" fontId="${fontId}" ${applied}/>`;
  return `${HEAD}<styleSheet ${MAIN}>
  <numFmts count="1"><numFmt numFmtId="164" formatCode="${time}"/></numFmts>
  <fonts count="2">${font('')}${font('<b/>')}</fonts>
  <fills count="2">
    <fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
  </fills>
  <borders count="1"><border/></borders>
  <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
  <cellXfs count="6">
    ${format(0, 0)}${format(164, 0)}${format(4, 0)}${format(0, 1)}${format(4, 1)}${format(1, 0)}
  </cellXfs>
  <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}
