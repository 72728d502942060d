// Which cash register may number what after a loss, from the day on which it was seen to 1 January:
// whatever state its recovery is in, the guard holds one cash register and none beyond the year of
// the loss, and `recover` says what numbering does.

import { localYearOf } from '@fiscal/domain';
import { randomCode } from '@fiscal/testbed';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { recoverByHand } from '../recover.ts';
import { ANY_CLOCK, claimSampleInvoice } from '../testing/sample-invoices.ts';
import { addSampleRegister, createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { noteRollback, recordIncarnation } from './database-incarnation.ts';
import {
  confirmNumber,
  countSuspendedRegisters,
  listSuspendedRegisters,
} from './number-confirmation.ts';
import { assignNumber } from './numbering.ts';
import type { Assignment } from './numbering.ts';

const db = useTestDatabase();

/**
 * `now()` of every statement is that of the schema `clock`, which stands before PostgreSQL's own;
 * nothing of the service knows of it.
 */
beforeAll(async () => {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query(
    `create schema clock; grant usage on schema clock to public;
     create table clock.ahead (by interval not null); insert into clock.ahead values ('0');
     grant select on clock.ahead to public;
     create function clock.now() returns timestamptz language sql stable
       as 'select pg_catalog.now() + by from clock.ahead'`,
  );
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`alter database ${rows[0]!.name} set search_path = clock, pg_catalog, public`);
  await client.end();
});

const LOSS = new Date('2031-11-26T10:00:00Z');
const LAST_SECOND = new Date('2031-12-31T22:59:59Z');
const NEW_YEAR = new Date('2031-12-31T23:00:01Z');
const JULY = new Date('2032-07-01T10:00:00Z');
let now: Date;
/** What has no number there is left behind: its lease would be over. */
async function goTo(at: Date) {
  now = at;
  await db.owner.pool.query('delete from work');
  await db.owner.pool.query('update clock.ahead set by = $1::timestamptz - pg_catalog.now()', [at]);
}

let shop: SampleShop;
let registers: Record<'one' | 'two' | 'givenUp' | 'dormant', SampleShop>;

/** Four cash registers that have given 1 and 2 in the year of the loss, which is seen now. */
beforeEach(async () => {
  await db.owner.pool.query('update cash_register set tcr_code = null');
  await goTo(new Date('2031-11-20T10:00:00Z'));
  await noteRollback(db.worker, { actor: 'worker', place: null });
  await recover('--nothing-lost', '--because', 'before the test');
  shop = await createSampleShop(db);
  const add = () => addSampleRegister(db, shop.companyId, randomCode());
  registers = { one: shop, two: await add(), givenUp: await add(), dormant: await add() };
  for (const each of Object.values(registers)) {
    expect([await numberOf(each), await numberOf(each)]).toEqual([1, 2]);
  }
  await goTo(LOSS);
  await noteRollback(db.worker, { actor: 'worker', place: null });
  await seeLoss();
});

const seeLoss = () => recordIncarnation(db.worker, { actor: 'worker' });

const recover = (...options: string[]) => recoverByHand(db.owner, options, now);
const confirm = ({ cashRegisterId }: SampleShop, lastOrdinal: number) =>
  confirmNumber(db.api, { actor: 'user:ana', evidence: 'receipt', cashRegisterId, lastOrdinal });
const clearCode = ({ cashRegisterId }: SampleShop) =>
  db.owner.pool.query('update cash_register set tcr_code = null where id = $1', [cashRegisterId]);

async function ask(register: SampleShop): Promise<Assignment> {
  const claimed = await claimSampleInvoice(db, register);
  const { tcrCode } = register;
  const source = { tcrCode, year: localYearOf(now), maxAhead: 10, now, ...ANY_CLOCK };
  return assignNumber(db.worker, claimed, source);
}
const numberOf = async (register: SampleShop) => {
  const assigned = await ask(register);
  return assigned.kind === 'assigned' ? assigned.ordinal : assigned.kind;
};

/**
 * What each may number now; the list, the count and the words of `recover` are compared with it
 * beforehand.
 * @param others cash registers beside the four.
 */
