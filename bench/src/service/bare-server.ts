// The baseline of every HTTP path: Express, zod and one prepared statement a call, as a few lines
// of a tutorial would have it. No key, no limit, no log, no rule of the trade. A process of its
// own: `node bare-server.js <database url>`; says its port to its parent.

import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

const item = z.object({
  name: z.string().max(200),
  unit: z.string().max(20),
  unitPrice: z.number(),
  quantity: z.number(),
  vat: z.object({ rate: z.number() }),
});
const invoice = z.object({
  type: z.enum(['Invoice', 'Corrective', 'Advance']),
  orderNumber: z.number().int(),
  typeOfInvoice: z.enum(['Cash', 'NonCash']),
  paymentMethod: z.string(),
  paymentDeadline: z.iso.datetime(),
  items: z.array(item).min(1).max(1000),
});

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(
  'create table if not exists bare_invoice (id uuid primary key, record json not null)',
);

const app = express();
app.disable('x-powered-by');
app.post('/invoices', express.json(), async (request, response) => {
  const parsed = invoice.safeParse(request.body);
  if (!parsed.success) {
    response.status(422).json(parsed.error.issues);
    return;
  }
  const record = { id: uuidv7(), status: 'Draft', ...parsed.data };
  await pool.query(
    { name: 'insert', text: 'insert into bare_invoice (id, record) values ($1, $2)' },
    [record.id, JSON.stringify(record)],
  );
  response.status(201).json(record);
});
app.get('/invoices/:id', async (request, response) => {
  const statement = { name: 'select', text: 'select record from bare_invoice where id = $1' };
  const { rows } = await pool.query<{ record: object }>(statement, [request.params.id]);
  if (rows[0]) response.json(rows[0].record);
  else response.status(404).json({ error: 'There is no such invoice.' });
});

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit(0));
