// Extensions §9: after a loss the till that repeats is just the one whose sale may be registered.

import { confirmNumber, noteRollback } from '@fiscal/db/number';
import { afterAll, expect, test } from '@jest/globals';
import { cashInvoice, createShop, startApi } from '../../testing/running-api.ts';

const api = await startApi();
const shop = await createShop(api);
afterAll(() => api.close());

const draft = (externalId: string) => shop.test.draft({ ...cashInvoice(), externalId });
const sell = (externalId: string) =>
  shop.test.post('/api/invoices/cash/create-and-print', { ...cashInvoice(), externalId });

test('what is known is found, a new id is refused until the numbers are confirmed, and then warned of', async () => {
  const known = [(await draft('K1-1')).body.id, (await sell('K1-2')).body.id] as string[];
  await noteRollback(api.db, { actor: 'worker', place: null });
  expect((await draft('K1-1')).body.id).toBe(known[0]);
  const again = await sell('K1-2');
  expect([again.status, again.body]).toMatchObject([202, { id: known[1] }]);
  const unknown = { status: 503, body: { code: 'NUMBERS_UNCONFIRMED', stored: 'no' } };
  expect(await draft('K1-3')).toMatchObject(unknown);
  expect(await sell('K1-4')).toMatchObject(unknown);
  const asked = { externalIds: ['K1-1', 'K1-3'] };
  const statuses = () => shop.test.post('/api/invoices/status', asked).expect(200);
  expect((await statuses()).body).toMatchObject([
    { id: known[0], status: 'Draft', code: null },
    { status: null, code: 'NUMBERS_UNCONFIRMED' },
  ]);
  const { rows } = await api.db.pool.query<{ id: string }>(
    `select id from cash_register where company_id = $1 and environment = 'test'`,
    [shop.companyId],
  );
  const said = { actor: 'user:test', evidence: 'the last receipt of the till', lastOrdinal: 0 };
  await confirmNumber(api.db, { ...said, cashRegisterId: rows[0]!.id });
  expect((await statuses()).body[1]).toMatchObject({ status: null, code: null });
  const warnings = [expect.stringMatching(/seen at \d{4}-\d\d-\d\dT[\d:]{8}Z: whether this sale/)];
  for (const response of [await draft('K1-3'), await sell('K1-4')]) {
    expect(response.body).toMatchObject({ warnings });
    const path = `/api/invoices/${response.body.id}`;
    expect((await shop.test.get(path)).body).toMatchObject({ warnings });
    api.records.clear();
    expect((await shop.test.get(path)).body).toMatchObject({ warnings });
  }
});
