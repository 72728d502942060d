// A last number that was confirmed too small (75 typed for 750) is raised while nothing is numbered
// behind it.

import { randomCode } from '@fiscal/testbed';
import { beforeEach, expect, test } from '@jest/globals';
import {
  assignSample,
  claimSampleInvoice,
  refuseSample,
  signedSale,
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
  listConfirmedRegisters,
  MOST_LOST,
} from './number-confirmation.ts';
import type { ConfirmationResult } from './number-confirmation.ts';
import { readNumberLedger } from './number-ledger.ts';
import { openRow } from './open-row.ts';

const db = useTestDatabase();
let shop: SampleShop;
const evidence = 'the last receipt of the till';
const move = () => noteRollback(db.worker, { actor: 'worker', place: null });

/** A shop that knows the numbers 1 and 2, in a place to which the database has just come. */
beforeEach(async () => {
  await move();
  await confirmAllNumbers(db.api, { actor: 'test', evidence: 'before the test' });
  shop = await createSampleShop(db);
  await give();
  await give();
  await move();
});

const ask = async (orderNumber = 0) =>
  assignSample(db, await claimSampleInvoice(db, shop, orderNumber));
const give = async () => (await signSample(db, await claimSampleInvoice(db, shop))).issued.ordinal;
const byPanel = (lastOrdinal: number, actor = 'user:ana') =>
  confirmNumber(db.api, { actor, evidence, cashRegisterId: shop.cashRegisterId, lastOrdinal });
const byCommand = (lastOrdinal: number, actor = 'command-line') =>
  confirmRow(db.owner, { ...rowOf(), actor, evidence, lastOrdinal, ordinals: [lastOrdinal] });
const rowOf = () => ({ ...sampleRowOf(shop), environment: 'test' as const });
/** A worker has taken over what was confirmed, and was ended before it gave a number. */
const adopt = () => openRow(db.worker, rowOf(), shop.cashRegisterId);
const lostOf = async () => {
  const ledger = await readNumberLedger(
    db.api,
    { ...sampleRowOf(shop), cashRegisterId: shop.cashRegisterId },
    1e9,
    1000,
  );
  return ledger
    .filter(({ events }) => events.some(({ event }) => event === 'lost'))
    .map(({ ordinal }) => ordinal)
    .sort((a, b) => a - b);
};
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const listed = async () =>
  (await listConfirmedRegisters(db.api, { companyId: shop.companyId })).map(
    ({ lastOrdinal }) => lastOrdinal,
  );

const WAYS = { panel: byPanel, command: byCommand };
const both = Object.entries(WAYS);

test.each(both)('by the %s, before anybody has asked for a number', async (_, say) => {
  expect(await say(75)).toMatchObject({ kind: 'confirmed', raisedFrom: null, lost: 73 });
  expect(await listed()).toEqual([75]);
  expect(await say(750)).toMatchObject({ kind: 'confirmed', raisedFrom: 75, lost: 748 });
  expect(await listed()).toEqual([750]);
  expect([await give(), await give()]).toEqual([751, 752]);
  expect(await lostOf()).toEqual(from(3, 750));
  expect(await listed()).toEqual([]);
});

test.each(both)('by the %s, after a worker has taken it over', async (_, say) => {
  await say(75);
  expect(await adopt()).toBe(true);
  expect(await say(750)).toMatchObject({ kind: 'confirmed', raisedFrom: 75 });
  expect(await give()).toBe(751);
  expect(await lostOf()).toEqual(from(3, 750));
});

test.each(both)('by the %s, not once a number is given behind it', async (_, say) => {
  await say(75);
  expect(await give()).toBe(76);
  expect(await say(750)).toEqual({ kind: 'numbered', lastOrdinal: 76, confirmed: 75 });
  expect(await say(76)).toEqual({ kind: 'not-suspended' });
  expect(await give()).toBe(77);
});

test.each(both)('by the %s, never below what was confirmed or is known used', async (_, say) => {
  expect(await say(1)).toEqual({ kind: 'too-low', lastOrdinal: 2 });
  await say(75);
  for (const lower of [75, 74, 2, 1]) expect(await say(lower)).toEqual({ kind: 'not-suspended' });
  expect(await say(3 + MOST_LOST)).toEqual({ kind: 'too-high', largest: 2 + MOST_LOST });
  expect(await give()).toBe(76);
});

test('also where it was said that nothing was lost, which holds no more then', async () => {
  await confirmAllNumbers(db.api, { actor: 'user:operator', evidence });
  expect(await byPanel(5)).toMatchObject({ kind: 'confirmed', raisedFrom: 2, lost: 3 });
  expect(await give()).toBe(6);
  shop = await createSampleShop(db);
  expect(await ask()).toEqual({ kind: 'unconfirmed' });
});

