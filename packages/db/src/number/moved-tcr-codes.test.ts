// What is printed is unique, whichever cash register has the TCR code.

import { randomCode } from '@fiscal/testbed';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { updateCashRegister } from '../company/cash-registers.ts';
import { findOrdinalUse, listNumberRows } from './number-rows.ts';
import { readNumberLedger } from './number-ledger.ts';
import {
  assignSample,
  claimSampleInvoice,
  createSampleDraft,
  refuseSample,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { addSampleRegister, createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase({ maxConnections: 12 });
let first: SampleShop;
let second: SampleShop;
beforeEach(async () => {
  first = await createSampleShop(db);
  second = await addSampleRegister(db, first.companyId, randomCode());
});

async function give(register: SampleShop): Promise<number> {
  return (await signSample(db, await claimSampleInvoice(db, register))).issued.ordinal;
}

async function setCode({ companyId, cashRegisterId }: SampleShop, tcrCode: string | null) {
  const one = { companyId, cashRegisterId };
  const { kind } = await updateCashRegister(db.api, one, { tcrCode }, 'user:test', null);
  expect(kind).toBe('done');
}

async function move(tcrCode: string, from: SampleShop, to: SampleShop) {
  await setCode(from, null);
  await setCode(to, tcrCode);
}

describe('a TCR code takes its row of numbers with it', () => {
  test('where it moves to another cash register', async () => {
    expect([await give(first), await give(first)]).toEqual([1, 2]);
    await move(first.tcrCode, first, second);
    expect(await give(second)).toBe(3);
    const use = await findOrdinalUse(db.api, {
      cashRegisterId: second.cashRegisterId,
      year: 2026,
      ordinal: 2,
    });
    expect(use).toEqual({ isTaken: true, highest: 3 });
  });

  test('where two cash registers swap their codes, and swap them back', async () => {
    expect([await give(first), await give(first), await give(second)]).toEqual([1, 2, 1]);
    const swap = async (one: string, other: string) => {
      await setCode(first, null);
      await setCode(second, null);
      await setCode(first, one);
      await setCode(second, other);
    };
    await swap(second.tcrCode, first.tcrCode);
    expect([await give(first), await give(second)]).toEqual([2, 3]);
    await swap(first.tcrCode, second.tcrCode);
    expect([await give(first), await give(second)]).toEqual([4, 3]);
  });

  test('where it is cleared and entered again', async () => {
    expect(await give(first)).toBe(1);
    await setCode(first, null);
    await setCode(first, first.tcrCode);
    expect(await give(first)).toBe(2);
  });

  test('where it moves to a cash register of another company', async () => {
    const neighbour = await createSampleShop(db);
    expect(await give(first)).toBe(1);
    await move(first.tcrCode, first, neighbour);
    expect(await give(neighbour)).toBe(2);
  });

  test('with what is free: the next cash register gives it, and nobody twice', async () => {
    const { claimed, signed } = await signedSale(db, first);
    expect(await give(first)).toBe(2);
    await move(first.tcrCode, first, second);
    expect(await give(second)).toBe(3);
    await refuseSample(db, claimed, signed);
    expect([await give(second), await give(second)]).toEqual([1, 4]);
  });

  test('while invoices of both that had it in turn are numbered at the same time', async () => {
    const claimsOf = (register: SampleShop) =>
      Promise.all(Array.from({ length: 20 }, () => claimSampleInvoice(db, register)));
    const before = await claimsOf(first);
    await move(first.tcrCode, first, second);
    const after = await claimsOf(second);
    const interleaved = before.flatMap((claimed, index) => [claimed, after[index]!]);
    const signed = await Promise.all(interleaved.map((claimed) => signSample(db, claimed)));
    const ordinals = signed.map(({ issued }) => issued.ordinal).sort((a, b) => a - b);
    expect(ordinals).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(signed.map(({ issued }) => issued.invoiceNumber)).size).toBe(40);
  });
});

describe('the rows of a cash register', () => {
  test('are those of the code that it has and of those that it had, each complete', async () => {
    await give(first);
    await move(first.tcrCode, first, second);
    await give(second);
    const codesOf = async ({ companyId, cashRegisterId }: SampleShop) =>
      (await listNumberRows(db.api, companyId, cashRegisterId))?.map(({ tcrCode }) => tcrCode);
    expect(await codesOf(first)).toEqual([first.tcrCode]);
    expect(await codesOf(second)).toEqual([first.tcrCode]);
    for (const { cashRegisterId } of [first, second]) {
      const row = { ...sampleRowOf(first), cashRegisterId };
      const histories = await readNumberLedger(db.api, row, 1e9, 10);
      expect(histories.map(({ ordinal }) => ordinal)).toEqual([2, 1]);
      expect(histories.map(({ invoiceId }) => invoiceId)).not.toContain(null);
    }
  });

  test('show no company the invoices of another one that had the code', async () => {
    const neighbour = await createSampleShop(db);
    await give(first);
    await move(first.tcrCode, first, neighbour);
    await give(neighbour);
    const ordinalsFor = async ({ cashRegisterId }: SampleShop) => {
      const row = { ...sampleRowOf(first), cashRegisterId };
      return (await readNumberLedger(db.api, row, 1e9, 10)).map(({ ordinal }) => ordinal);
    };
    expect(await ordinalsFor(first)).toEqual([1]);
    expect(await ordinalsFor(neighbour)).toEqual([2]);
  });
});

describe('PostgreSQL refuses', () => {
  test('a TCR code on two cash registers of an environment, whosever they are', async () => {
    const { companyId } = await createSampleShop(db);
    await expect(addSampleRegister(db, companyId, first.tcrCode)).rejects.toMatchObject({
      code: 'P2002',
    });
    const live = `update cash_register set environment = 'live', tcr_code = $2 where id = $1`;
    await db.owner.pool.query(live, [second.cashRegisterId, first.tcrCode]);
  });

  test('a number that another invoice of the environment has, printed or not', async () => {
    const signed = await signSample(db, await claimSampleInvoice(db, first));
    const other = await createSampleDraft(db, second);
    const set = (change: string, values: unknown[]) =>
      db.owner.pool.query(`update invoice set ${change} where id = $1`, [other.id, ...values]);
    await expect(set('invoice_number = $2', [signed.issued.invoiceNumber])).rejects.toMatchObject({
      constraint: 'invoice_number_key',
    });
    const taken = 'tcr_code = $2, year = 2026, ordinal = 1';
    await expect(set(taken, [first.tcrCode])).rejects.toMatchObject({
      constraint: 'invoice_ordinal_key',
    });
  });

  test('so that the number that a client chose is taken on the other cash register, too', async () => {
    await signSample(db, await claimSampleInvoice(db, first, 7));
    await move(first.tcrCode, first, second);
    const claimed = await claimSampleInvoice(db, second, 7);
    expect(await assignSample(db, claimed)).toEqual({ kind: 'taken' });
  });
});
