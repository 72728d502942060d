// Spec, Authentication and Errors (401, 403); decisions §1: every rule about keys and companies.

import { generateApiKey, seedApiKey } from '@fiscal/db/testing';
import { withDatabase } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { openPanel } from '../admin/panel-browser.ts';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { callerOf } from '../service/caller.ts';
import { openShop } from './shop.ts';

const service = await startService();
const shop = await openShop(service);

const PATH = '/api/invoices';
const withHeader = (authorization: string) =>
  request(service.stack.apiUrl).get(PATH).set('Authorization', authorization);
const keyOf = (change: object) =>
  withDatabase(service.stack.databaseUrl, (db) =>
    seedApiKey(db, {
      companyId: shop.companyId,
      environment: 'test',
      name: 'Kasa 2',
      cashRegisterId: null,
      expiresAt: null,
      ...change,
    }),
  );

const refused401 = {
  status: 401,
  body: { error: 'Invalid API key.', code: 'INVALID_API_KEY', requestId: expect.any(String) },
};

describe('the key', () => {
  test('Spec, Authentication 1: Authorization: Bearer <API_KEY>', async () => {
    expect((await withHeader(`Bearer ${shop.test.key}`)).status).toBe(200);
  });

  test('Spec, Authentication 2: a test key begins with key_test_, a live key with key_live_', () => {
    expect(shop.test.key).toMatch(/^key_test_[0-9A-Za-z]{38,}$/);
    expect(shop.live.key).toMatch(/^key_live_[0-9A-Za-z]{38,}$/);
  });

  test('Spec, Authentication 3: the kind of key selects the codes', async () => {
    const sales = {
      test: await shop.test.fiscalized(),
      live: await shop.live.fiscalized(),
    };
    for (const environment of ['test', 'live'] as const) {
      expect(sales[environment].environment).toBe(environment);
      expect(sales[environment].invoiceNumber).toContain(shop.tcrCodes[environment]);
    }
  });

  test('Spec, Authentication 4: codes in a request are ignored, and said to be', async () => {
    const sent = nonCashInvoice({ tcrCode: 'xx000xx000', softwareCode: 'xx000xx000' });
    const record = await shop.test.fiscalized(sent);
    expect(record.invoiceNumber).toContain(shop.tcrCodes.test);
    expect(record.warnings).toEqual([
      'tcrCode is not a known field and was ignored',
      'softwareCode is not a known field and was ignored',
    ]);
  });

  test('Spec, Authentication 5: a missing key', async () => {
    const response = await request(service.stack.apiUrl).get(PATH);
    expect(response).toMatchObject(refused401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test.each([
    ['of the wrong form', 'Bearer key_test_short'],
    ['that no company has', `Bearer ${generateApiKey('test')}`],
    ['of another scheme', 'Basic a2V5OnRlc3Q='],
    ['without a scheme', 'key_test_0000'],
    ['that is empty', 'Bearer '],
  ])('Spec, Authentication 5: a key %s', async (_case, authorization) => {
    const response = await withHeader(authorization);
    expect(response).toMatchObject(refused401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  test('Spec, Authentication 5: a key with one character changed', async () => {
    const last = shop.test.key.endsWith('a') ? 'b' : 'a';
    const response = await withHeader(`Bearer ${shop.test.key.slice(0, -1)}${last}`);
    expect(response).toMatchObject(refused401);
  });

  test('Decisions §1: an expired key', async () => {
    const { key } = await keyOf({ expiresAt: new Date(Date.now() - 1000) });
    expect(await withHeader(`Bearer ${key}`)).toMatchObject(refused401);
  });

  test('Decisions §1: a revoked key is refused within 2 s', async () => {
    const { id, key } = await keyOf({});
    expect((await withHeader(`Bearer ${key}`)).status).toBe(200);
    await service.query('update api_key set revoked_at = now() where id = $1', [id]);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await withHeader(`Bearer ${key}`)).toMatchObject(refused401);
  });

  test('that leaked is replaced at once, and what was sold with it is found and taken back', async () => {
    const panel = await openPanel(service);
    const path = `/companies/${shop.companyId}`;
    const made = await panel.post(`${path}/api-keys`, { environment: 'test', name: 'Kasa 3' });
    const { key, apiKey } = made.body as { key: string; apiKey: { id: string } };
    const foreign = await callerOf(service, key).fiscalized();
    const rotated = await panel.post(`${path}/api-keys/${apiKey.id}/rotate`, { overlapHours: 0 });
    expect(rotated.status).toBe(201);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await withHeader(`Bearer ${key}`)).toMatchObject(refused401);

    const audit = await panel.get(`${path}/audit?entityId=${apiKey.id}`);
    const actions = (audit.body.entries as Body[]).map(({ action }) => action as string);
    expect(actions).toEqual(['api-key.rotated', 'api-key.created']);
    const shown = await panel.get(`${path}/invoices/${String(foreign.id)}`);
    expect(shown.body).toMatchObject({ apiKey: { id: apiKey.id, name: 'Kasa 3' } });
    const successor = callerOf(service, String(rotated.body.key));
    const takenBack = await successor.fiscalized(cancellationOf(foreign));
    expect(takenBack.totals).toMatchObject({ total: -foreign.totals.total });
    expect(await successor.read(String(foreign.id))).toMatchObject({ status: 'Fiscalized' });
  });

  test('Decisions §1: a key uses the cash register it is bound to, else the default', async () => {
    const [till] = await service.query(
      `insert into cash_register (id, company_id, environment, name, tcr_code, internal_id, type,
         business_unit_code, software_code, operator_code, maintainer_code, is_default, updated_at)
       select gen_random_uuid(), company_id, environment, 'Kasa 2', 'zz999zz999', '2', type,
         business_unit_code, software_code, operator_code, maintainer_code, false, now()
       from cash_register where tcr_code = $1 returning id`,
      [shop.tcrCodes.test],
    );
    const { tcrs } = await service.control('GET', '/registry');
    const known = (tcrs as Body[]).find(({ code }) => code === shop.tcrCodes.test);
    await service.control('POST', '/tcrs', { ...known, code: 'zz999zz999', internalId: '2' });
    const { key } = await keyOf({ cashRegisterId: till?.id });
    const bound = await callerOf(service, key).fiscalized();
    expect(bound.invoiceNumber).toContain('zz999zz999');
    const byDefault = await callerOf(service, (await keyOf({})).key).fiscalized();
    expect(byDefault.invoiceNumber).toContain(shop.tcrCodes.test);
  });
});

describe('the company', () => {
  test('Spec, Authentication 6: a live key of a company in the test environment: 403', async () => {
    const notYetLive = await openShop(service, { environment: 'test' });
    const { status, body } = await notYetLive.live.draft(cashInvoice());
    expect(status).toBe(403);
    expect(body).toMatchObject({
      error: 'Key does not match the environment.',
      code: 'ENVIRONMENT_MISMATCH',
    });
    expect((await notYetLive.test.draft(cashInvoice())).status).toBe(201);
  });

  test('Decisions §1: a test key works for a live company, too, with the test set', async () => {
    const { body } = await shop.test.draft(cashInvoice());
    expect(body.environment).toBe('test');
  });

  test.each(['test', 'live'] as const)(
    'Spec, Authentication 6: a paused company: 403 with its %s key',
    async (environment) => {
      const paused = await openShop(service, { status: 'paused' });
      const { status, body } = await paused[environment].draft(cashInvoice());
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: 'Company is paused.', code: 'COMPANY_PAUSED' });
    },
  );

  test('Decisions §2: paused goes before the environment', async () => {
    const both = await openShop(service, { status: 'paused', environment: 'test' });
    expect((await both.live.draft(cashInvoice())).body.code).toBe('COMPANY_PAUSED');
  });

  test('Decisions §1: invoices of another company or environment do not exist', async () => {
    const other = await openShop(service);
    const { body } = await shop.test.draft(cashInvoice());
    for (const caller of [other.test, shop.live]) {
      expect((await caller.get(`/api/invoices/${String(body.id)}`)).status).toBe(404);
      const { body: page } = await caller.get('/api/invoices');
      expect(JSON.stringify(page)).not.toContain(body.id);
    }
  });
});
