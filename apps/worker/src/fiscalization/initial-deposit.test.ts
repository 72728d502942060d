import { expect, test } from '@jest/globals';
import type { WorkContext } from '../work.ts';
import { ensureInitialDeposit, rememberInitialDeposits } from './initial-deposit.ts';
import type { DepositTask } from './initial-deposit.ts';

const REGISTERED = { kind: 'registered', alreadyRegistered: true };

/** A database whose deposits are all registered. @returns how often it was asked, too. */
function registeredDeposits() {
  let asked = 0;
  const query = () => {
    asked += 1;
    return Promise.resolve({ rows: [{ status: 'registered', failure: null }] });
  };
  const context = { db: { pool: { query } }, depositLeases: { leaseMs: 1_000 } };
  return { context: context as unknown as WorkContext, asked: () => asked };
}

const task = (change: Partial<DepositTask> = {}) =>
  ({
    cashRegisterId: 'one',
    tcrCode: 'ab123cd456',
    issuedAt: new Date('2026-11-21T10:00:00Z'),
    budget: { isUsedUp: () => false },
    ...change,
  }) as DepositTask;

test('a day that was registered is asked about once, each register and day by itself', async () => {
  const { context, asked } = registeredDeposits();
  const ensure = rememberInitialDeposits(context);
  for (let sale = 0; sale < 3; sale += 1) expect(await ensure(task())).toMatchObject(REGISTERED);
  expect(asked()).toBe(1);
  await ensure(task({ cashRegisterId: 'other' }));
  await ensure(task({ issuedAt: new Date('2026-11-22T10:00:00Z') }));
  expect(asked()).toBe(3);
});

test('a delivery asks every time, whatever sales remember: the deposit may be unsure again', async () => {
  const { context, asked } = registeredDeposits();
  await rememberInitialDeposits(context)(task());
  await ensureInitialDeposit(context, task());
  await ensureInitialDeposit(context, task());
  expect(asked()).toBe(3);
});
