import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { limitAccounts } from '../../limits/account-limits.ts';
import { ADMIN, PASSWORD, startAdmin } from '../../testing/running-admin.ts';
import { clientOf, createShop, startApi } from '../../testing/running-api.ts';
import type { RunningApi } from '../../testing/running-api.ts';

const accountLimits = limitAccounts({ reads: 1, writes: 100, uploads: 100 });
const panel = await startAdmin({ accountLimits });
const api = await startApi({ writesPerMinute: 9, readsPerMinute: 1, failuresPerMinute: 2 });
afterAll(async () => {
  await panel.close();
  await api.close();
});

/** `code part caller` → how many. */
async function figures({ figuresOf }: RunningApi): Promise<Record<string, number>> {
  const values = await figuresOf('fiscal_refused_calls_total');
  return Object.fromEntries(
    values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [
        `${String(labels.code)} ${String(labels.part)} ${String(labels.caller)}`,
        value,
      ]),
  );
}

test('calls with a wrong key, over a limit or with a wrong body are counted by reason', async () => {
  const shop = await createShop(api);
  const unknown = clientOf(api, 'key_test_nonsense');
  for (let i = 0; i < 3; i += 1) await unknown.get('/api/invoices');
  await shop.test.get('/api/invoices').expect(200);
  await shop.test.get('/api/invoices').expect(429);
  await shop.test.post('/api/invoices/draft', []).expect(400);
  expect(await figures(api)).toEqual({
    'INVALID_API_KEY api unknown': 2,
    'RATE_LIMITED api unknown': 1,
    'RATE_LIMITED api known': 1,
    'BODY_NOT_AN_OBJECT api known': 1,
  });
});

test('refused sign-ins, and calls of the panel that are refused, are counted by reason', async () => {
  await panel.visitor.post('/sign-in', { email: ADMIN, password: 'not the right one' }).expect(401);
  await panel.visitor.post('/sign-in', { email: 'nobody@shop.example', password: PASSWORD });
  await panel.visitor.get('/session').expect(401);
  await panel.admin.get('/session').expect(200);
  await panel.admin.get('/session').expect(429);
  expect(await figures(panel)).toEqual({
    'SIGN_IN_REFUSED panel unknown': 2,
    'SIGN_IN_REQUIRED panel unknown': 1,
    'RATE_LIMITED panel known': 1,
  });
});

test('no call makes a new figure: no address, path or value that was sent is in one', async () => {
  const before = Object.keys(await figures(api)).length;
  for (const path of ['/no-such-path-1', '/no-such-path-2?a=b']) await request(api.app).get(path);
  const after = await figures(api);
  expect(after['NOT_FOUND api unknown']).toBe(2);
  expect(Object.keys(after)).toHaveLength(before + 1);
  expect(JSON.stringify(after)).not.toMatch(/127\.0\.0\.1|no-such-path/);
});
