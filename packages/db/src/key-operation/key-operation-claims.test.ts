import type { Failure } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { findKeyOperation, insertKeyOperation } from './key-operations.ts';
import { claimNextKeyOperation, recordKeyOperation } from './key-operation-claims.ts';
import { addSampleRegister, createSampleShop, useSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
const shop = useSampleShop(db);

/** A register-tcr call that a worker holds. */
async function claimFor(cashRegisterId: string) {
  const id = await insertKeyOperation(db.api, { kind: 'register-tcr', cashRegisterId }, 60_000);
  const call = await claimNextKeyOperation(db.worker, { leaseMs: 60_000 });
  if (!call) throw new Error('the call could not be claimed');
  const given = (tcrCode: string) =>
    recordKeyOperation(db.worker, call, null, {
      status: 'done',
      result: { kind: 'register-tcr', tcrCode },
    });
  const failed = (failure: Failure) =>
    recordKeyOperation(db.worker, call, null, { status: 'failed', failure });
  return { given, failed, state: () => findKeyOperation(db.api, id) };
}

async function codeOf(id: string): Promise<string | null> {
  const text = 'select tcr_code from cash_register where id = $1';
  const { rows } = await db.owner.pool.query<{ tcr_code: string | null }>(text, [id]);
  return rows[0]?.tcr_code ?? null;
}

describe('the TCR code that the authority gives', () => {
  test('is stored on the cash register with the result', async () => {
    const { cashRegisterId } = await addSampleRegister(db, shop.companyId, null);
    const call = await claimFor(cashRegisterId);
    const tcrCode = randomCode();
    expect(await call.given(tcrCode)).toBeNull();
    expect(await codeOf(cashRegisterId)).toBe(tcrCode);
    expect(await call.state()).toEqual({
      status: 'done',
      result: { kind: 'register-tcr', tcrCode },
    });
  });

  test('is the one that it has already, which changes nothing', async () => {
    const call = await claimFor(shop.cashRegisterId);
    expect(await call.given(shop.tcrCode)).toBeNull();
    expect(await codeOf(shop.cashRegisterId)).toBe(shop.tcrCode);
  });

  test.each([
    ['of the company, which is named', true],
    ['of another company, which is not', false],
  ])('is not taken from a cash register %s; the call is open to be failed', async (_, isOwn) => {
    const { companyId } = isOwn ? shop : await createSampleShop(db);
    const { cashRegisterId } = await addSampleRegister(db, companyId, null);
    const call = await claimFor(cashRegisterId);
    expect(await call.given(shop.tcrCode)).toEqual({ name: isOwn ? 'Kasa 1' : null });
    expect(await codeOf(cashRegisterId)).toBeNull();
    expect(await codeOf(shop.cashRegisterId)).toBe(shop.tcrCode);
    expect(await call.state()).toEqual({ status: 'pending' });
    const failure: Failure = {
      error: 'Taken.',
      code: 'TCR_CODE_TAKEN',
      tcrCode: shop.tcrCode,
      efiCode: null,
      efiMessage: null,
      retryable: false,
      remedy: 'Clear it.',
    };
    expect(await call.failed(failure)).toBeNull();
    expect(await call.state()).toEqual({ status: 'failed', failure });
  });

  test('goes to one of two cash registers at a time; the other learns which has it', async () => {
    const registers = [
      await addSampleRegister(db, shop.companyId, null),
      await addSampleRegister(db, shop.companyId, null),
    ];
    const tcrCode = randomCode();
    const calls = await Promise.all(registers.map((one) => claimFor(one.cashRegisterId)));
    const holders = await Promise.all(calls.map((call) => call.given(tcrCode)));
    expect(holders.filter((holder) => holder === null)).toHaveLength(1);
    const codes = await Promise.all(registers.map((one) => codeOf(one.cashRegisterId)));
    expect(codes.toSorted()).toEqual([tcrCode, null].toSorted());
    expect(holders[codes.indexOf(null)]).toEqual({
      name: codes[0] === tcrCode ? 'Kasa 2' : 'Kasa 3',
    });
  });
});
