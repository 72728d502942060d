// A TCR code that a restored database does not know: its cash register was added in the lost time,
// and has numbers at the authority.

import { randomCode } from '@fiscal/testbed';
import { beforeEach, expect, test } from '@jest/globals';
import {
  ANY_CLOCK,
  assignSample,
  claimSampleInvoice,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { noteRollback } from './database-incarnation.ts';
import {
  confirmAllNumbers,
  confirmNumber,
  confirmRow,
  countSuspendedRegisters,
  listSuspendedRegisters,
} from './number-confirmation.ts';
import { findOrdinalUse } from './number-rows.ts';
import { assignNumber } from './numbering.ts';

const db = useTestDatabase();
let shop: SampleShop;
const said = { actor: 'user:test', evidence: 'the last receipt of the till' };

// In a place in which nothing was lost.
beforeEach(async () => {
  await move();
  await confirmAllNumbers(db.api, said);
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
/** As the command does, which need not know a cash register. */
const confirmCode = (tcrCode: string, lastOrdinal: number, ordinals: number[] = []) => {
  const row = { ...sampleRowOf({ tcrCode }), environment: 'test' as const };
  return confirmRow(db.owner, { ...said, ...row, lastOrdinal, ordinals });
};
/** Every cash register is confirmed, and with them the place; of one it was said what was lost. */
async function confirmAllButTheUnknown() {
  await confirm(0);
  await confirmAllNumbers(db.api, said);
  expect(await countSuspendedRegisters(db.worker)).toEqual([]);
}
const heldOf = async ({ companyId }: SampleShop) =>
  (await listSuspendedRegisters(db.api, { companyId })).map(({ tcrCode, lastOrdinal }) => [
    tcrCode,
    lastOrdinal,
  ]);

test('is held where something may have been lost, also once all others are confirmed', async () => {
  await move();
  await confirmAllButTheUnknown();
  expect(await give()).toBe(1);
  const added = await createSampleShop(db);
  expect(await heldOf(added)).toEqual([[added.tcrCode, 0]]);
  expect(await ask(added)).toEqual({ kind: 'unconfirmed' });
  expect(await heldOf(added)).toEqual([[added.tcrCode, 0]]);
  // Of a really new one.
  expect(await confirm(0, added)).toMatchObject({ kind: 'confirmed', lost: 0 });
  expect(await give(added)).toBe(1);
});

test('begins at 1 in the years after the one in which the loss was seen', async () => {
  await move();
  await confirmAllButTheUnknown();
  const added = await createSampleShop(db);
  const { tcrCode, year } = sampleRowOf(added);
  const askIn = async (ofYear: number) =>
    assignNumber(db.worker, await claimSampleInvoice(db, added), {
      tcrCode,
      year: ofYear,
      maxAhead: 10,
      now: new Date(),
      ...ANY_CLOCK,
    });
  expect(await askIn(year - 1)).toEqual({ kind: 'unconfirmed' });
  expect(await askIn(year)).toEqual({ kind: 'unconfirmed' });
  expect(await askIn(year + 1)).toMatchObject({ kind: 'assigned', ordinal: 1 });
});

test.each([
  ['while the place is not confirmed', () => Promise.resolve()],
  ['once it is', confirmAllButTheUnknown],
])('goes on behind what was said of it before it is added: %s', async (_, before) => {
  await move();
  await before();
  const tcrCode = randomCode();
  expect(await confirmCode(tcrCode, 3)).toMatchObject({
    kind: 'confirmed',
    isKnown: false,
    lost: 3,
  });
  expect(await confirmCode(tcrCode, 2)).toEqual({ kind: 'not-suspended' });
  const added = await createSampleShop(db, { tcrCode });
  expect(await heldOf(added)).toEqual([]);
  expect(await give(added)).toBe(4);
  const use = await findOrdinalUse(db.api, {
    cashRegisterId: added.cashRegisterId,
    year: sampleRowOf(added).year,
    ordinal: 2,
  });
  expect(use).toEqual({ isTaken: true, highest: 4 });
});

test('is not held where nothing was lost', async () => {
  expect(await confirmCode(randomCode(), 3)).toEqual({ kind: 'not-suspended' });
  expect(await give(await createSampleShop(db))).toBe(1);
});

test('numbers of a known one that a client had left out are lost where they were given', async () => {
  await give();
  await ask(shop, 5);
  await move();
  const confirmed = await confirmCode(shop.tcrCode, 6, [1, 3, 5, 6, 3]);
  expect(confirmed).toMatchObject({ kind: 'confirmed', isKnown: true, lost: 2 });
  expect(await ask(shop, 3)).toEqual({ kind: 'taken' });
  expect(await ask(shop, 2)).toMatchObject({ kind: 'assigned', ordinal: 2 });
  expect(await give()).toBe(7);
});
