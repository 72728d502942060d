// Reports of the panel: who may read them, and that files say what the JSON says.

import { sentence } from '@fiscal/domain';
import type { InvoiceStatus } from '@fiscal/domain';
import { eventually } from '@fiscal/testbed';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { issueDraft } from '../../../../../packages/db/src/testing/issued-documents.ts';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { startAdmin } from '../../testing/running-admin.ts';
import type { PanelClient } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';
import { MOST_DAYS } from './report-query.ts';

const api = await startAdmin();
afterAll(() => api.close());
const shop = await createShop(api, { tin: '11223344', name: 'Izvještaji' });
const other = await createShop(api, { tin: '22334455', name: 'Drugi' });
const register = shop.cashRegisterId;
const DAY = '2026-07-11';
const RANGE = `from=${DAY}&to=${DAY}`;
const people: Record<string, PanelClient> = {};
// A value is named as an amount of the report, and stays text.
const REASON = sentence('moreThanAdvance', { amount: '5.00', left: '0.00' });

const item = { name: 'Čaj; "žuti"', code: 'C-1', unit: 'kom' };
const sale = (unitPrice: number, own: object = {}): Record<string, unknown> => ({
  items: [
    { ...item, unitPrice, quantity: 1, vat: { rate: 21 } },
    { ...item, unitPrice: 1.3333, quantity: 3, vat: { rate: 0, exemption: 'VAT_CL26' } },
  ],
  ...own,
});

let seconds = 0;

/** A document of the shop that was issued on the day, as its last step has left it. */
async function issue(
  body: Record<string, unknown>,
  status: InvoiceStatus,
  isHandedOut = false,
  day = DAY,
): Promise<void> {
  const { id } = (await shop.test.draft(body).expect(201)).body as { id: string };
  const at = `${day}T10:00:${String((seconds += 1)).padStart(2, '0')}+02:00`;
  const failure = { error: REASON, code: 'EFI_REFUSED', retryable: false };
  await issueDraft(api.db, id, { at, status, isHandedOut, failure });
}

