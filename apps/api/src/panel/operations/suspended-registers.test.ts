import { noteRollback } from '@fiscal/db/number';
import { VERIFICATION_PAGES, verificationUrl } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startAdmin } from '../../testing/running-admin.ts';

const panel = await startAdmin();
afterAll(() => panel.close());
const path = `/companies/${panel.companyId}/cash-registers`;
const evidence = 'the last receipt of the till';

interface Suspended {
  cashRegisterId: string;
  tcrCode: string;
  year: number;
  lastOrdinal: number;
}
const suspendedOf = async () =>
  (await panel.admin.get(`${path}?environment=test`)).body.held as Suspended[];
const confirm = ({ cashRegisterId }: Suspended, lastOrdinal: number) =>
  panel.admin.post(`${path}/${cashRegisterId}/confirm-number`, { lastOrdinal, evidence });

// To PostgreSQL it is the same as a restore.
beforeEach(() => noteRollback(panel.db, { actor: 'test', place: null }));

describe('in a database that was restored', () => {
  test('the company sees which cash registers are suspended, and confirms their last number', async () => {
    const [suspended] = await suspendedOf();
    const today = async () => {
      const { body } = await panel.admin.get(
        `/companies/${panel.companyId}/today?environment=test`,
      );
      return (body.problems as { kind: string }[]).map(({ kind }) => kind);
    };
    expect(await today()).toContain('held');
    const refused = await confirm(suspended!, suspended!.lastOrdinal + 1_000_000);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'lastOrdinal' }] } });
    const { status, body } = await confirm(suspended!, suspended!.lastOrdinal + 5);
    expect({ status, body }).toEqual({
      status: 200,
      body: { lastOrdinal: suspended!.lastOrdinal + 5 },
    });
    expect(await suspendedOf()).not.toContainEqual(expect.objectContaining(suspended!));
    expect(await today()).not.toContain('held');
  });

  test('a number that was confirmed too small is raised, and never lowered', async () => {
    const [suspended] = await suspendedOf();
    const first = suspended!.lastOrdinal + 75;
    await confirm(suspended!, first);
    const confirmedOf = async () =>
      ((await panel.admin.get(`${path}?environment=test`)).body.confirmed as Suspended[]).map(
        ({ cashRegisterId, lastOrdinal }) => ({ cashRegisterId, lastOrdinal }),
      );
    const { cashRegisterId } = suspended!;
    expect(await confirmedOf()).toContainEqual({ cashRegisterId, lastOrdinal: first });
    const raised = await confirm(suspended!, first + 675);
    expect(raised).toMatchObject({ status: 200, body: { lastOrdinal: first + 675 } });
    expect(await confirmedOf()).toContainEqual({ cashRegisterId, lastOrdinal: first + 675 });
    for (const ordinal of [first + 675, first, 0]) {
      const refused = await confirm(suspended!, ordinal);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toContain('can only be raised');
    }
    expect(await confirmedOf()).toContainEqual({ cashRegisterId, lastOrdinal: first + 675 });
    const audited = await panel.db.prisma.auditLog.findMany({
      where: { entityId: cashRegisterId, action: 'cash-register.number-raised' },
    });
    expect(audited).toMatchObject([
      { before: { lastOrdinal: first }, after: { lastOrdinal: first + 675, evidence } },
    ]);
    expect(audited[0]?.actor).toMatch(/^user:/);
  });

  test('one behind which a number was given is not raised any more', async () => {
    const [suspended] = await suspendedOf();
    await confirm(suspended!, suspended!.lastOrdinal + 75);
    const { cashRegisterId, tcrCode, year, lastOrdinal } = suspended!;
    await panel.db.pool.query(
      `insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
         type_of_invoice, payment_method, order_number, tcr_code, year, ordinal)
       values (uuidv7(), $1, 'test', $2, 'Pending', 'INVOICE', 'NonCash', 'ACCOUNT', 0, $3, $4, $5)`,
      [panel.companyId, cashRegisterId, tcrCode, year, lastOrdinal + 76],
    );
    const refused = await confirm(suspended!, suspended!.lastOrdinal + 750);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain('it cannot be raised any more');
  });

  test('the operator sees all of them, and says that nothing was lost', async () => {
    const count = async () => (await panel.operator.get('/operations/health')).body.heldRegisters;
    const { held: suspended } = (await panel.operator.get('/operations/held-registers')).body;
    expect(suspended.length).toBeGreaterThan(0);
    const { body } = await panel.operator.post('/operations/held-registers/confirm', { evidence });
    expect(body).toEqual({ count: suspended.length });
    expect(await count()).toBe(0);
    expect(await suspendedOf()).toEqual([]);
  });

  test('a cash register that is added after a loss sells once somebody says that it has issued none', async () => {
    for (const suspended of await suspendedOf()) await confirm(suspended, suspended.lastOrdinal);
    for (const person of [panel.admin, panel.operator]) {
      const tcrCode = randomCode();
      const codes = { businessUnitCode: randomCode(), softwareCode: randomCode() };
      const added = { ...codes, operatorCode: randomCode(), maintainerCode: randomCode(), tcrCode };
      const body = { environment: 'test', name: 'Kasa', internalId: tcrCode, ...added };
      await person.post(path, body).expect(201);
      const suspended = (await suspendedOf()).find((each) => each.tcrCode === tcrCode);
      expect(suspended).toMatchObject({ lastOrdinal: 0 });
      const own = `${path}/${suspended!.cashRegisterId}/confirm-number`;
      await person.post(own, { lastOrdinal: 0, evidence: 'a new cash register' }).expect(200);
      expect(await suspendedOf()).toEqual([]);
    }
  });

  test('a link that names no receipt of the cash register and year is refused; the authority is not asked', async () => {
    const suspended = (await suspendedOf()).at(0)!;
    const { tin } = (await panel.admin.get(`/companies/${panel.companyId}`)).body;
    const receipt = {
      iic: 'A'.repeat(32),
      tin,
      issueDateTime: `${suspended.year}-01-02T10:00:00+01:00`,
      ordinal: suspended.lastOrdinal + 1,
      businessUnitCode: 'bb123bb123',
      tcrCode: suspended.tcrCode,
      softwareCode: 'ss123ss123',
      total: '1.00',
    };
    const own = `${path}/${suspended.cashRegisterId}/confirm-receipt`;
    const send = async (change: object) => {
      const link = verificationUrl(VERIFICATION_PAGES.test, { ...receipt, ...change });
      return panel.admin.post(own, { link });
    };
    for (const [change, words] of [
      [{ iic: 'short' }, 'must be the link of a QR code'],
      [{ tin: '00000000' }, 'is not of this company'],
      [{ tcrCode: 'zz999zz999' }, 'is of the TCR code zz999zz999'],
      [
        { issueDateTime: `${suspended.year - 1}-12-31T23:59:59+01:00` },
        `is not of ${suspended.year}`,
      ],
    ] as const) {
      const { status, body } = await send(change);
      expect({ status, details: body.details }).toMatchObject({
        status: 400,
        details: [{ path: 'link', message: expect.stringContaining(words) }],
      });
    }
    expect(await panel.db.prisma.keyOperation.count()).toBe(0);
    expect((await send({})).body.code).toBe('CALL_NOT_ANSWERED');
    expect(await suspendedOf()).toContainEqual(suspended);
    await confirm(suspended, suspended.lastOrdinal + 1);
    expect((await send({})).status).toBe(409);
  });

  test('another company’s cash register is not there', async () => {
    const [suspended] = await suspendedOf();
    const foreign = { ...suspended!, cashRegisterId: panel.companyId };
    expect((await confirm(foreign, 1)).status).toBe(404);
  });
});
