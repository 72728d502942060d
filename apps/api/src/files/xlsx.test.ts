import { expect, test } from '@jest/globals';
import { readXlsx, unzip } from '../testing/read-xlsx.ts';
import type { Column, Language } from './column.ts';
import { xlsxOf } from './xlsx.ts';

interface Row {
  time: string;
  name: string | null;
  amount: string | null;
}

const COLUMNS: Column<Row>[] = [
  { header: 'Issued', width: 20, kind: 'time', valueOf: ({ time }) => time },
  { header: 'Buyer & <co>', width: 30, kind: 'text', valueOf: ({ name }) => name },
  { header: 'Total', width: 15, kind: 'amount', valueOf: ({ amount }) => amount },
];

async function* pagesOf(rows: readonly Row[]): AsyncGenerator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += 1_000) {
    yield await Promise.resolve(rows.slice(from, from + 1_000));
  }
}

async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

async function written(
  rows: readonly Row[],
  look: { language?: Language; columns?: Column<Row>[]; mostRows?: number } = {},
): Promise<Buffer> {
  const { language = 'en', columns = COLUMNS, ...bounds } = look;
  return bytesOf(xlsxOf(pagesOf(rows), columns, { language, name: 'invoices', ...bounds }));
}

const rowOf = (name: string | null, amount: string | null = '1.00'): Row => ({
  time: '2026-07-12T00:30:15',
  name,
  amount,
});

test('amounts are exact numbers shown with two decimals, times are dates of the language', async () => {
  const rows = [rowOf('a', '-1210.50'), rowOf('b', '0.1005'), rowOf(null, null)];
  const [sheet] = readXlsx(await written(rows));
  expect(sheet?.cells.get('C2')).toEqual({ value: -1210.5, format: '4', formula: undefined });
  expect(sheet?.cells.get('C3')).toMatchObject({ value: 0.1005, format: '4' });
  expect([...sheet!.cells.keys()]).not.toContain('B4');
  expect([...sheet!.cells.keys()]).not.toContain('C4');
  const { value, format } = sheet!.cells.get('A2')!;
  expect(format).toBe('yyyy-mm-dd hh:mm:ss');
  // Days since 30 December 1899: 46 215 is 12 July 2026.
  expect(value).toBeCloseTo(46_215 + (30 * 60 + 15) / 86_400, 9);
  const [me] = readXlsx(await written(rows, { language: 'me' }));
  expect(me?.cells.get('A2')?.format).toBe('dd.mm.yyyy hh:mm:ss');
});

test('the header stays in sight, the table has a filter, and the total of what it shows stands below it', async () => {
  const bytes = await written([rowOf('a', '0.1000'), rowOf('b', '0.2000'), rowOf('c', '-5.00')]);
  const [sheet] = readXlsx(bytes);
  expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft"');
  expect(sheet?.xml).toMatch(/<\/sheetData><autoFilter ref="A1:C4"\/><\/worksheet>$/);
  expect(unzip(bytes).get('xl/workbook.xml')).toContain(">'invoices'!$A$1:'invoices'!$C$4<");
  expect(sheet?.cells.has('A5')).toBe(false);
  expect(sheet?.cells.get('A6')?.value).toBe('Total of the rows shown, of any status');
  // Exact: 0.1 + 0.2 of floating point has another one.
  const total = { value: -4.7, format: '4', formula: 'SUBTOTAL(109,C2:C4)' };
  expect(sheet?.cells.get('C6')).toEqual(total);
  expect(sheet?.cells.has('B6')).toBe(false);
});

test('a list without invoices is a header with a filter', async () => {
  const [sheet] = readXlsx(await written([]));
  expect([...sheet!.cells.keys()]).toEqual(['A1', 'B1', 'C1']);
  expect(sheet?.cells.get('B1')?.value).toBe('Buyer & <co>');
  expect(sheet?.xml).toContain('<autoFilter ref="A1:C1"/>');
});

test('every text is the same after reading, and none is a formula or a number', async () => {
  const texts = [
    '=1+1',
    '02345678',
    ' a ',
    'Ćošak & "sin" <d.o.o.>',
    'a\nb',
    'a\r\nb',
    ']]>',
    '🍰',
    '',
    '_x0041_',
    '__x000D_',
    'a\u0001b',
    '_xZZZZ_',
    '\uFFFE',
    'half \uD83C of it',
  ];
  const [sheet] = readXlsx(await written(texts.map((text) => rowOf(text))));
  expect(texts.map((_, at) => sheet?.cells.get(`B${at + 2}`)?.value)).toEqual(texts);
  for (const cell of sheet!.cells.values()) expect(cell.formula ?? 'SUBTOTAL').toMatch(/^SUBTOTAL/);
  expect(sheet!.xml).not.toMatch(/[\0-\x08\x0B-\x1F\uFFFE]|\uFFFD/);
});

test('what exceeds a sheet goes on in the next one, each row once, with a filter and a total of its own', async () => {
  const rows = Array.from({ length: 2_450 }, (_, at) => rowOf(`buyer ${at}`));
  const sheets = readXlsx(await written(rows, { mostRows: 1_000 }));
  expect(sheets.map(({ name }) => name)).toEqual(['invoices', 'invoices 2', 'invoices 3']);
  const names = sheets.flatMap(({ cells }) =>
    [...cells].filter(([place]) => /^B(?!1$)/.test(place)).map(([, { value }]) => value),
  );
  expect(names).toEqual(rows.map(({ name }) => name));
  expect(sheets.map(({ cells }) => cells.get('A1')?.value)).toEqual(Array(3).fill('Issued'));
  const totals = sheets.map(({ cells }, at) => cells.get(at === 2 ? 'C453' : 'C1003')?.value);
  expect(totals).toEqual([1_000, 1_000, 450]);
});

test('columns go on behind Z', async () => {
  const columns = Array.from({ length: 53 }, () => COLUMNS[2]!);
  const [sheet] = readXlsx(await written([rowOf('a')], { columns }));
  const letters = [...sheet!.cells.keys()].filter((place) => /^\D+1$/.test(place));
  expect(letters.slice(24, 28)).toEqual(['Y1', 'Z1', 'AA1', 'AB1']);
  expect(letters.slice(51)).toEqual(['AZ1', 'BA1']);
});

test('the same list is the same file', async () => {
  expect(await written([rowOf('a')])).toEqual(await written([rowOf('a')]));
});

test('what fails while rows are read fails the file, and a reader who leaves ends the reading', async () => {
  const failing = async function* (): AsyncGenerator<readonly Row[], void> {
    yield await Promise.resolve([rowOf('a')]);
    throw new Error('the month is detached');
  };
  const look = { language: 'en', name: 'invoices' } as const;
  await expect(bytesOf(xlsxOf(failing(), COLUMNS, look))).rejects.toThrow('detached');
  let isEnded = false;
  const watched = async function* (): AsyncGenerator<readonly Row[], void> {
    try {
      for (;;) yield await Promise.resolve([rowOf('a')]);
    } finally {
      isEnded = true;
    }
  };
  let size = 0;
  for await (const part of xlsxOf(watched(), COLUMNS, look))
    if ((size += part.length) > 5_000) break;
  expect(isEnded).toBe(true);
});