async function mayNumber(others: Record<string, SampleShop> = {}) {
  const { rows } = await db.owner.pool.query<{ id: string }>(
    'select id from cash_register where tcr_code is not null',
  );
  const withCode = new Set(rows.map(({ id }) => id));
  const all = Object.entries({ ...registers, ...others }).filter(([, { cashRegisterId }]) =>
    withCode.has(cashRegisterId),
  );
  const said = await recover();
  const held = (await listSuspendedRegisters(db.api, { companyId: null })).map(
    ({ cashRegisterId }) => cashRegisterId,
  );
  const counted = (await countSuspendedRegisters(db.worker)).map(({ count }) => count);
  expect(counted).toEqual(held.length === 0 ? [] : [held.length]);
  const given: Record<string, number | string> = {};
  for (const [name, register] of all) given[name] = await numberOf(register);
  const refused = all.filter(([name]) => given[name] === 'unconfirmed').map(([, each]) => each);
  expect(new Set(held)).toEqual(new Set(refused.map(({ cashRegisterId }) => cashRegisterId)));
  expect(said.isOver).toBe(refused.length === 0);
  for (const { tcrCode } of refused) expect(said.text).toContain(`test/${tcrCode}  `);
  expect(said.text.includes('No cash register is suspended.')).toBe(refused.length === 0);
  return given;
}

/**
 * A cash register with a TCR code that was never here, or was on a cash register that was given up.
 */
const added = (tcrCode = randomCode()) => addSampleRegister(db, shop.companyId, tcrCode);

const HELD = 'unconfirmed';
const because = ['--because', 'the export of noon'];

/** What is done after the loss, and what each may number on that day; later ones follow from it. */
const STATES: [string, () => Promise<unknown>, Record<string, number | string>][] = [
  [
    'nothing confirmed',
    () => Promise.resolve(),
    { one: HELD, two: HELD, givenUp: HELD, dormant: HELD, added: HELD },
  ],
  [
    'one confirmed',
    () => confirm(registers.one, 7),
    { one: 8, two: HELD, givenUp: HELD, dormant: HELD, added: HELD },
  ],
  [
    'one confirmed as it stands',
    () => confirm(registers.one, 2),
    { one: 3, two: HELD, givenUp: HELD, dormant: HELD, added: HELD },
  ],
  [
    'all confirmed one by one',
    () => Promise.all(Object.values(registers).map((each) => confirm(each, 7))),
    { one: 8, two: 8, givenUp: 8, dormant: 8, added: HELD },
  ],
  [
    'all but a dormant test register',
    () => Promise.all(['one', 'two', 'givenUp'].map((name) => confirm(of(name), 7))),
    { one: 8, two: 8, givenUp: 8, dormant: HELD, added: HELD },
  ],
  [
    'all but one that was given up, whose code is cleared then',
    async () => {
      for (const name of ['one', 'two', 'dormant']) await confirm(of(name), 7);
      await clearCode(registers.givenUp);
    },
    { one: 8, two: 8, dormant: 8, added: HELD },
  ],
  [
    'the code of one that was given up cleared before the others are confirmed',
    async () => {
      await clearCode(registers.givenUp);
      for (const name of ['one', 'two', 'dormant']) await confirm(of(name), 7);
    },
    { one: 8, two: 8, dormant: 8, added: HELD },
  ],
  [
    'every code cleared but one, which is held',
    () => Promise.all(['two', 'givenUp', 'dormant'].map((name) => clearCode(of(name)))),
    { one: HELD, added: HELD },
  ],
  [
    'a TCR code confirmed that no cash register has',
    () => recover('--last', `test/${randomCode()}=9`, ...because),
    { one: HELD, two: HELD, givenUp: HELD, dormant: HELD, added: HELD },
  ],
  [
    'one confirmed too small, and raised',
    async () => {
      await confirm(registers.one, 75);
      await confirm(registers.one, 750);
    },
    { one: 751, two: HELD, givenUp: HELD, dormant: HELD, added: HELD },
  ],
  [
    'nothing lost',
    () => recover('--nothing-lost', ...because),
    { one: 3, two: 3, givenUp: 3, dormant: 3, added: 1 },
  ],
  [
    'nothing lost, while the code of one that was given up is cleared',
    async () => {
      await clearCode(registers.givenUp);
      await recover('--nothing-lost', ...because);
    },
    { one: 3, two: 3, dormant: 3, added: 1 },
  ],
  [
    'nothing lost, while no cash register has a code',
    async () => {
      await db.owner.pool.query('update cash_register set tcr_code = null');
      await recover('--nothing-lost', ...because);
    },
    { added: 1 },
  ],
  [
    'nothing lost but of one',
    async () => {
      await confirm(registers.one, 7);
      await recover('--nothing-lost', ...because);
    },
    { one: 8, two: 3, givenUp: 3, dormant: 3, added: HELD },
  ],
];

