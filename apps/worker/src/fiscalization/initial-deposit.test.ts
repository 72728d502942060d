import { createSigner } from '@fiscal/efi';
import type { CashDepositOutcome } from '@fiscal/efi';
import { certificateFacts, issueTaxpayer, makeAuthority } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { useSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import type { Message } from '../authority/authority.ts';
import type { WorkContext } from '../work/work.ts';
import {
  ensureInitialDeposit,
  recoverMissingDeposit,
  registerDepositByHand,
  rememberInitialDeposits,
} from './initial-deposit.ts';
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

describe('the message of a deposit', () => {
  const db = useTestDatabase();
  const shop = useSampleShop(db);
  const TIN = '12345678';
  const seal = certificateFacts(issueTaxpayer(makeAuthority(), TIN, 'Prodavnica d.o.o.'), TIN);
  const signer = createSigner(seal);
  const nothing = { httpStatus: null, rawReply: null };
  const registered: CashDepositOutcome = {
    kind: 'registered',
    ...nothing,
    responseUuid: 'a',
    repliedAt: '',
    fcdc: '67822bea-7e5a-4c56-a195-547e51ee5cd8',
  };
  const silent: CashDepositOutcome = {
    kind: 'unanswered',
    ...nothing,
    reason: 'timeout',
    detail: '',
    wasSent: true,
  };
  const refused: CashDepositOutcome = {
    kind: 'refused',
    ...nothing,
    efiCode: 49,
    efiMessage: 'clock',
    responseUuid: null,
  };
  // 23:50 and 00:10 in Podgorica, on one day of UTC.
  const beforeMidnight = new Date('2026-11-21T22:50:00Z');
  const afterMidnight = new Date('2026-11-21T23:10:00Z');

  /** One worker. @returns the attributes that are about times and money of each message. */
  function worker(outcomes: CashDepositOutcome[]) {
    let now = beforeMidnight;
    const sent: (string | undefined)[][] = [];
    const registerCashDeposit = ({ request }: Message) => {
      const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(request)?.[1];
      const names = ['ChangeDateTime', 'SendDateTime', 'SubseqDelivType', 'CashAmt'];
      sent.push(names.map(attribute));
      return Promise.resolve(outcomes.shift() ?? registered);
    };
    const context = {
      db: db.worker,
      clock: () => now,
      deliveryAfterMs: 0,
      random: () => 0,
      depositLeases: { leaseMs: 60_000, begin: () => ({ end: () => undefined }) },
      efi: { test: { registerCashDeposit, circuit: { isOpenFor: () => false } } },
    } as unknown as WorkContext;
    const { companyId, cashRegisterId, tcrCode } = shop;
    const due = task({
      environment: 'test',
      companyId,
      cashRegisterId,
      tcrCode,
      tin: TIN,
      key: { certificateId: uuidv7(), signer },
      issuedAt: beforeMidnight,
    });
    return { context, due, sent, setClock: (to: Date) => (now = to) };
  }

  const [LAST_MINUTES, FIRST_MINUTES] = ['2026-11-21T23:50:00+01:00', '2026-11-22T00:10:00+01:00'];

  test('of today has one time and no mark', async () => {
    const { context, due, sent } = worker([]);
    expect(await ensureInitialDeposit(context, due)).toMatchObject({ alreadyRegistered: false });
    expect(sent).toEqual([[LAST_MINUTES, LAST_MINUTES, undefined, '0.00']]);
  });

  test('of a day that is over has the time of its sale and a mark, at the first time, too', async () => {
    const { context, due, sent, setClock } = worker([]);
    setClock(afterMidnight);
    await ensureInitialDeposit(context, due);
    expect(sent).toEqual([[LAST_MINUTES, FIRST_MINUTES, 'SERVICE', '0.00']]);
  });

  test('that got no reply keeps its time and gets a mark', async () => {
    const { context, due, sent, setClock } = worker([silent]);
    await ensureInitialDeposit(context, due);
    setClock(new Date('2026-11-21T22:55:00Z'));
    await ensureInitialDeposit(context, due);
    expect(sent[1]).toEqual([LAST_MINUTES, '2026-11-21T23:55:00+01:00', 'SERVICE', '0.00']);
  });

  test.each([
    ['was refused', refused],
    ['was registered', registered],
  ])('that %s and is changed by hand is a new one', async (_, outcome) => {
    const { context, due, sent, setClock } = worker([outcome]);
    await ensureInitialDeposit(context, due);
    setClock(new Date('2026-11-21T22:55:00Z'));
    await registerDepositByHand(context, due, '100.00');
    const later = '2026-11-21T23:55:00+01:00';
    expect(sent[1]).toEqual([later, later, undefined, '100.00']);
    // What the authority has lost is registered with the amount that was asked for last.
    await recoverMissingDeposit(context, due);
    expect(sent[2]).toEqual([later, later, undefined, '100.00']);
  });

  const refusedWith = (efiCode: number): CashDepositOutcome => ({ ...refused, efiCode });
  const FCDC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
  const first = { status: 'registered', cash_amount: '0.00', fcdc: FCDC };
  const unknown = { cash_amount: null, fcdc: null };
  test.each<[string, CashDepositOutcome, object, object]>([
    [
      'exists already leaves the one from before',
      refusedWith(56),
      { kind: 'registered', cashAmount: '0.00', fcdc: FCDC, alreadyRegistered: true },
      first,
    ],
    ['is refused leaves the one from before', refused, { kind: 'refused' }, first],
    [
      'gets no reply is not known',
      silent,
      { kind: 'unanswered' },
      { ...unknown, status: 'offline' },
    ],
  ])('that changes a registered one and %s', async (_, outcome, verdict, row) => {
    const { context, due } = worker([registered, outcome]);
    await ensureInitialDeposit(context, due);
    expect(await registerDepositByHand(context, due, '100.00')).toMatchObject(verdict);
    const read =
      'select status, cash_amount::text, fcdc from cash_deposit where cash_register_id = $1';
    expect((await db.owner.pool.query(read, [shop.cashRegisterId])).rows).toEqual([row]);
  });

  test('is sent again for the next sale where the first one was refused', async () => {
    const { context, due, sent } = worker([refused]);
    const ensure = rememberInitialDeposits(context);
    expect((await ensure(due)).kind).toBe('refused');
    expect((await ensure(due)).kind).toBe('registered');
    expect(sent).toHaveLength(2);
  });
});
