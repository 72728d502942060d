// A database that was restored, rolled back or promoted gives no number that the authority may
// have.

import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  ANY_CLOCK,
  assignSample,
  claimSampleInvoice,
  refuseSample,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { addSampleRegister, createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  laterSeen,
  NOTHING_SEEN,
  noteRollback,
  recordIncarnation,
} from './database-incarnation.ts';
import type { LastSeen } from './database-incarnation.ts';
import { findOrdinalUse } from './number-rows.ts';
import { readNumberLedger } from './number-ledger.ts';
import {
  confirmAllNumbers,
  confirmNumber,
  countSuspendedRegisters,
  listSuspendedRegisters,
  MOST_LOST,
} from './number-confirmation.ts';
import { assignNumber } from './numbering.ts';

const db = useTestDatabase();
let shop: SampleShop;
const said = { actor: 'user:test', evidence: 'the last receipt of the till' };

// In a place in which nothing was lost.
beforeEach(async () => {
  await move();
  await confirmAllNumbers(db.api, { actor: 'command-line', evidence: 'before the test' });
  shop = await createSampleShop(db);
});

const give = async (register = shop) =>
  (await signSample(db, await claimSampleInvoice(db, register))).issued.ordinal;
const ask = async (register = shop, orderNumber = 0) =>
  assignSample(db, await claimSampleInvoice(db, register, orderNumber));
/** To PostgreSQL it is the same as any other way to another place. */
const move = () => noteRollback(db.worker, { actor: 'worker', place: null });
const confirm = (lastOrdinal: number, { cashRegisterId } = shop) =>
  confirmNumber(db.api, { ...said, cashRegisterId, lastOrdinal });
const heldOf = async ({ companyId }: SampleShop) =>
  (await listSuspendedRegisters(db.api, { companyId })).map(({ tcrCode, lastOrdinal }) => [
    tcrCode,
    lastOrdinal,
  ]);