test('a number behind it that was given back is lost with the others', async () => {
  await byPanel(75);
  const { claimed, signed } = await signedSale(db, shop);
  expect(signed.issued.ordinal).toBe(76);
  expect(await byPanel(750)).toMatchObject({ kind: 'numbered' });
  await refuseSample(db, claimed, signed);
  expect(await byPanel(750)).toMatchObject({ kind: 'confirmed', raisedFrom: 75 });
  expect(await give()).toBe(751);
  expect(await lostOf()).toEqual(from(3, 750));
});

test('a number before it, which a client chose, is not behind it', async () => {
  await ask(4);
  await byCommand(75);
  // 3 was left out, and the file of the command does not name it.
  expect(await byCommand(80)).toMatchObject({ kind: 'confirmed', raisedFrom: 75 });
  expect(await give()).toBe(81);
});

test('of a TCR code that no cash register has yet', async () => {
  const { companyId } = shop;
  shop = { companyId, cashRegisterId: companyId, tcrCode: randomCode() };
  expect(await byCommand(75)).toMatchObject({ isKnown: false });
  expect(await byCommand(750)).toMatchObject({ isKnown: false, raisedFrom: 75, lost: 750 });
  shop = await createSampleShop(db, { tcrCode: shop.tcrCode });
  expect(await give()).toBe(751);
});

test('the audit says who raised it, from what to what', async () => {
  await byPanel(75, 'user:ana');
  await byPanel(100, 'user:marko');
  await byCommand(750, 'command-line');
  await byPanel(80, 'user:eva');
  const { rows } = await db.owner.pool.query(
    `select actor, action, before ->> 'lastOrdinal' as before, after ->> 'lastOrdinal' as after
     from audit_log where entity_id = $1 and action like '%number-%' and actor <> 'test' order by at, id`,
    [shop.cashRegisterId],
  );
  expect(rows).toEqual([
    { actor: 'user:ana', action: 'cash-register.number-confirmed', before: '2', after: '75' },
    { actor: 'user:marko', action: 'cash-register.number-raised', before: '75', after: '100' },
    { actor: 'command-line', action: 'cash-register.number-raised', before: '100', after: '750' },
  ]);
});

test('of several at once, the largest one holds, and nobody is told otherwise', async () => {
  const said = [75, 750, 7, 300, 751, 75];
  const results = await Promise.all(
    said.map((ordinal, index) => (index % 2 === 0 ? byPanel(ordinal) : byCommand(ordinal))),
  );
  expect(results.map(({ kind }) => kind)).toContain('confirmed');
  const confirmed = said.filter((_, index) => results[index]?.kind === 'confirmed');
  expect(Math.max(...confirmed)).toBe(751);
  expect(await give()).toBe(752);
});

test('while sales begin: either it is raised and they go on behind it, or it is refused', async () => {
  const seen = new Set<ConfirmationResult['kind']>();
  for (let round = 0; round < 12; round += 1) {
    await move();
    shop = await createSampleShop(db);
    await byPanel(75);
    const claims = await Promise.all([1, 2, 3].map(() => claimSampleInvoice(db, shop)));
    const [raised, ...given] = await Promise.all([
      byPanel(750),
      ...claims.map((claimed) => signSample(db, claimed)),
    ]);
    const ordinals = given.map(({ issued }) => issued.ordinal).sort((a, b) => a - b);
    seen.add(raised.kind);
    expect({ raised: raised.kind, ordinals }).toEqual(
      raised.kind === 'confirmed'
        ? { raised: 'confirmed', ordinals: [751, 752, 753] }
        : { raised: 'numbered', ordinals: [76, 77, 78] },
    );
  }
  expect([...seen].every((kind) => kind === 'confirmed' || kind === 'numbered')).toBe(true);
});

test('PostgreSQL itself lowers none, changes nothing else, and takes none away', async () => {
  await byPanel(75);
  const change = (set: string) =>
    db.owner.pool.query(`update number_confirmation set ${set} where tcr_code = $1`, [
      shop.tcrCode,
    ]);
  await expect(change('last_ordinal = 74')).rejects.toThrow('a confirmed number is raised');
  await expect(change(`evidence = 'another'`)).rejects.toThrow('a confirmed number is raised');
  await expect(change('last_ordinal = 80, year = 2025')).rejects.toThrow('is raised');
  await expect(db.owner.pool.query('delete from number_confirmation')).rejects.toThrow(
    'append-only',
  );
});