beforeAll(async () => {
  const cash = { typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' };
  await issue(sale(10, cash), 'Fiscalized');
  await issue(sale(20.01, cash), 'Offline', true);
  await issue(sale(5), 'Failed', true);
  for (const role of ['company_admin', 'accountant', 'support'] as const) {
    const { companyId } = shop;
    people[role] = await api.newPerson(`${role}@reports.example`, { role, companyId });
  }
  people.neighbour = await api.newPerson('neighbour@reports.example', {
    role: 'company_admin',
    companyId: other.companyId,
  });
});

const path = (report: string, query: string, id = register) =>
  `/companies/${shop.companyId}/reports/${report}?cashRegister=${id}&${query}`;

async function bytesOf(call: Test): Promise<{ body: Buffer; name: string }> {
  const { body, headers } = await call.responseType('blob').expect(200);
  return {
    body: body as Buffer,
    name: (headers as Record<string, string>)['content-disposition'] ?? '',
  };
}

/** RFC 4180, of any separator. */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\r\n]*)(${separator}|\r\n)`, 'gy');
  for (const [, written = '', end] of text.replace('\uFEFF', '').matchAll(cell)) {
    const value = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    rows.at(-1)!.push(value);
    if (end !== separator) rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('reports are read', () => {
  test.each(['company_admin', 'accountant'])('by the role %s', async (role) => {
    const { body } = await people[role]!.get(path('day', `date=${DAY}`)).expect(200);
    expect(body).toMatchObject({ tin: '11223344', turnover: { count: 2 } });
    const values = { amount: '5.00', left: '0.00' };
    const said = [{ key: 'moreThanAdvance', values, parts: {} }];
    expect(body).toMatchObject({
      failed: [{ reason: REASON }],
      sentences: [{ text: REASON, said }],
    });
  });

  test('by no one else: neither support, nor the service, nor another company', async () => {
    for (const client of [people.support!, people.neighbour!, api.operator]) {
      await client.get(path('day', `date=${DAY}`)).expect(404);
    }
    const own = other.cashRegisterId;
    await people.company_admin!.get(path('day', `date=${DAY}`, own)).expect(404);
    await people.company_admin!.get(path('journal', RANGE, own)).expect(404);
  });

  test('with what is wrong with the query said at once', async () => {
    const bad = await people.accountant!.get(path('period', 'from=x&format=doc')).expect(400);
    const { details } = bad.body as { details: { path: string }[] };
    expect(details.map((each) => each.path).sort()).toEqual(['format', 'from', 'to']);
    const long = path('period', `from=2024-01-01&to=${2024 + Math.ceil(MOST_DAYS / 365)}-01-01`);
    const { body } = await people.accountant!.get(long).expect(400);
    expect(body.code).toBe('RANGE_TOO_LONG');
  });
});

/** Every number and text of a JSON value, but of lists and keys. */
function leavesOf(value: unknown): (string | number)[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'number' || typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(leavesOf);
}

const WORDS: Readonly<Record<string, string>> = {
  Invoice: 'Invoice',
  BANKNOTE: 'Cash',
  ACCOUNT: 'Bank transfer',
};

describe.each(['day', 'period'])('a %s as a file', (report) => {
  const query = report === 'day' ? `date=${DAY}` : RANGE;
  const as = (format: string, language: string) =>
    people.company_admin!.get(path(report, `${query}&format=${format}&language=${language}`));

  test('has what the JSON has, in CSV and in Excel', async () => {
    const { body } = await people.company_admin!.get(path(report, query)).expect(200);
    const leaves = leavesOf({ ...body, madeAt: null, sentences: null }).map((leaf) =>
      typeof leaf === 'string' ? (WORDS[leaf] ?? leaf) : leaf,
    );
    expect(leaves.length).toBeGreaterThan(40);
    const rows = readCsv((await bytesOf(as('csv', 'en'))).body.toString('utf8'), ',');
    const inCsv = rows.flat();
    const [sheet] = readXlsx((await bytesOf(as('xlsx', 'en'))).body);
    const inXlsx = [...sheet!.cells.values()].map(({ value }) => value);
    for (const leaf of leaves) {
      if (typeof leaf === 'number') {
        // A rate is written as a name.
        const isIn = (cells: readonly (string | number)[]) =>
          cells.some((cell) => cell !== '' && Number(cell) === leaf) || cells.includes(`${leaf}%`);
        expect([leaf, isIn(inCsv), isIn(inXlsx)]).toEqual([leaf, true, true]);
      } else {
        expect([leaf, inCsv.some((cell) => cell.includes(leaf))]).toEqual([leaf, true]);
        expect([leaf, inXlsx.some((cell) => String(cell).includes(leaf))]).toEqual([leaf, true]);
      }
    }
    // Both have the same table.
    const amounts = rows
      .slice(1)
      .map((row) => row[6])
      .filter((cell) => cell !== '');
    const column = [...sheet!.cells].filter(([place]) => /^G(?!1$)\d+$/.test(place));
    expect(column.map(([, { value }]) => value)).toEqual(amounts.map(Number));
  });
});

describe('a journal as a file', () => {
  const as = (report: string, format: string) =>
    people.company_admin!.get(path(report, `${RANGE}&format=${format}&language=en`));

  test('has a row of each item, and what a day comes to, in CSV and in Excel', async () => {
    const { body } = await people.company_admin!.get(path('offline-journal', RANGE)).expect(200);
    const rows = readCsv((await bytesOf(as('offline-journal', 'csv'))).body.toString('utf8'), ',');
    const [head, ...lines] = rows.map((row) => row);
    const named = lines.map((row) => Object.fromEntries(head!.map((name, at) => [name, row[at]])));
    const documents = body.documents as {
      invoiceNumber: string;
      totals: { total: number };
      invoiceData: { items: { name: string; unitPrice: number; quantity: number }[] };
    }[];
    expect(documents).toHaveLength(2);
    const items = documents.flatMap(({ invoiceNumber, invoiceData, totals }) =>
      invoiceData.items.map(({ name, unitPrice, quantity }, at) => ({
        'Invoice number': invoiceNumber,
        Item: name,
        'Unit price': String(unitPrice),
        Quantity: String(quantity),
        Total: at === 0 ? totals.total.toFixed(2) : '',
      })),
    );
    expect(named.slice(0, -1)).toMatchObject(items);
    const [subtotal] = body.subtotals as { count: number; total: number }[];
    expect(named.at(-1)).toMatchObject({ 'Documents of the day': String(subtotal!.count) });
    expect(Number(named.at(-1)!['Total of the day'])).toBe(subtotal!.total);
    const [sheet] = readXlsx((await bytesOf(as('offline-journal', 'xlsx'))).body);
    const cellOf = (name: string, row: number) => {
      const letter = String.fromCharCode(65 + head!.indexOf(name));
      return sheet!.cells.get(`${letter}${row}`)?.value;
    };
    for (const [at, row] of named.entries()) {
      for (const name of ['Invoice number', 'Item', 'Status', 'IIC']) {
        expect(cellOf(name, at + 2) ?? '').toBe(row[name]);
      }
      for (const name of ['Quantity', 'Base', 'Item total', 'Total', 'Total of the day']) {
        expect(cellOf(name, at + 2) ?? 0).toBe(Number(row[name]));
      }
    }
  });

  test('a plain one has every document and no subtotals', async () => {
    const rows = readCsv((await bytesOf(as('journal', 'csv'))).body.toString('utf8'), ',');
    expect(rows).toHaveLength(1 + 6);
    expect((await bytesOf(as('journal', 'csv'))).name).toContain('journal-');
  });
});

describe('a journal as PDF (docs/adr/0013)', () => {
  const problems = ({ body }: { body: { details: object[] } }) => body.details;

  test('has at most 31 days, which sums do not', async () => {
    const days = await people
      .company_admin!.get(path('offline-journal', 'from=2026-01-01&to=2026-02-01&format=pdf'))
      .expect(400);
    expect(problems(days)).toEqual([
      { code: 'RANGE_TOO_LONG', path: 'to', message: 'A report must have at most 31 days.' },
    ]);
  });

  test.each([
    ['documents and items', '2026-07-12', 10, 1_000, {}],
    // Names as long as they may be, of fewer lines than are printed.
    ['texts', '2026-07-13', 11, 900, { name: '𠮷'.repeat(200) }],
  ])(
    'of more %s than are printed is refused, and no print is asked for',
    async (...of) => {
      const [, day, documents, length, own] = of;
      const { items } = sale(1) as { items: object[] };
      const many = { items: Array.from({ length }, () => ({ ...items[0], ...own })) };
      const cash = { typeOfInvoice: 'Cash', paymentMethod: 'BANKNOTE' };
      for (let count = 0; count < documents; count += 1) {
        await issue({ ...sale(1, cash), ...many }, 'Fiscalized', false, day);
      }
      const query = `from=${day}&to=${day}&format=pdf`;
      const refused = await people.company_admin!.get(path('journal', query)).expect(400);
      expect(problems(refused)).toMatchObject([{ code: 'RANGE_TOO_LONG', path: 'to' }]);
      const { rows } = await api.db.pool.query(`select from work where kind = 'print_report'`);
      expect(rows).toEqual([]);
    },
    300_000,
  );
});

describe('reports at once', () => {
  test('of one company have a share of the places: what is beyond is 429, and others go on', async () => {
    const { pool } = api.exportDb;
    const taken = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    const ask = async (name: string, query: string) => {
      const { status, headers } = await shop.test.get(`/api/reports/${name}?${query}`);
      const { 'retry-after': wait } = headers as Record<string, string>;
      return wait === undefined ? status : `${status} with Retry-After`;
    };
    const asked = (name: string, query: string) =>
      Array.from({ length: 50 }, () => ask(name, query));
    const [journals, sums] = [asked('journal', RANGE), asked('state', '')];
    const late = 2 + 8;
    const ended = { count: 0 };
    for (const each of [...journals, ...sums]) void each.then(() => (ended.count += 1));
    await eventually(
      () => ended.count,
      (count) => count === 100 - late,
    );
    await other.test.draft(sale(1)).expect(201);
    expect(api.db.poolUse().waiting).toBe(0);
    for (const each of taken) each.release();
    const counted = async (calls: Promise<number | string>[]) =>
      Object.groupBy(await Promise.all(calls), String);
    const refused = '429 with Retry-After';
    const shares = [await counted(journals), await counted(sums)];
    expect(shares.map((each) => [each['200']?.length, each[refused]?.length])).toEqual([
      [2, 48],
      [8, 42],
    ]);
  });
});
