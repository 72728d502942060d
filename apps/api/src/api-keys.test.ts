import { revokeApiKey, rotateApiKey } from '@fiscal/db/company';
import { seedApiKey, seedCashRegister } from '@fiscal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { cashInvoice, createShop, startApi } from './testing/running-api.ts';
import type { RunningApi } from './testing/running-api.ts';

let api: RunningApi;
let shop: Awaited<ReturnType<typeof createShop>>;
beforeAll(async () => {
  api = await startApi();
  shop = await createShop(api.db);
});
afterAll(() => api.close());

const statusOf = async (key: string) =>
  (await request(api.app).get('/api/invoices').set('Authorization', `Bearer ${key}`)).status;
const newKey = (change: { expiresAt?: Date; cashRegisterId?: string } = {}) =>
  seedApiKey(api.db, {
    companyId: shop.companyId,
    environment: 'test',
    name: 'Kasa 2',
    cashRegisterId: null,
    expiresAt: null,
    ...change,
  });

/** Lets the key expire now, and waits until the API has to look at it anew. */
async function expire(id: string): Promise<void> {
  await api.db.pool.query('update api_key set expires_at = now() where id = $1', [id]);
  await sleep(2_000);
}

describe('an API key', () => {
  test('works until it expires', async () => {
    const { id, key } = await newKey({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect(await statusOf(key)).toBe(200);
    await expire(id);
    expect(await statusOf(key)).toBe(401);
  });

  test('is refused within 2 s of being revoked', async () => {
    const { id, key } = await newKey();
    expect(await statusOf(key)).toBe(200);
    await revokeApiKey(api.db, { companyId: shop.companyId, apiKeyId: id }, 'user:test');
    await sleep(2_000);
    expect(await statusOf(key)).toBe(401);
  });

  test('that is rotated keeps working for the overlap, beside the new one', async () => {
    const old = await newKey();
    const which = { companyId: shop.companyId, apiKeyId: old.id, overlapMs: 3_600_000 };
    const rotated = await rotateApiKey(api.db, which, 'user:test');
    if (rotated.kind !== 'done') throw new Error(rotated.kind);
    expect(await statusOf(old.key)).toBe(200);
    expect(await statusOf(rotated.made.key)).toBe(200);
    await expire(old.id);
    expect(await statusOf(old.key)).toBe(401);
    expect(await statusOf(rotated.made.key)).toBe(200);
  });

  test('bound to a cash register issues on that one', async () => {
    const cashRegisterId = await seedCashRegister(api.db, {
      companyId: shop.companyId,
      environment: 'test',
      name: 'Kasa 2',
      tcrCode: 'dd123dd123',
      internalId: '2',
      type: 'REGULAR',
      businessUnitCode: 'bb123bb123',
      softwareCode: 'ss123ss123',
      operatorCode: 'oo123oo123',
      maintainerCode: 'mm123mm123',
      isDefault: false,
    });
    const { key } = await newKey({ cashRegisterId });
    const { body } = await request(api.app)
      .post('/api/invoices/draft')
      .set('Authorization', `Bearer ${key}`)
      .send(cashInvoice());
    const { rows } = await api.db.pool.query('select cash_register_id from invoice where id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ cash_register_id: cashRegisterId }]);
  });
});
