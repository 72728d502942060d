// The migration that gives the contents of invoices a table of their own, on data from before it.

import { createTestDatabase } from '@fiscal/testbed';
import type { TestDatabase } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createDatabaseBefore } from '../testing/database-before.ts';
import type { DatabaseBefore } from '../testing/database-before.ts';

let server: TestDatabase;
let before: DatabaseBefore;
beforeAll(async () => {
  server = await createTestDatabase();
  before = await createDatabaseBefore(server.url, '20261122127000_narrow_rows');
});
afterAll(async () => {
  await before.drop();
  await server.drop();
});

const query: DatabaseBefore['query'] = (text, values) => before.query(text, values);

const ADVANCE = 'A'.repeat(32);
const CONTENT = `request::text, computed::text, warnings::text, seller::text`;
const OTHERS = `(to_jsonb(i) - array['request', 'computed', 'warnings', 'seller'])::text as row`;

async function addInvoices(): Promise<void> {
  const { company, register } = await before.addShop();
  const add = (request: object, seller: object | null, rest: string) =>
    query(
      `insert into invoice (id, company_id, environment, cash_register_id, document_type,
         type_of_invoice, payment_method, order_number, request, computed, warnings, seller,
         status, tcr_code, year, ordinal, invoice_number, issued_at, issue_date_time, iic, fic)
       values ($1, $2, 'live', $3, 'INVOICE', 'Cash', 'BANKNOTE', 0, $4, '{"totals": { "x":1}}',
         '["a"]', $5, ${rest})`,
      [uuidv7(), company, register, JSON.stringify(request), seller && JSON.stringify(seller)],
    );
  await add({ items: [1] }, null, `'Draft', null, null, null, null, null, null, null, null`);
  await add(
    { items: [2], advancePaymentIic: ADVANCE },
    { tin: '1' },
    `'Fiscalized', 'aa111aa111', 2026, 1, '1/2026', now(), 'then', '${'B'.repeat(32)}', 'fic'`,
  );
}

test('every invoice keeps its row and, byte for byte, what it says', async () => {
  await addInvoices();
  const contents = await query(`select id, ${CONTENT} from invoice order by id`);
  const rows = await query(`select ${OTHERS} from invoice i order by id`);
  await before.apply();
  expect(await query(`select ${OTHERS} from invoice i order by id`)).toEqual(rows);
  expect(
    await query(`select invoice_id as id, ${CONTENT} from invoice_content order by invoice_id`),
  ).toEqual(contents);
  expect(await query('select advance_payment_iic as iic from invoice_content')).toEqual([
    { iic: null },
    { iic: ADVANCE },
  ]);
});

test('what an invoice says is never changed, deleted or emptied', async () => {
  const changes = [`update invoice_content set warnings = '[]'`, 'delete from invoice_content'];
  for (const change of changes) await expect(query(change)).rejects.toThrow('append-only');
  await expect(query('truncate invoice_content')).rejects.toThrow('can not be emptied');
});
