// A create whose commit is lost with the primary of PostgreSQL, while its call waits for the
// outcome.

import { afterAll, expect, test } from '@jest/globals';
import { cashInvoice, createShop, startApi } from '../../testing/running-api.ts';

const api = await startApi();
const shop = await createShop(api);
afterAll(() => api.close());

test('what became of it is not known, and how to find out is said', async () => {
  await api.db.pool.query(
    `create function lose() returns trigger language plpgsql
       security definer set session_replication_role = replica as $$
     begin
       delete from invoice where id = new.id;
       return null;
     end $$;
     create constraint trigger lost after insert on invoice deferrable initially deferred
       for each row execute function lose()`,
  );
  const response = await shop.test.post('/api/invoices/cash/create-and-print', cashInvoice());
  const { code, stored, invoiceId, error } = response.body as Record<string, string>;
  expect({ status: response.status, code, stored }).toEqual({
    status: 503,
    code: 'STORAGE_UNAVAILABLE',
    stored: 'unknown',
  });
  expect(error).toContain(`read GET /api/invoices/${invoiceId} before you repeat the call`);
  expect(response.headers['retry-after']).toBe('20');
  await shop.test.get(`/api/invoices/${invoiceId}`).expect(404);
});
