import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomCode } from '@fiscal/testbed';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noteRollback } from './number/database-incarnation.ts';
import { confirmAllNumbers, MOST_LOST } from './number/number-confirmation.ts';
import { readNumberLedger } from './number/number-ledger.ts';
import { recoverByHand } from './recover.ts';
import { useTestDatabase } from './testing/open-test-database.ts';
import { assignSample, claimSampleInvoice } from './testing/sample-invoices.ts';
import { addSampleRegister, createSampleShop, sampleRowOf } from './testing/sample-shops.ts';
import type { SampleShop } from './testing/sample-shops.ts';

const db = useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'fiscal-recover-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const NOW = new Date('2026-11-20T12:00:00Z');
const BECAUSE = ['--because', 'the export of noon'];
let shop: SampleShop;
let other: SampleShop;

// Two cash registers that know the number 1, and nothing else, are held.
beforeEach(async () => {
  await db.owner.pool.query('update cash_register set tcr_code = null');
  await noteRollback(db.worker, { actor: 'worker', place: null });
  await confirmAllNumbers(db.owner, { actor: 'test', evidence: 'before the test' });
  shop = await createSampleShop(db);
  other = await addSampleRegister(db, shop.companyId, randomCode());
  await ask(shop);
  await ask(other);
  await noteRollback(db.worker, { actor: 'worker', place: null });
});

const ask = async (register: SampleShop, orderNumber = 0) =>
  assignSample(db, await claimSampleInvoice(db, register, orderNumber));
const recover = (...options: string[]) => recoverByHand(db.owner, options, NOW);
const numberOf = ({ tcrCode }: Pick<SampleShop, 'tcrCode'>, ordinal: number, year = 2026) =>
  `bb123bb123/${ordinal}/${year}/${tcrCode}`;
const recoverFrom = (...lines: string[]) => {
  const file = join(directory, 'sold.csv');
  writeFileSync(file, lines.join('\n'));
  return recover('--ledger', file, '--environment', 'test', ...BECAUSE);
};

