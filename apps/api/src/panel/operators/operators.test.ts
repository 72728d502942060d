import { operatorNameKey } from '@fiscal/domain';
import { randomCode, seedCompany } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/operators`;

const cashier = (name: string, change: object = {}) => {
  return { environment: 'test', name, code: randomCode(), ...change };
};
const add = async (name: string, change: object = {}) =>
  (await panel.admin.post(path, cashier(name, change)).expect(201)).body as Operator;
interface Operator {
  id: string;
  name: string;
  code: string;
}
async function namesOf(environment: string, search = ''): Promise<string[]> {
  const query = new URLSearchParams({ environment, search }).toString();
  const { body } = await panel.admin.get(`${path}?${query}`).expect(200);
  return (body.operators as Operator[]).map(({ name }) => name);
}
const importLines = (lines: string[], environment = 'live') =>
  panel.admin.post(`${path}/import`, { environment, lines: lines.join('\n') });

const TAKEN = {
  code: 'CONFLICT',
  message: 'Another active operator has this name.',
};

describe('an operator at the till', () => {
  test('is added, found by a part of the name, renamed, and made inactive, each with its audit', async () => {
    const ana = await add('Ana Marić');
    expect(ana).toMatchObject({ environment: 'test', name: 'Ana Marić', isActive: true });
    expect(ana).not.toHaveProperty('companyId');
    expect(ana).not.toHaveProperty('nameKey');
    expect(await namesOf('test', 'a MARI')).toEqual(['Ana Marić']);
    expect(await namesOf('test', 'Petar')).toEqual([]);
    const changes = [{ name: 'Ana Đurić' }, { isActive: false }, { code: 'aa123aa123' }];
    for (const change of changes) {
      const changed = await panel.admin.patch(`${path}/${ana.id}`, change).expect(200);
      expect(changed.body).toMatchObject(change);
    }
    const rows = await panel.audit({ entityId: ana.id });
    expect(rows).toMatchObject([
      { action: 'fiscal-operator.created', after: { environment: 'test', name: 'Ana Marić' } },
      { before: { name: 'Ana Marić' }, after: { name: 'Ana Đurić' } },
      { action: 'fiscal-operator.changed', before: { isActive: true }, after: { isActive: false } },
      { before: { code: ana.code }, after: { code: 'aa123aa123' } },
    ]);
    expect(await namesOf('test')).toContain('Ana Đurić');
  });

  test('extensions §3: has a name of its own among the active ones, whatever its case and blanks', async () => {
    const own = await add('Žana Šćekić');
    const other = await add('Jovan Žugić');
    const twice = await panel.admin.post(path, cashier(' žANA s\u030Cćekić'));
    const details = [{ ...TAKEN, path: 'name' }];
    expect(twice).toMatchObject({ status: 409, body: { ...codeOf(TAKEN), details } });
    const renamed = await panel.admin.patch(`${path}/${other.id}`, { name: 'ŽanaŠćekić' });
    expect(renamed).toMatchObject({ status: 409, body: { details } });
    await panel.admin.patch(`${path}/${own.id}`, { name: 'ŽANA ŠĆEKIĆ' }).expect(200);
    await panel.admin.patch(`${path}/${own.id}`, { isActive: false }).expect(200);
    const successor = await add('Žana Šćekić');
    const again = await panel.admin.patch(`${path}/${own.id}`, { isActive: true });
    expect(again).toMatchObject({ status: 409, body: { details } });
    // The live key's set is another one, and so is another company's.
    await add('Žana Šćekić', { environment: 'live' });
    const theirs = `/companies/${panel.otherCompanyId}/operators`;
    await panel.neighbour.post(theirs, cashier('Žana Šćekić')).expect(201);
    await panel.neighbour.patch(`${theirs}/${successor.id}`, { name: 'X' }).expect(404);
  });

  test('extensions §3: of two who enter one name at once, one is refused; an index holds it, too', async () => {
    for (let round = 0; round < 5; round += 1) {
      const names = [`Blagajnik ${round}`, `BLAGAJNIK${round}`];
      const statuses = await Promise.all(
        names.map(async (name) => (await panel.admin.post(path, cashier(name))).status),
      );
      expect(statuses.toSorted()).toEqual([201, 409]);
    }
    const { companyId, db } = panel;
    const row = {
      companyId,
      environment: 'test' as const,
      code: randomCode(),
      name: 'Blagajnik 0',
    };
    const id = '01890000-0000-7000-8000-000000000001';
    const nameKey = operatorNameKey(row.name);
    await expect(
      db.prisma.fiscalOperator.create({ data: { ...row, id, nameKey } }),
    ).rejects.toThrow('Unique constraint');
  });

  test('is not changed by one who has seen an older version', async () => {
    const { id } = await add('Vesna');
    await panel.admin.patch(`${path}/${id}`, { name: 'Vesna K.' }).expect(200);
    const late = await panel.admin.patch(`${path}/${id}`, { name: 'V.' }).set('If-Match', '"1"');
    expect(late).toMatchObject({
      status: 412,
      body: { current: { name: 'Vesna K.', version: 2 } },
    });
  });

  test('takes a name and a code of the registry, and says so of both at once', async () => {
    const wrong = await panel.admin.post(path, cashier(' ', { code: 'AB123CD456' }));
    expect(wrong.status).toBe(400);
    expect(wrong.body.details).toMatchObject([{ path: 'name' }, { path: 'code' }]);
  });
});

describe('many operators by lines', () => {
  test('all are added at once, from a table with tabs, too, each with its audit', async () => {
    const lines = ['Ana;aa111aa111', '', 'Luka Đ.\tbb222bb222\r', ' Mila ; cc333cc333 '];
    const { status, body } = await importLines(lines);
    expect(status).toBe(201);
    const operators = body.operators as Operator[];
    expect(operators.map(({ name, code }) => `${name} ${code}`).sort()).toEqual([
      'Ana aa111aa111',
      'Luka Đ. bb222bb222',
      'Mila cc333cc333',
    ]);
    for (const { id, name } of operators) {
      const rows = await panel.audit({ entityId: id });
      expect(rows).toMatchObject([{ action: 'fiscal-operator.created', after: { name } }]);
    }
  });

  test('all problems are told at once by the numbers of the lines, and nothing is stored', async () => {
    await importLines(['Sanja;aa111aa111']).expect(201);
    const before = await namesOf('live');
    const { status, body } = await importLines([
      'SANJA;dd444dd444',
      'Ivo',
      ';ee555ee555',
      'Nina;EE555EE555',
      'Petar;ff666ff666;x',
      'Nova;aa111aa111',
      '',
      'n o v a;bb222bb222',
    ]);
    expect(status).toBe(400);
    expect(body.code).toBe('FIELD_INVALID');
    const line = 'must be a name and a code with a semicolon between them';
    expect(body.details).toMatchObject([
      { path: 'lines.1.name', ...TAKEN },
      { path: 'lines.2', message: line },
      { path: 'lines.3.name', message: 'must not be empty' },
      { path: 'lines.4.code', message: expect.stringContaining('must be two small letters') },
      { path: 'lines.5', message: line },
      { path: 'lines.8.name', ...TAKEN },
    ]);
    expect(await namesOf('live')).toEqual(before);
    expect((await importLines(['', ' '])).body.details).toMatchObject([{ path: 'lines' }]);
    const many = Array.from({ length: 1001 }, (_, index) => `Osoba ${index};aa111aa111`);
    expect((await importLines(many)).body.details).toMatchObject([{ path: 'lines' }]);
    expect(await namesOf('live')).toEqual(before);
  });

  test('a thousand are added in one call', async () => {
    const { id } = await seedCompany(panel.db);
    const lines = Array.from({ length: 1000 }, (_, index) => `Osoba ${index};aa111aa111`);
    const body = { environment: 'test', lines: lines.join('\n') };
    const added = await panel.operator.post(`/companies/${id}/operators/import`, body);
    expect(added.status).toBe(201);
    expect(added.body.operators).toHaveLength(1000);
  });
});

function codeOf({ code }: { code: string }) {
  return { code };
}
