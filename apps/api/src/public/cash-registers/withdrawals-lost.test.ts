// Extensions §9: after a loss the till that repeats is just the one whose withdrawal may be
// registered. No worker takes anything here.

import { confirmNumber, noteRollback } from '@fiscal/db/number';
import { afterAll, expect, test } from '@jest/globals';
import { createShop, startApi } from '../../testing/running-api.ts';

const api = await startApi();
const shop = await createShop(api);
afterAll(() => api.close());

const takeOut = (externalId?: string) =>
  shop.test.post('/api/cashdeposit/withdraw', { cashAmount: 5, externalId });

test('what is known is found, a new id is refused until the numbers are confirmed, and then warned of', async () => {
  const known = await takeOut('K1');
  expect([known.status, known.body.status]).toEqual([202, 'Pending']);
  await noteRollback(api.db, { actor: 'worker', place: null });
  const again = await takeOut('K1');
  expect([again.status, again.body.id]).toEqual([202, known.body.id]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const unknown = { status: 503, body: { code: 'NUMBERS_UNCONFIRMED', stored: 'no' } };
  expect(await takeOut('K2')).toMatchObject(unknown);
  // One without an id is of now, whatever was lost.
  expect((await takeOut()).status).toBe(202);
  const { rows } = await api.db.pool.query<{ id: string }>(
    `select id from cash_register where company_id = $1 and environment = 'test'`,
    [shop.companyId],
  );
  const said = { actor: 'user:test', evidence: 'the last receipt of the till', lastOrdinal: 0 };
  await confirmNumber(api.db, { ...said, cashRegisterId: rows[0]!.id });
  for (const { status, body } of [await takeOut('K2'), await takeOut('K2')]) {
    expect(status).toBe(202);
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/seen at \d{4}-\d\d-\d\dT[\d:]{8}Z: whether this sale/),
    );
  }
});