describe('in another place', () => {
  test('a cash register gets no number until its last one is confirmed, and goes on behind it', async () => {
    expect([await give(), await give()]).toEqual([1, 2]);
    await move();
    expect(await ask()).toEqual({ kind: 'unconfirmed' });
    expect(await heldOf(shop)).toEqual([[shop.tcrCode, 2]]);
    expect(await confirm(5)).toMatchObject({ kind: 'confirmed', lost: 3 });
    expect(await heldOf(shop)).toEqual([]);
    expect([await give(), await give()]).toEqual([6, 7]);
  });

  test('a cash register without a number of this year is held, too, and a new one', async () => {
    await move();
    const added = await addSampleRegister(db, shop.companyId, `ab${String(Date.now()).slice(-8)}`);
    expect(await ask()).toEqual({ kind: 'unconfirmed' });
    expect(await ask(added)).toEqual({ kind: 'unconfirmed' });
    await confirm(0);
    await confirm(3, added);
    expect([await give(), await give(added)]).toEqual([1, 4]);
  });

  test('a cash register that asked for no number before it was confirmed goes on behind it, too', async () => {
    await move();
    await confirm(3);
    await confirmAllNumbers(db.api, said);
    expect(await give()).toBe(4);
  });

  test('what lies between is lost: in the ledger, and nothing for a client to choose', async () => {
    await give();
    await move();
    await confirm(3);
    expect(await give()).toBe(4);
    expect(await ask(shop, 2)).toEqual({ kind: 'taken' });
    const use = await findOrdinalUse(db.api, {
      cashRegisterId: shop.cashRegisterId,
      year: 2026,
      ordinal: 3,
    });
    expect(use).toEqual({ isTaken: true, highest: 4 });
    // Each year has its own: neither what was given nor what was lost counts in the next one.
    for (const ordinal of [1, 3]) {
      const ofNextYear = await findOrdinalUse(db.api, {
        cashRegisterId: shop.cashRegisterId,
        year: 2027,
        ordinal,
      });
      expect(ofNextYear).toEqual({ isTaken: false, highest: 0 });
    }
    const row = { ...sampleRowOf(shop), cashRegisterId: shop.cashRegisterId };
    const ledger = await readNumberLedger(db.api, row, 1e9, 10);
    expect(
      ledger.map(({ ordinal, events: [first] }) => [ordinal, first?.event, first?.reason]),
    ).toEqual([
      [4, 'given', null],
      [3, 'lost', said.evidence],
      [2, 'lost', said.evidence],
      [1, 'given', null],
    ]);
  });

  test.each([
    ['is free no more: it may have been given since', () => confirm(2), 3],
    ['is free still where nothing was lost', () => confirmAllNumbers(db.api, said), 1],
  ])('a number that was free %s', async (_, sayWhatIsTrue, next) => {
    const { claimed, signed } = await signedSale(db, shop);
    await give();
    await refuseSample(db, claimed, signed);
    await move();
    await sayWhatIsTrue();
    expect(await give()).toBe(next);
  });

  test.each([
    ['is lost: it may have been given to another since', () => confirm(1), 3, 'lost'],
    ['is free where nothing was lost', () => confirmAllNumbers(db.api, said), 1, 'freed'],
  ])('a number that is given back afterwards %s', async (_, sayWhatIsTrue, next, event) => {
    const { claimed, signed } = await signedSale(db, shop);
    await move();
    await sayWhatIsTrue();
    expect(await give()).toBe(2);
    await refuseSample(db, claimed, signed);
    expect(await give()).toBe(next);
    const row = { ...sampleRowOf(shop), cashRegisterId: shop.cashRegisterId };
    const first = (await readNumberLedger(db.api, row, 2, 1))[0];
    expect(first?.events.map((each) => each.event)).toContain(event);
  });

  test('of many invoices at the same time none gets a number, then each its own', async () => {
    await give();
    await move();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimSampleInvoice(db, shop)));
    const refused = await Promise.all(claims.map((claimed) => assignSample(db, claimed)));
    expect(refused).toEqual(claims.map(() => ({ kind: 'unconfirmed' })));
    await confirm(10);
    const given = await Promise.all(claims.map((claimed) => signSample(db, claimed)));
    const ordinals = given.map(({ issued }) => issued.ordinal).sort((a, b) => a - b);
    expect(ordinals).toEqual([11, 12, 13, 14, 15, 16, 17, 18]);
  });
});

describe('a confirmation', () => {
  test('is refused where the number cannot be, and where nothing is to be confirmed', async () => {
    expect(await confirm(7)).toEqual({ kind: 'not-suspended' });
    await give();
    await give();
    await move();
    expect(await confirm(1)).toEqual({ kind: 'too-low', lastOrdinal: 2 });
    expect(await confirm(3 + MOST_LOST)).toEqual({ kind: 'too-high', largest: 2 + MOST_LOST });
    expect(await ask()).toEqual({ kind: 'unconfirmed' });
    await confirm(2);
    expect(await give()).toBe(3);
    expect(await confirm(9)).toEqual({ kind: 'numbered', lastOrdinal: 3, confirmed: 2 });
    expect(await give()).toBe(4);
  });

  test('that nothing was lost confirms the place: rows begin by themselves again', async () => {
    await move();
    await confirmAllNumbers(db.api, said);
    expect(await countSuspendedRegisters(db.worker)).toEqual([]);
    expect(await give(await createSampleShop(db))).toBe(1);
  });

  test('counts in the place in which it was made', async () => {
    await give();
    await move();
    await confirm(4);
    await move();
    expect(await ask()).toEqual({ kind: 'unconfirmed' });
    expect(await heldOf(shop)).toEqual([[shop.tcrCode, 1]]);
  });

  test('is audited with who said it, what, and from where', async () => {
    await move();
    await confirm(4);
    const { rows } = await db.owner.pool.query(
      `select actor, action, before, after from audit_log
       where entity_id = $1 and action like '%confirmed'`,
      [shop.cashRegisterId],
    );
    expect(rows).toEqual([
      {
        actor: said.actor,
        action: 'cash-register.number-confirmed',
        before: { lastOrdinal: 0 },
        after: { tcrCode: shop.tcrCode, lastOrdinal: 4, evidence: said.evidence },
      },
    ]);
  });
});

