import { randomCode, seedCompany } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/cash-registers`;

let lastNumber = 100;
function till(change: object = {}) {
  return {
    environment: 'test',
    name: 'Kasa 2',
    internalId: String((lastNumber += 1)),
    businessUnitCode: 'bb123bb123',
    softwareCode: 'ss123ss123',
    operatorCode: 'oo123oo123',
    maintainerCode: 'mm123mm123',
    ...change,
  };
}
interface Till {
  id: string;
  name: string;
  isDefault: boolean;
}
async function add(change: object = {}): Promise<Till> {
  return (await panel.admin.post(path, till(change)).expect(201)).body as Till;
}
async function defaults(environment: string): Promise<string[]> {
  const { body } = await panel.admin.get(`${path}?environment=${environment}`);
  const tills = body.cashRegisters as Till[];
  return tills.filter(({ isDefault }) => isDefault).map(({ id }) => id);
}

describe('a cash register', () => {
  test('is added with its codes; the first one of an environment is its default', async () => {
    const { id: companyId } = await seedCompany(panel.db);
    const own = `/companies/${companyId}/cash-registers`;
    const first = await panel.operator.post(own, till());
    expect(first.body).toMatchObject({ isDefault: true, tcrCode: null, type: 'REGULAR' });
    expect(first.body).not.toHaveProperty('companyId');
    expect((await panel.operator.post(own, till())).body.isDefault).toBe(false);
    const live = await panel.operator.post(own, till({ environment: 'live' }));
    expect(live.body.isDefault).toBe(true);
  });

  test('takes only codes of the form aa999aa999, and says so of all at once', async () => {
    const wrong = {
      businessUnitCode: 'BB123BB123',
      softwareCode: 'ss12ss123',
      operatorCode: '',
      maintainerCode: 'mm123mm123 ',
      tcrCode: 'x',
    };
    const response = await panel.admin.post(path, till(wrong));
    expect(response.status).toBe(400);
    const paths = (response.body.details as { path: string }[]).map((issue) => issue.path);
    expect(paths.sort()).toEqual(Object.keys(wrong).sort());
  });

  test('has the amount of its automatic deposits, 0 unless it is given; none that cannot be one', async () => {
    expect(await add()).toMatchObject({ initialCashAmount: 0 });
    const { id, ...added } = await add({ initialCashAmount: 20.5 });
    expect(added).toMatchObject({ initialCashAmount: 20.5 });
    const changed = await panel.admin.patch(`${path}/${id}`, { initialCashAmount: 0.1 });
    expect(changed.body).toMatchObject({ initialCashAmount: 0.1, lastDay: null });
    for (const initialCashAmount of [-1, 0.001, 1e10, '1', null]) {
      const refused = await panel.admin.patch(`${path}/${id}`, { initialCashAmount });
      expect(refused.body.details).toMatchObject([{ path: 'initialCashAmount' }]);
    }
  });

  test('is changed and audited; codes of two never meet', async () => {
    const one = await add({ tcrCode: 'aa111aa111', internalId: 'A1' });
    const other = await add({ internalId: 'A2' });
    const change = { operatorCode: 'xx999xx999', name: 'Šank' };
    const changed = await panel.admin.patch(`${path}/${other.id}`, change);
    expect(changed.body).toMatchObject(change);
    const rows = await panel.audit({ entityId: other.id, action: 'cash-register.changed' });
    const before = { operatorCode: 'oo123oo123', name: 'Kasa 2' };
    expect(rows).toMatchObject([{ companyId: panel.companyId, before, after: change }]);
    const taken = await panel.admin.patch(`${path}/${other.id}`, { tcrCode: 'aa111aa111' });
    const error = 'The cash register "Kasa 2" has this TCR code: clear it there first.';
    const code = 'TCR_CODE_TAKEN';
    const details = [{ code, path: 'tcrCode' }];
    expect(taken).toMatchObject({ status: 409, body: { code, error, details } });
    // Cut by the message, it would be the id of another one.
    const long = await panel.admin.post(path, till({ internalId: `${'Đ'.repeat(25)}1` }));
    expect(long.body.details).toMatchObject([{ path: 'internalId' }]);
    const twice = await panel.admin.post(path, till({ internalId: 'A1' }));
    expect(twice.body.details[0].path).toBe('internalId');
    const itself = await panel.admin.patch(`${path}/${one.id}`, { tcrCode: 'aa111aa111' });
    expect(itself.status).toBe(200);
  });

  test('of one company never has the TCR code of another’s, nor learns whose it is', async () => {
    const tcrCode = randomCode();
    const own = await add({ tcrCode });
    const theirs = `/companies/${panel.otherCompanyId}/cash-registers`;
    const taken = {
      code: 'TCR_CODE_TAKEN',
      error: 'A cash register of another company has this TCR code: clear it there first.',
    };
    const twice = await panel.neighbour.post(theirs, till({ tcrCode, internalId: 'B1' }));
    expect(twice).toMatchObject({ status: 409, body: taken });
    expect(twice.text).not.toContain(panel.companyId);
    const live = till({ tcrCode, internalId: 'B2', environment: 'live' });
    await panel.neighbour.post(theirs, live).expect(201);
    await panel.admin.patch(`${path}/${own.id}`, { tcrCode: null }).expect(200);
    const free = till({ tcrCode, internalId: 'B3' });
    await panel.neighbour.post(theirs, free).expect(201);
  });

  test('gets a TCR code that two companies enter at once, or learns that it is taken', async () => {
    const theirs = `/companies/${panel.otherCompanyId}/cash-registers`;
    for (let round = 0; round < 10; round += 1) {
      const tcrCode = randomCode();
      const responses = await Promise.all([
        panel.admin.post(path, till({ tcrCode })),
        panel.neighbour.post(theirs, till({ tcrCode })),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({ code: 'TCR_CODE_TAKEN' });
    }
  });

  test('is made the default one, and there is exactly one all the time', async () => {
    const tills = await Promise.all([add(), add(), add(), add()]);
    const responses = await Promise.all(
      tills.map(({ id }) => panel.admin.post(`${path}/${id}/default`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await defaults('test')).toHaveLength(1);
    const last = tills[0];
    expect((await panel.admin.post(`${path}/${last.id}/default`)).body.isDefault).toBe(true);
    expect(await defaults('test')).toEqual([last.id]);
    expect(await defaults('live')).toHaveLength(1);
  });
});

describe('the calls that the worker makes', () => {
  test('are refused with 503 in time when no worker makes them, and name who asked', async () => {
    const { id } = await add();
    const response = await panel.admin.post(`${path}/${id}/register-tcr`);
    expect(response).toMatchObject({ status: 503, body: { code: 'CALL_NOT_ANSWERED' } });
    expect(response.headers['retry-after']).toBe('5');
    const rows = await panel.audit({ entityId: id, action: 'register-tcr.requested' });
    const { companyId, admin } = panel;
    expect(rows).toMatchObject([{ companyId, actor: `user:${admin.userId}` }]);
  });

  test.each([-1, 0.001, '0', null])(
    'a deposit of %j is refused before that',
    async (cashAmount) => {
      const { id } = await add();
      const response = await panel.admin.post(`${path}/${id}/initial-deposit`, { cashAmount });
      expect(response).toMatchObject({ status: 400, body: { details: [{ path: 'cashAmount' }] } });
    },
  );
});
