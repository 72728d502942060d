import { afterAll, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';
import { clientOf } from '../../testing/running-api.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}`;

test('a sample invoice is issued in the test environment, and the audit log says who did it', async () => {
  const { status, body } = await panel.admin.post(`${path}/test-invoice`);
  // Nothing is fiscalized here.
  expect({ status, is: body.status }).toEqual({ status: 201, is: 'Pending' });
  const id = String(body.id);
  const listed = await panel.admin.get(`${path}/invoices?environment=test`);
  expect(listed.body.invoices).toEqual([expect.objectContaining({ id })]);
  const { body: audit } = await panel.admin.get(`${path}/audit?action=invoice.tested`);
  expect(audit.entries).toEqual([expect.objectContaining({ entityId: id })]);
});

test('the sample is read as the company’s own system may send it', async () => {
  const { body } = await panel.admin.get(`${path}/test-invoice`).expect(200);
  const created = await panel.admin.post(`${path}/api-keys`, { name: 'x', environment: 'test' });
  const client = clientOf(panel, String(created.body.key));
  await client.post('/api/invoices/draft', body.invoice as object).expect(201);
});

test('a paused company issues none', async () => {
  await panel.operator.post(`${path}/pause`).expect(200);
  const refused = await panel.admin.post(`${path}/test-invoice`);
  expect({ status: refused.status, code: refused.body.code }).toEqual({
    status: 409,
    code: 'CONFLICT',
  });
  await panel.operator.post(`${path}/resume`).expect(200);
});
