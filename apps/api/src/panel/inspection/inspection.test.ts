import { afterAll, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/inspectors/iic`;

const VALUES = {
  environment: 'test',
  issueDateTime: '2019-06-12T17:05:43+02:00',
  ordinal: 9952,
  businessUnitCode: 'bb123bb123',
  tcrCode: 'cc123cc123',
  softwareCode: 'ss123ss123',
  total: '99.01',
};

describe('re-creating an IIC', () => {
  test.each<[string, unknown]>([
    ['tin', '87654321'],
    ['issueDateTime', '2019-06-12 17:05:43'],
    ['issueDateTime', '2019-02-30T17:05:43+02:00'],
    ['issueDateTime', '2019-06-12T17:05:43Z'],
    ['ordinal', 0],
    ['ordinal', 1.5],
    ['businessUnitCode', 'bb123bb123|x'],
    ['tcrCode', ''],
    ['softwareCode', 'SS123SS123'],
    ['total', '99,01'],
    ['total', '99.1'],
    ['compareWith', 'E4033D47'],
  ])('signs nothing for %s %j', async (field, value) => {
    const response = await panel.admin.post(path, { ...VALUES, [field]: value });
    expect(response).toMatchObject({ status: 400, body: { details: [{ path: field }] } });
    expect(await panel.db.prisma.keyOperation.count()).toBe(0);
  });

  test('is left to the worker, with who asked in the audit log', async () => {
    const response = await panel.admin.post(path, { ...VALUES, total: '-99.01' });
    expect(response.body.code).toBe('CALL_NOT_ANSWERED');
    const { companyId, admin } = panel;
    const rows = await panel.audit({ companyId, action: 'recreate-iic.requested' });
    const after = { values: { totalPrice: '-99.01' }, expectedIic: null };
    expect(rows).toMatchObject([{ actor: `user:${admin.userId}`, after }]);
  });
});
