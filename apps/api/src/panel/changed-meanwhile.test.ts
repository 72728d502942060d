import { afterAll, expect, test } from '@jest/globals';
import { startAdmin } from '../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}`;

async function versionOf(of: string): Promise<number> {
  return ((await panel.admin.get(of)).body as { version: number }).version;
}

const changed = (version: number, change: object, of = path) =>
  panel.admin.patch(of, change).set('If-Match', `"${version}"`);

test('a change names the version that was seen, and gets the next one', async () => {
  const version = await versionOf(path);
  const { status, body, headers } = await changed(version, { address: 'Nova 1' });
  expect(status).toBe(200);
  expect(body.version).toBe(version + 1);
  expect(headers.etag).toBe(`"${version + 1}"`);
});

test('what somebody else changed meanwhile is not overwritten: it is shown, with their name', async () => {
  const version = await versionOf(path);
  await panel.operator.patch(path, { town: 'Kotor' }).expect(200);
  const { status, body } = await changed(version, { town: 'Budva' });
  expect(status).toBe(412);
  expect(body).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    current: { town: 'Kotor', version: version + 1 },
  });
  // A company sees that an operator did it, not how to reach that person.
  expect(body.changes).toContainEqual({ path: 'town', by: null, at: expect.any(String) });
  const asOperator = await panel.operator
    .patch(path, { town: 'Budva' })
    .set('If-Match', `"${version}"`);
  expect(asOperator.body.changes).toContainEqual(
    expect.objectContaining({ path: 'town', by: expect.stringContaining('@') }),
  );
  expect((await panel.admin.get(path)).body.town).toBe('Kotor');
});

test('of several changes of one version at once, one is made', async () => {
  const version = await versionOf(path);
  const towns = ['Bar', 'Ulcinj', 'Tivat', 'Cetinje'];
  const responses = await Promise.all(towns.map((town) => changed(version, { town })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
});

test('a change without a version is refused, and so is a tag that is none of ours', async () => {
  const test = panel.admin.patch(path, { town: 'Budva' }).unset('If-Match');
  expect(await test).toMatchObject({ status: 428, body: { code: 'VERSION_REQUIRED' } });
  for (const tag of ['W/"1"', '"x"', '1', '']) {
    const { status } = await panel.admin.patch(path, { town: 'Budva' }).set('If-Match', tag);
    expect([tag, status]).toEqual([tag, 412]);
  }
});

test('cash registers and people have versions, too, and a sign-in raises none', async () => {
  const registers = await panel.admin.get(`${path}/cash-registers`);
  const [register] = registers.body.cashRegisters as { id: string; version: number }[];
  const ofRegister = `${path}/cash-registers/${register!.id}`;
  await changed(register!.version, { name: 'Kasa A' }, ofRegister).expect(200);
  const again = await changed(register!.version, { name: 'Kasa B' }, ofRegister).expect(412);
  expect(again.body.current).toMatchObject({ name: 'Kasa A' });

  const id = await panel.newAdmin('vesna@shop.example');
  const ofPerson = `${path}/members/${id}`;
  await panel.signIn('vesna@shop.example');
  await changed(1, { name: 'Vesna' }, ofPerson).expect(200);
  const stale = await changed(1, { isActive: false }, ofPerson).expect(412);
  expect(stale.body.current).toMatchObject({ name: 'Vesna', status: 'active' });
});
