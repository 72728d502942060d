import { MAX_ORDINAL } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { ClaimLostError } from '../work/work.ts';
import type { ClaimedInvoice } from '../fiscalization/invoice-claims.ts';
import { assignNumber } from './numbering.ts';
import {
  ANY_CLOCK,
  assignSample,
  claimSampleInvoice,
  refuseSample,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { sampleRowOf, useSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase({ maxConnections: 12 });
const shop = useSampleShop(db);

async function give(orderNumber: number, maxAhead?: number): Promise<number> {
  const signed = await signSample(db, await claimSampleInvoice(db, shop, orderNumber), maxAhead);
  return signed.issued.ordinal;
}

describe('a number of the client', () => {
  test('may be as far beyond the highest in use as is configured, and no farther', async () => {
    await give(7);
    const tooFar = await claimSampleInvoice(db, shop, 18);
    expect(await assignSample(db, tooFar, 10)).toMatchObject({ kind: 'too-far' });
    expect(await give(17, 10)).toBe(17);
    expect((await signSample(db, tooFar, 10)).issued.ordinal).toBe(18);
  });

  test('is never above the largest that a message can carry', async () => {
    const stored = await claimSampleInvoice(db, shop, MAX_ORDINAL + 1);
    const assigned = await assignSample(db, stored, 2 * MAX_ORDINAL);
    expect(assigned).toMatchObject({ kind: 'too-far' });
    expect(await give(0)).toBe(1);
  });
});

describe('a row of numbers that has reached its top', () => {
  test('goes on with the lowest that no invoice has, one by one', async () => {
    for (const used of [1, 3, MAX_ORDINAL]) await give(used, MAX_ORDINAL);
    expect(await give(0)).toBe(2);
    expect(await give(0)).toBe(4);
    expect(await give(5)).toBe(5);
    expect(await give(0)).toBe(6);
  });

  test('gives each number once to many invoices at the same time, and leaves none out', async () => {
    await give(MAX_ORDINAL, MAX_ORDINAL);
    const claims = await Promise.all(
      Array.from({ length: 130 }, () => claimSampleInvoice(db, shop)),
    );
    const given = await Promise.all(claims.map((claimed) => signSample(db, claimed)));
    const ordinals = given.map(({ issued }) => issued.ordinal).sort((a, b) => a - b);
    expect(ordinals).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
  });

  test('goes on after its highest again once the top is free again', async () => {
    await give(0);
    const top = await claimSampleInvoice(db, shop, MAX_ORDINAL);
    const refused = await signSample(db, top, MAX_ORDINAL);
    expect(await give(0)).toBe(2);
    await refuseSample(db, top, refused);
    expect(await give(0)).toBe(3);
  });
});

describe('a number', () => {
  test('is never issued before the one in front of it', async () => {
    const [first, second] = [
      await claimSampleInvoice(db, shop),
      await claimSampleInvoice(db, shop),
    ];
    const source = { ...sampleRowOf(shop), maxAhead: 10, ...ANY_CLOCK };
    const later = new Date('2026-11-21T09:00:05Z');
    const earlier = new Date('2026-11-21T09:00:01Z');
    expect(await assignNumber(db.worker, first, { ...source, now: later })).toMatchObject({
      ordinal: 1,
      issuedAt: later,
    });
    expect(await assignNumber(db.worker, second, { ...source, now: earlier })).toMatchObject({
      ordinal: 2,
      issuedAt: later,
    });
  });

  test('of a row that was repaired by hand is never given again', async () => {
    await give(0);
    await db.owner.pool.query('update number_sequence set last_ordinal = 756 where tcr_code = $1', [
      shop.tcrCode,
    ]);
    const { claimed: refused, signed: sample } = await signedSale(db, shop);
    expect(sample.issued.ordinal).toBe(757);
    await refuseSample(db, refused, sample);
    expect([await give(0), await give(0)]).toEqual([757, 758]);
  });

  test('is given to nobody whose claim was lost', async () => {
    const late = await claimSampleInvoice(db, shop);
    await db.owner.pool.query('update work set token = gen_random_uuid() where subject_id = $1', [
      late.invoice.id,
    ]);
    await expect(give(0)).resolves.toBe(1);
    await expect(assignSample(db, late)).rejects.toThrow(ClaimLostError);
    expect(await give(0)).toBe(2);
  });
});

describe('the issue time', () => {
  const TOLERANCE_MS = 60_000;
  /** Asks with a clock that is so far ahead of PostgreSQL's, which the test's machine shares. */
  const ask = async (claimed: ClaimedInvoice, aheadMs: number) => {
    const now = new Date(Math.floor((Date.now() + aheadMs) / 1000) * 1000);
    const clockToleranceMs = TOLERANCE_MS;
    const source = { ...sampleRowOf(shop), ...ANY_CLOCK, maxAhead: 10, now, clockToleranceMs };
    return assignNumber(db.worker, claimed, source);
  };
  const rowsOf = async ({ tcrCode }: SampleShop) => {
    const read = async (columns: string, table: string) =>
      (await db.owner.pool.query(`select ${columns} from ${table} where tcr_code = $1`, [tcrCode]))
        .rows as unknown[];
    return {
      sequence: await read('last_ordinal, last_issued_at, free_ordinals', 'number_sequence'),
      ledger: await read('ordinal, event', 'number_ledger'),
      invoices: await read('ordinal, issued_at', 'invoice'),
    };
  };

  test.each([
    ['behind', -1],
    ['ahead of', 1],
  ])(
    'is given by no clock that is more than the tolerance %s that of PostgreSQL',
    async (_, sign) => {
      const claimed = await claimSampleInvoice(db, shop);
      const before = await rowsOf(shop);
      const hour = 3_600_000;
      const refused = await ask(claimed, sign * hour);
      expect(refused.kind).toBe('clocks-differ');
      const { aheadMs } = refused as { aheadMs: number };
      expect(Math.abs(aheadMs - sign * hour)).toBeLessThan(TOLERANCE_MS);
      expect(await rowsOf(shop)).toEqual(before);
      expect(await ask(claimed, sign * (TOLERANCE_MS / 2))).toMatchObject({
        kind: 'assigned',
        ordinal: 1,
      });
      const second = await claimSampleInvoice(db, shop);
      const numbered = await rowsOf(shop);
      expect(await ask(second, sign * hour)).toMatchObject({ kind: 'clocks-differ' });
      expect(await rowsOf(shop)).toEqual(numbered);
    },
  );

  test('of a row whose last one lies in the future is given to nobody until then', async () => {
    await give(0);
    const inAnHour = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const set = (at: Date) =>
      db.owner.pool.query('update number_sequence set last_issued_at = $2 where tcr_code = $1', [
        shop.tcrCode,
        at,
      ]);
    await set(inAnHour);
    for (const orderNumber of [0, 2]) {
      const claimed = await claimSampleInvoice(db, shop, orderNumber);
      const before = await rowsOf(shop);
      expect(await ask(claimed, 0)).toMatchObject({ kind: 'row-ahead', lastIssuedAt: inAnHour });
      expect(await rowsOf(shop)).toEqual(before);
    }
    const inHalfAMinute = new Date(inAnHour.getTime() - 3_570_000);
    await set(inHalfAMinute);
    expect(await ask(await claimSampleInvoice(db, shop), 0)).toEqual({
      kind: 'assigned',
      ...sampleRowOf(shop),
      ordinal: 2,
      issuedAt: inHalfAMinute,
    });
  });
});
