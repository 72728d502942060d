import { afterAll, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';

const panel = await startAdmin();
const shop = await createShop(panel);
const id = String((await shop.test.draft()).body.id);
await panel.db.pool.query(
  `update invoice set status = 'Fiscalized', iic = $2, fic = $3, issued_at = now(),
     invoice_number = 'bb123bb123/1/2026/cc123cc123' where id = $1`,
  [id, 'A'.repeat(32), '67822bea-7e5a-4c56-a195-547e51ee5cd8'],
);
const old = String((await shop.live.draft()).body.id);
await panel.db.pool.query(
  `update invoice set created_at = created_at - interval '6 years' where id = $1`,
  [old],
);
// As years later: its month is not there any more, and no process remembers it.
for (const table of ['document', 'submission', 'invoice_content']) {
  await panel.db.pool.query(`alter table ${table} detach partition ${table}_first`);
}
panel.records.clear();
afterAll(() => panel.close());

const GONE = { status: 410, body: { code: 'INVOICE_DETACHED' } };

test('an invoice whose month is detached is refused neither as if there were none nor as a fault', async () => {
  for (const path of ['', '/pdf']) {
    expect(await shop.test.get(`/api/invoices/${id}${path}`)).toMatchObject(GONE);
    expect(await shop.live.get(`/api/invoices/${id}${path}`)).toMatchObject({ status: 404 });
  }
  const list = await shop.test.get('/api/invoices');
  expect(list).toMatchObject({ status: 200, body: { invoices: [] } });
});

test('the status of one is known, and that the rest is put away', async () => {
  const { body } = await shop.live.post('/api/invoices/status', { ids: [old] }).expect(200);
  expect(body).toMatchObject([{ id: old, status: 'Draft', code: 'INVOICE_DETACHED' }]);
});

test('the panel lists it with its amount, and says what became of the rest', async () => {
  const base = `/companies/${shop.companyId}`;
  const read = (path: string) => panel.operator.get(`${base}${path}`);
  const { invoices } = (await read('/invoices?environment=test').expect(200)).body as {
    invoices: object[];
  };
  expect(invoices).toMatchObject([
    { id, buyerName: null, total: expect.stringMatching(/^\d+\.\d\d$/) },
  ]);
  for (const path of ['', '/pdf']) {
    expect((await read(`/invoices/${id}${path}`)).body).toMatchObject(GONE.body);
  }
  await read(`/invoices/${id}/timeline`).expect(200);
});
