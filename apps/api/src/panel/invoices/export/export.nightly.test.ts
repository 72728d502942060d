// A file of any size takes the memory of a page. ROWS=1000000 shows it for a million invoices.

import { exportInvoices } from '@fiscal/db/invoice';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startAdmin } from '../../../testing/running-admin.ts';
import { createShop } from '../../../testing/running-api.ts';
import { csvOf } from '../../../files/csv.ts';
import { exportColumns } from './export-columns.ts';
import { xlsxOf } from '../../../files/xlsx.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
/** What a page of 1 000 invoices and the writers hold, several times over. */
const MOST_MB = 30;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is in use and no rubbish, in MB. */
function inUse(): number {
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const api = await startAdmin();
afterAll(() => api.close());
const shop = await createShop(api, { tin: '11223344', name: 'Veliki izvoz' });

beforeAll(async () => {
  await shop.test.draft({ note: 'prvi' }).expect(201);
  const { pool } = api.db;
  for (let from = 0; from < ROWS; from += 50_000) {
    await pool.query(
      `with added as (
         insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
           type_of_invoice, payment_method, order_number, created_at, note)
         select uuidv7(), company_id, environment, cash_register_id, status, document_type,
           type_of_invoice, payment_method, 100000 + n, now() - n * interval '1 second',
           'Napomena uz račun broj ' || n
         from (select * from invoice where note = 'prvi') i, generate_series($1::int, $2::int) n
         returning id)
       insert into invoice_content (invoice_id, request, computed, warnings, seller)
       select added.id, c.request, c.computed, c.warnings, c.seller
       from added, (select c.* from invoice_content c join invoice i on i.id = c.invoice_id
                    where i.note = 'prvi') c`,
      [from + 1, Math.min(from + 50_000, ROWS)],
    );
  }
  await pool.query('analyze invoice, invoice_content');
});

test.each(['csv', 'xlsx'] as const)(
  'a large %s is written in the memory of a page',
  async (kind) => {
    const scope = { companyId: shop.companyId, environment: 'test' } as const;
    const pages = exportInvoices(api.db, scope, {});
    const columns = exportColumns('me', [21, 15, 7, 0]);
    const look = { language: 'me', name: 'racuni' } as const;
    const file = kind === 'csv' ? csvOf(pages, columns, 'me') : xlsxOf(pages, columns, look);
    const before = inUse();
    const started = Date.now();
    let [bytes, parts, most] = [0, 0, 0];
    for await (const part of file) {
      bytes += part.length;
      parts += 1;
      if (parts % 20 === 0) most = Math.max(most, inUse() - before);
    }
    const took = Date.now() - started;
    process.stdout.write(`${kind}: ${ROWS} rows, ${bytes} B, ${took} ms, ${most.toFixed(1)} MB\n`);
    expect(most).toBeLessThan(MOST_MB);
    expect(api.db.pool.idleCount).toBe(api.db.pool.totalCount);
  },
);

test('a client that stops reading gives the connection back', async () => {
  const scope = { companyId: shop.companyId, environment: 'test' } as const;
  const columns = exportColumns('me', [21]);
  const invoices = () => exportInvoices(api.db, scope, {});
  const files = [
    csvOf(invoices(), columns, 'me'),
    xlsxOf(invoices(), columns, { language: 'me', name: 'racuni' }),
  ];
  for (const file of files) {
    let bytes = 0;
    // More than what stands before the rows.
    for await (const part of file) if ((bytes += part.length) > 20_000) break;
    expect(bytes).toBeGreaterThan(20_000);
    expect(api.db.pool.idleCount).toBe(api.db.pool.totalCount);
  }
});
