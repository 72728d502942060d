// Decisions §6: a TCR code belongs to one cash register of an environment, and its row of numbers
// goes where it goes. By what a person does in the panel and a shop over the API.

import { seedApiKey } from '@fiscal/db/testing';
import { withDatabase } from '@fiscal/testbed';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { callerOf } from '../service/caller.ts';
import { openShop } from './shop.ts';
import type { Caller } from '../service/caller.ts';
import type { Shop } from './shop.ts';

let shop: Shop;
let first: Till;
const service = await startService();
const panel = await openPanel(service);
beforeEach(async () => {
  shop = await openShop(service);
  const { body } = await panel.get(`${pathOf(shop)}?environment=test`);
  const [own] = body.cashRegisters as Body[];
  first = { settings: own!, path: `${pathOf(shop)}/${own!.id}`, caller: shop.test };
});

const pathOf = ({ companyId }: Shop) => `/companies/${companyId}/cash-registers`;

interface Till {
  /** As the panel shows them. */
  settings: Body;
  /** Under /admin/api. */
  path: string;
  /** With a key that is bound to it. */
  caller: Caller;
}

/** Another cash register like the shop's first one, without a TCR code. */
async function addTill(of: Shop, internalId: string): Promise<Till> {
  const { businessUnitCode, softwareCode, operatorCode, maintainerCode } = first.settings;
  const codes = { businessUnitCode, softwareCode, operatorCode, maintainerCode };
  const wanted = { environment: 'test', name: `Kasa ${internalId}`, internalId, ...codes };
  const { body: settings } = await panel.post(pathOf(of), wanted).expect(201);
  const { companyId } = of;
  const { key } = await withDatabase(service.stack.databaseUrl, (db) =>
    seedApiKey(db, {
      companyId,
      environment: 'test',
      name: 'Kasa',
      expiresAt: null,
      cashRegisterId: String(settings.id),
    }),
  );
  const path = `${pathOf(of)}/${String(settings.id)}`;
  return { settings, path, caller: callerOf(service, key) };
}

const setCode = ({ path }: Till, tcrCode: string | null) =>
  panel.patch(path, { tcrCode }).expect(200);
const sell = async ({ caller }: Till) => String((await caller.fiscalized()).invoiceNumber);

describe('a TCR code that moves from one cash register of a company to another', () => {
  test('Decisions §6: goes on with its row of numbers, and back again', async () => {
    const second = await addTill(shop, '2');
    const tcrCode = shop.tcrCodes.test;
    const year = new Date().toLocaleDateString('en', {
      timeZone: 'Europe/Podgorica',
      year: 'numeric',
    });
    const number = (ordinal: number) =>
      [first.settings.businessUnitCode, ordinal, year, tcrCode].join('/');
    expect([await sell(first), await sell(first)]).toEqual([number(1), number(2)]);
    await setCode(first, null);
    await setCode(second, tcrCode);
    expect(await sell(second)).toBe(number(3));
    await setCode(second, null);
    await setCode(first, tcrCode);
    expect(await sell(first)).toBe(number(4));
    const { body } = await panel.get(`${second.path}/numbers`);
    expect(body).toMatchObject({ tcrCode, rows: [{ tcrCode, lastOrdinal: 4, freeOrdinals: [] }] });
    expect((body.histories as Body[]).map(({ ordinal }) => Number(ordinal))).toEqual([4, 3, 2, 1]);
  });

  test('Decisions §6: is not set where it stands on another one, which is named', async () => {
    const second = await addTill(shop, '2');
    const response = await panel.patch(second.path, { tcrCode: shop.tcrCodes.test });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'TCR_CODE_TAKEN',
      error: 'The cash register "Kasa 1" has this TCR code: clear it there first.',
      details: [{ code: 'TCR_CODE_TAKEN', path: 'tcrCode' }],
    });
  });
});

describe('POST /api/tcr/register, where the authority gives a code that stands on another one', () => {
  /** The authority knows the first one's code by the number that another one has now. */
  async function takeNumberOver(of: Shop): Promise<Till> {
    const { internalId } = first.settings;
    await panel.patch(first.path, { internalId: '99' }).expect(200);
    return addTill(of, String(internalId));
  }

  test('of the company: 409 with the code, its name and what to do; then it succeeds', async () => {
    const second = await takeNumberOver(shop);
    const tcrCode = shop.tcrCodes.test;
    const { status, body } = await second.caller.post('/api/tcr/register', {});
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'TCR_CODE_TAKEN', tcrCode, retryable: false });
    expect(body.error).toContain(`the TCR code ${tcrCode}. The cash register "Kasa 1" has it`);
    expect(body.remedy).toContain('Clear the code on that cash register');
    const audits = await service.query(
      `select after from audit_log where action = 'register-tcr.failed' and entity_id = $1`,
      [second.settings.id],
    );
    expect(audits).toMatchObject([{ after: { tcrCode } }]);
    const pressed = await panel.post(`${second.path}/register-tcr`);
    expect(pressed.status).toBe(409);
    expect(pressed.body).toMatchObject({ code: 'TCR_CODE_TAKEN', tcrCode });
    await setCode(first, null);
    const repeated = await second.caller.post('/api/tcr/register', {});
    expect(repeated.body).toEqual({ tcrCode });
    expect(await sell(second)).toContain(tcrCode);
  });

  test('of another company: 409 with the code, and no word of whose it is', async () => {
    // Two companies of one taxpayer: the shops of this file are.
    const other = await openShop(service);
    const second = await takeNumberOver(other);
    const { status, body } = await second.caller.post('/api/tcr/register', {});
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'TCR_CODE_TAKEN', tcrCode: shop.tcrCodes.test });
    expect(body.error).toContain('A cash register of another company has it');
    expect(JSON.stringify(body)).not.toContain(shop.companyId);
  });
});