describe('the place', () => {
  const readIncarnation = async () =>
    (await db.owner.pool.query<{ place: string }>('select current_place() as place')).rows[0];

  test('is noticed once, by whoever looks first', async () => {
    await move();
    const moved = await readIncarnation();
    const noticed = await Promise.all(
      [1, 2, 3].map(() => recordIncarnation(db.worker, { actor: 'worker' })),
    );
    expect(noticed.filter((each) => each !== null)).toEqual([moved]);
  });

  const askWith = async (lastSeen: LastSeen) => {
    const source = { ...sampleRowOf(shop), maxAhead: 10, now: new Date(), ...ANY_CLOCK };
    return assignNumber(db.worker, await claimSampleInvoice(db, shop), { ...source, lastSeen });
  };

  test.each([
    ['the number that was last given', { lastEntry: 1e9 }],
    ['that number, and has another one of its entry', { lastAt: 1 }],
  ])('is another one where the database lacks %s', async (_, lost) => {
    const lastSeen = { ...NOTHING_SEEN };
    await askWith(lastSeen);
    const before = await readIncarnation();
    expect(await askWith({ ...lastSeen, ...lost })).toEqual({ kind: 'unconfirmed' });
    expect(await readIncarnation()).not.toEqual(before);
    expect(await askWith({ ...lastSeen, ...lost })).toEqual({ kind: 'unconfirmed' });
    await confirmAllNumbers(db.api, said);
    expect(await askWith({ ...lastSeen, ...lost })).toMatchObject({ kind: 'assigned' });
  });

  test('is another one where an earlier place is back that lacks what a worker was given since', async () => {
    const lastSeen = { ...NOTHING_SEEN };
    expect(await askWith(lastSeen)).toMatchObject({ kind: 'assigned', ordinal: 1 });
    const before = await readIncarnation();
    await move();
    expect(await askWith(lastSeen)).toEqual({ kind: 'unconfirmed' });
    await confirmAllNumbers(db.api, said);
    expect(await askWith(lastSeen)).toMatchObject({ kind: 'assigned', ordinal: 2 });
    // As a copy of the files from before that has it: what was given, noted and confirmed since is
    // gone.
    const since = lastSeen.lastPlace;
    await db.owner.pool.query(
      `begin; set local session_replication_role = replica;
       delete from database_rollback where id = (select max(id) from database_rollback);
       delete from number_confirmation where place = '${since}';
       delete from database_place where place = '${since}';
       delete from number_ledger where id = ${lastSeen.lastEntry};
       update number_sequence set confirmed_in = current_place(); commit`,
    );
    expect(await readIncarnation()).toEqual(before);
    expect(await askWith(lastSeen)).toEqual({ kind: 'unconfirmed' });
    expect(await readIncarnation()).not.toEqual(before);
  });

  test('is another one in a copy of the database, and in tables that a dump brought back', async () => {
    const before = await readIncarnation();
    await db.owner.pool.query('begin; alter table number_sequence rename to before_the_dump');
    await db.owner.pool.query('create table number_sequence (like before_the_dump)');
    expect(await readIncarnation()).not.toEqual(before);
    await db.owner.pool.query('drop table number_sequence');
    await db.owner.pool.query('alter table before_the_dump rename to number_sequence; commit');
    expect(await readIncarnation()).toEqual(before);
  });
});

describe('what two workers have seen', () => {
  const seen = (lastPlace: string, lastEntry: number, lastAt: number) => ({
    lastPlace,
    lastEntry,
    lastAt,
  });

  test.each([
    ['nothing, and something', NOTHING_SEEN, seen('a', 1, 1), seen('a', 1, 1)],
    ['the same place', seen('a', 5, 1), seen('a', 7, 2), seen('a', 7, 2)],
    ['a place, and a later one', seen('a', 7, 1), seen('b', 5, 2), seen('b', 5, 2)],
  ])('is together what is later: %s', (_, one, other, later) => {
    expect(laterSeen(one, other)).toEqual(later);
    expect(laterSeen(other, one)).toEqual(later);
  });
});
