// Which notices people choose, of their own company.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startAdmin } from '../../../testing/running-admin.ts';
import type { RunningAdmin } from '../../../testing/running-admin.ts';

let api: RunningAdmin;
beforeAll(async () => {
  api = await startAdmin();
});
afterAll(() => api.close());

const PATH = '/account/notices';

test('an owner has all kinds until they choose, and the audit log shows the choice', async () => {
  const { body } = await api.admin.get(PATH).expect(200);
  expect(body).toEqual({
    chosen: ['deadline', 'failed', 'certificate', 'held', 'authority'],
    isMailed: false,
    unsent: {},
  });
  await api.admin.put(PATH, { chosen: ['authority', 'failed', 'failed'] }).expect(204);
  expect((await api.admin.get(PATH)).body).toMatchObject({ chosen: ['failed', 'authority'] });
  expect((await api.neighbour.get(PATH)).body).toMatchObject({ chosen: body.chosen });
  await api.admin.put(PATH, { chosen: [] }).expect(204);
  expect((await api.admin.get(PATH)).body).toMatchObject({ chosen: [] });
  const rows = await api.db.prisma.auditLog.findMany({
    where: { action: 'user.notices-chosen' },
    orderBy: { id: 'asc' },
  });
  expect(rows.map(({ after }) => after)).toEqual([
    { notices: ['failed', 'authority'] },
    { notices: [] },
  ]);
  expect(rows[0]?.companyId).not.toBeNull();
});

test('a kind that there is not is refused, and people without a company choose none', async () => {
  expect((await api.admin.put(PATH, { chosen: ['all'] })).status).toBe(400);
  expect((await api.operator.get(PATH)).body).toMatchObject({ chosen: null });
  expect((await api.operator.put(PATH, { chosen: ['failed'] })).status).toBe(409);
});

test('causes that no mail has counted are shown to their company alone', async () => {
  const companyId = (await api.admin.get('/session')).body.user.companyId as string;
  await api.db.pool.query(
    `insert into event (company_id, environment, type)
     select $1, environment, 'invoice.failed' from company, generate_series(1, 3) where id = $1`,
    [companyId],
  );
  expect((await api.admin.get(PATH)).body).toMatchObject({ unsent: { failed: 3 } });
  expect((await api.neighbour.get(PATH)).body).toMatchObject({ unsent: {} });
});