function of(name: string): SampleShop {
  return registers[name as keyof typeof registers];
}

describe.each(STATES)('%s', (_, recoverSo, thatDay) => {
  test('holds the same cash registers until the year ends, and none afterwards', async () => {
    await recoverSo();
    const others = { added: await added() };
    expect(await mayNumber(others)).toEqual(thatDay);
    const next = Object.fromEntries(
      Object.entries(thatDay).map(([name, given]) => [
        name,
        typeof given === 'number' ? given + 1 : given,
      ]),
    );
    await goTo(LAST_SECOND);
    expect(await mayNumber(others)).toEqual(next);
    await goTo(NEW_YEAR);
    expect(await mayNumber(others)).toEqual(allBegin(thatDay, 1));
    // Also with a code that comes then: that of the one that was given up, and one that was never
    // here.
    await clearCode(registers.givenUp);
    const late = { moved: await added(registers.givenUp.tcrCode), unknown: await added() };
    const { givenUp, ...staying } = allBegin(thatDay, 2);
    const moved = givenUp ?? 1;
    expect(await mayNumber({ ...others, ...late })).toEqual({ ...staying, moved, unknown: 1 });
    await goTo(JULY);
    expect(Object.values(await mayNumber({ ...others, ...late }))).not.toContain(HELD);
  });

  test('is the same where nobody asks for a number before 1 January', async () => {
    await recoverSo();
    const others = { added: await added() };
    await goTo(NEW_YEAR);
    expect(await mayNumber(others)).toEqual(allBegin(thatDay, 1));
    expect(await recover()).toEqual({ text: 'No cash register is suspended.', isOver: true });
  });
});

const allBegin = (thatDay: object, ordinal: number): Record<string, number> =>
  Object.fromEntries(Object.keys(thatDay).map((name) => [name, ordinal]));

describe('a loss that is seen in January', () => {
  const all = (given: number | string) => ({
    one: given,
    two: given,
    givenUp: given,
    dormant: given,
  });

  test.each([
    ['by somebody', seeLoss],
    ['by a sale that is refused', () => ask(registers.one)],
  ])('%s holds the numbers of that year, until it ends', async (_, see) => {
    await goTo(NEW_YEAR);
    await noteRollback(db.worker, { actor: 'worker', place: null });
    await see();
    expect(await mayNumber()).toEqual(all(HELD));
    await goTo(JULY);
    await confirm(registers.one, 4);
    expect(await mayNumber()).toEqual({ ...all(HELD), one: 5 });
    await goTo(new Date('2032-12-31T23:00:01Z'));
    expect(await mayNumber()).toEqual(all(1));
  });

  test('after one of the year before, of which nothing was confirmed, holds what begins by itself', async () => {
    await goTo(NEW_YEAR);
    expect(await mayNumber()).toEqual(all(1));
    await noteRollback(db.worker, { actor: 'worker', place: null });
    await seeLoss();
    expect(await mayNumber()).toEqual(all(HELD));
    await confirm(registers.two, 1);
    expect(await mayNumber()).toEqual({ ...all(HELD), two: 2 });
  });
});

test('a row that begins as one to be confirmed is certain in the year after the loss', async () => {
  await goTo(NEW_YEAR);
  const { tcrCode } = registers.dormant;
  await db.worker.pool.query(
    `insert into number_sequence (environment, tcr_code, year, confirmed_in) values ('test', $1, 2032, null)`,
    [tcrCode],
  );
  expect(await mayNumber()).toEqual({ one: 1, two: 1, givenUp: 1, dormant: 1 });
});

test('recover says until when a code that nobody has confirmed is held, and that the next year is not', async () => {
  for (const each of Object.values(registers)) await confirm(each, 7);
  expect(await recover()).toEqual({
    text:
      'No cash register is suspended.\n' +
      'Until the end of 2031 a cash register that gets a TCR code of which nothing was confirmed is suspended, too. ' +
      'Numbers of 2032 are given without a confirmation.',
    isOver: true,
  });
  await recover('--nothing-lost', ...because);
  await goTo(NEW_YEAR);
  expect(await recover()).toEqual({ text: 'No cash register is suspended.', isOver: true });
});
