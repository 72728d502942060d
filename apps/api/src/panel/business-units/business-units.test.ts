import { afterAll, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/business-units`;

const unit = (change: object = {}) => {
  const place = { address: 'Obala 1', town: 'Bar' };
  return { environment: 'test', code: 'bu111bu111', name: 'Radnja na obali', ...place, ...change };
};
const listed = async (environment: string) =>
  (await panel.admin.get(`${path}?environment=${environment}`).expect(200)).body.businessUnits;

test('a business unit is entered, and changed by its code; each with its audit', async () => {
  const { body } = await panel.admin.put(path, unit()).expect(200);
  expect(body).toEqual({ id: expect.any(String), ...unit() });
  const moved = unit({ address: 'Trg 2', town: 'Budva' });
  expect((await panel.admin.put(path, moved).expect(200)).body).toEqual({ id: body.id, ...moved });
  await panel.admin.put(path, moved).expect(200);
  expect(await listed('test')).toEqual([{ id: body.id, ...moved }]);
  const rows = await panel.audit({ entityId: body.id });
  expect(rows).toMatchObject([
    { action: 'business-unit.entered', before: null, after: unit() },
    {
      action: 'business-unit.entered',
      before: { address: 'Obala 1', town: 'Bar' },
      after: { address: 'Trg 2', town: 'Budva' },
    },
  ]);
});

test('extensions §4: one without name, address or town is refused, with all problems at once', async () => {
  const wrong = unit({ code: 'x', name: '', address: ' ', town: undefined });
  const { status, body } = await panel.admin.put(path, wrong);
  expect(status).toBe(400);
  const paths = (body.details as { path: string }[]).map((detail) => detail.path);
  expect(paths).toEqual(['code', 'name', 'address', 'town']);
});

test('environments and companies have units of their own; of two at once one row is left', async () => {
  const code = 'bu222bu222';
  const towns = ['Bar', 'Kotor', 'Tivat', 'Budva'];
  const responses = await Promise.all(
    towns.map((town) => panel.admin.put(path, unit({ code, town, environment: 'live' }))),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await listed('live')).toHaveLength(1);
  const theirs = `/companies/${panel.otherCompanyId}/business-units`;
  await panel.neighbour.put(theirs, unit({ code, environment: 'live' })).expect(200);
  await panel.neighbour.put(path, unit({ code, environment: 'live' })).expect(404);
  expect(await listed('live')).toHaveLength(1);
});