describe('recover', () => {
  test('lists what is held and how it is released, which is not over', async () => {
    const { text, isOver } = await recover();
    expect(isOver).toBe(false);
    expect(text).toContain(`test/${shop.tcrCode}  2026  last number here 1`);
    expect(text).toContain('--last <TCR code>=<number on its last receipt of the year>');
    await recover('--nothing-lost', ...BECAUSE);
    expect(await recover()).toEqual({ text: 'No cash register is suspended.', isOver: true });
  });

  test.each([
    ['an option that is none', ['--lost'], "Unknown option '--lost'"],
    ['two ways at once', ['--nothing-lost', '--last', 'ab123ab123=1', ...BECAUSE], 'Only one of'],
    ['no reason', ['--nothing-lost'], '--because is missing'],
    ['an empty reason', ['--nothing-lost', '--because', ' '], '--because is missing'],
    ['a number that is none', ['--last', 'ab123ab123=x', ...BECAUSE], 'it looks as'],
    ['a code that is none', ['--last', 'ab12=1', ...BECAUSE], 'it looks as'],
    ['another environment', ['--environment', 'prod', ...BECAUSE], 'it is live or test'],
    ['an environment without a file', ['--environment', 'test'], 'is that of a --ledger'],
    ['no such file', ['--ledger', '/no/such/file', ...BECAUSE], 'ENOENT'],
  ])('with %s says so and changes nothing', async (_, options, words) => {
    const { rows: before } = await db.owner.pool.query('select count(*) from database_rollback');
    await expect(recover('--rolled-back', ...options)).rejects.toThrow(words);
    expect((await db.owner.pool.query('select count(*) from database_rollback')).rows).toEqual(
      before,
    );
  });

  test('with a file without numbers of this year says so', async () => {
    const words = 'names no invoice number of 2026';
    await expect(recoverFrom(numberOf(shop, 9, 2025), 'FIC;12,50')).rejects.toThrow(words);
  });

  test('takes the highest number of each TCR code from a file, also of one that is not known', async () => {
    const added = { tcrCode: randomCode() };
    const { text, isOver } = await recoverFrom(
      numberOf(shop, 4),
      `"${numberOf(shop, 5)}",7,5`,
      numberOf(shop, 99, 2025),
      numberOf(other, 1),
      numberOf(added, 2),
      numberOf(added, 1),
    );
    expect(text.split('\n')).toEqual([
      `test/${shop.tcrCode}: goes on after 5, 4 invoices of which are not in this database.`,
      `test/${other.tcrCode}: goes on after 1.`,
      `test/${added.tcrCode}: is on no cash register here; the one that gets it goes on after 2, 2 invoices of which are not in this database.`,
      'No cash register is suspended.',
      expect.stringMatching(/^Until the end of \d{4} a cash register that gets a TCR code/),
    ]);
    expect(isOver).toBe(true);
    expect(await ask(shop)).toMatchObject({ ordinal: 6 });
    expect(await ask(await createSampleShop(db, added))).toMatchObject({ ordinal: 3 });
    const row = { ...sampleRowOf(shop), cashRegisterId: shop.cashRegisterId };
    const ledger = await readNumberLedger(db.api, row, 1e9, 10);
    expect(ledger.map(({ ordinal, events }) => [ordinal, events.at(-1)?.event])).toEqual([
      [6, 'given'],
      [5, 'lost'],
      [4, 'lost'],
      [3, 'lost'],
      [2, 'lost'],
      [1, 'given'],
    ]);
  });

  test('is not over while a cash register is not in the file, and says how to release it', async () => {
    const { text, isOver } = await recoverFrom(numberOf(shop, 2));
    expect(isOver).toBe(false);
    expect(text).toContain(`1 cash registers sell nothing`);
    expect(text).toContain(`test/${other.tcrCode}  2026  last number here 1`);
    expect(text).toContain(
      'What the file does not name, or names too low, is confirmed one by one',
    );
    expect(await recover('--last', `test/${other.tcrCode}=1`, ...BECAUSE)).toMatchObject({
      isOver: true,
    });
    // The same file again changes nothing, which is right.
    expect(await recoverFrom(numberOf(shop, 2))).toMatchObject({ isOver: true });
  });

  test.each([
    ['too low', 0, 'is refused: this database knows 1.'],
    ['too high', MOST_LOST + 2, `is refused: the largest that is taken is ${MOST_LOST + 1}.`],
  ])('refuses a number that is %s, and is not over', async (_, ordinal, words) => {
    const { text, isOver } = await recover('--last', `test/${shop.tcrCode}=${ordinal}`, ...BECAUSE);
    expect(text).toContain(`test/${shop.tcrCode}: ${ordinal} ${words}`);
    expect(isOver).toBe(false);
  });

  test('raises what was confirmed too small while nothing is numbered behind it, and says so', async () => {
    const say = (ordinal: number) =>
      recover('--last', `test/${shop.tcrCode}=${ordinal}`, ...BECAUSE);
    await recover('--last', `test/${other.tcrCode}=1`, ...BECAUSE);
    await say(75);
    const raised = await say(750);
    expect(raised.text).toContain(
      `test/${shop.tcrCode}: goes on after 750 instead of 75, 749 invoices of which are not in this database.`,
    );
    expect(raised.isOver).toBe(true);
    const lowered = await say(75);
    expect(lowered.text).toContain(
      `test/${shop.tcrCode}: 75 changes nothing: it is not suspended, and its last number here is 750.`,
    );
    expect(await ask(shop)).toMatchObject({ ordinal: 751 });
    const late = await say(7_500);
    expect(late.text).toContain(
      `test/${shop.tcrCode}: 7500 is refused: 750 was confirmed, and numbers up to 751 are given since.`,
    );
    expect(late.isOver).toBe(false);
  });

  test('refuses a number beyond the last one of a cash register that was never held', async () => {
    await recover('--nothing-lost', ...BECAUSE);
    const sold = await createSampleShop(db);
    await ask(sold);
    const { text, isOver } = await recover('--last', `test/${sold.tcrCode}=7`, ...BECAUSE);
    expect(text).toBe(
      `test/${sold.tcrCode}: 7 changes nothing: it is not suspended, and its last number here is 1.\n` +
        'No cash register is suspended.',
    );
    expect(isOver).toBe(false);
  });
});
