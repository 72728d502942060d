import { afterAll, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';
import { clientOf, createShop } from '../../testing/running-api.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/api-keys`;

interface Made {
  key: string;
  apiKey: { id: string; status: string; expiresAt: string | null };
}
async function make(change: object = {}): Promise<Made> {
  const body = { environment: 'test', name: 'Kasa 1', ...change };
  return (await panel.admin.post(path, body).expect(201)).body as Made;
}
/** The status that a call of the shop gets with the key. */
const statusWith = async (key: string) => (await clientOf(panel, key).get('/api/invoices')).status;
/** A revoked key is refused within 2 s. */
const REVOKED_MS = 2_000;

async function refusedInTime(key: string): Promise<void> {
  const deadline = Date.now() + REVOKED_MS;
  for (;;) {
    const isTooLate = Date.now() > deadline;
    if ((await statusWith(key)) === 401) return;
    if (isTooLate) throw new Error('the key still works');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a new key', () => {
  test('works, is shown once, and stands nowhere', async () => {
    const { key, apiKey } = await make();
    expect(key).toMatch(/^key_test_[0-9A-Za-z]{38}$/);
    expect(apiKey).toMatchObject({ status: 'active', prefix: key.slice(0, 13) });
    expect(await statusWith(key)).toBe(200);
    const list = await panel.admin.get(path);
    const audit = await panel.audit({ entityId: apiKey.id });
    expect(audit.map(({ action }) => action)).toEqual(['api-key.created']);
    expect(list.text).toContain(apiKey.id);
    const after = JSON.stringify(audit.map((row) => row.after));
    expect(list.text + after).not.toContain(key.slice(0, 14));
    expect(list.text).not.toContain('hash');
  });

  test('is bound to a cash register of the company and its environment only', async () => {
    const { prisma } = panel.db;
    const { companyId, otherCompanyId } = panel;
    const tillOf = (where: { companyId: string; environment: 'test' | 'live' }) =>
      prisma.cashRegister.findFirstOrThrow({ where });
    const own = await tillOf({ companyId, environment: 'test' });
    const bound = await make({ cashRegisterId: own.id });
    expect(bound.apiKey).toMatchObject({ cashRegister: { id: own.id, name: own.name } });
    const live = await tillOf({ companyId, environment: 'live' });
    const theirs = await tillOf({ companyId: otherCompanyId, environment: 'test' });
    for (const { id } of [live, theirs]) await refused('cashRegisterId', id);
  });

  test('for live may be made before the company is live, and is refused until then', async () => {
    const { companyId } = await createShop(panel, { environment: 'test' });
    const body = { environment: 'live', name: 'Kasa 1' };
    const response = await panel.operator.post(`/companies/${companyId}/api-keys`, body);
    expect(await statusWith(String(response.body.key))).toBe(403);
  });

  test('does not begin expired', async () => {
    await refused('expiresAt', new Date(Date.now() - 1).toISOString());
  });

  async function refused(field: string, value: string): Promise<void> {
    const body = { environment: 'test', name: 'x', [field]: value };
    const response = await panel.admin.post(path, body);
    expect(response).toMatchObject({ status: 400, body: { details: [{ path: field }] } });
  }
});

describe('an old key', () => {
  test('is rotated: both work during the overlap', async () => {
    const { key, apiKey } = await make();
    const rotate = panel.admin.post(`${path}/${apiKey.id}/rotate`, { overlapHours: 2 });
    const response = await rotate.expect(201);
    expect(await statusWith(key)).toBe(200);
    expect(await statusWith(String(response.body.key))).toBe(200);
    const end = Date.parse(String(response.body.previous.expiresAt));
    expect(Math.abs(end - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    expect(response.body.apiKey).toMatchObject({ name: 'Kasa 1', expiresAt: null });
  });

  test('is rotated without overlap: it is refused within 2 s', async () => {
    const { key, apiKey } = await make();
    expect(await statusWith(key)).toBe(200);
    await panel.admin.post(`${path}/${apiKey.id}/rotate`, { overlapHours: 0 });
    await refusedInTime(key);
    await panel.admin.post(`${path}/${apiKey.id}/rotate`, {}).expect(409);
  });

  test('is revoked within 2 s, once, and has no successor', async () => {
    const { key, apiKey } = await make();
    expect(await statusWith(key)).toBe(200);
    const revoked = await panel.admin.post(`${path}/${apiKey.id}/revoke`);
    expect(revoked.body.status).toBe('revoked');
    await refusedInTime(key);
    const twice = await panel.admin.post(`${path}/${apiKey.id}/revoke`);
    // When it was used last is noted some seconds later.
    expect({ ...twice.body, lastUsedAt: null }).toEqual({ ...revoked.body, lastUsedAt: null });
    await panel.admin.post(`${path}/${apiKey.id}/rotate`, {}).expect(409);
    const rows = await panel.audit({ entityId: apiKey.id });
    expect(rows.map(({ action }) => action)).toEqual(['api-key.created', 'api-key.revoked']);
  });
});

describe('the active keys of a company', () => {
  test('are bounded, also by rotation; one that ends makes room', async () => {
    const { companyId } = await createShop(panel);
    const keys = `/companies/${companyId}/api-keys`;
    const add = () => panel.operator.post(keys, { environment: 'test', name: 'Kasa' });
    const active = () =>
      panel.db.prisma.apiKey.count({ where: { companyId, revokedAt: null, expiresAt: null } });
    const there = await active();
    // Several at once: each is counted under the lock of the company.
    const responses = await Promise.all(Array.from({ length: 25 - there }, add));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20 - there);
    const refused = responses.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_MANY_API_KEYS' } });
    expect(await active()).toBe(20);
    const { id } = (responses.find(({ status }) => status === 201)?.body as Made).apiKey;
    const rotate = (overlapHours: number) =>
      panel.operator.post(`${keys}/${id}/rotate`, { overlapHours });
    expect(await rotate(24)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_API_KEYS' } });
    await rotate(0).expect(201);
    expect((await add()).status).toBe(409);
    const { id: last } = await panel.db.prisma.apiKey.findFirstOrThrow({
      where: { companyId, revokedAt: null, expiresAt: null },
    });
    await panel.operator.post(`${keys}/${last}/revoke`).expect(200);
    await add().expect(201);
  });
});
