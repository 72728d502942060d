// ADR 11: the statement that gives a number gives none with an issue time after the last day of use
// of the cash register, as it is then.

import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../connection/client.ts';
import { assignNumber } from './numbering.ts';
import type { ClaimedInvoice } from '../fiscalization/invoice-claims.ts';
import {
  ANY_CLOCK,
  claimSampleInvoice,
  handOutSample,
  reclaim,
} from '../testing/sample-invoices.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { sampleRowOf, useSampleShop } from '../testing/sample-shops.ts';

const db = useTestDatabase({ maxConnections: 12 });
const shop = useSampleShop(db);

const LAST_SECOND = '2026-11-21T22:59:59Z';
const MIDNIGHT = '2026-11-21T23:00:00Z';

const setEnd = (column: 'last_day' | 'unconfirmed_last_day', day: string | null) =>
  db.owner.pool.query(`update cash_register set ${column} = $2 where id = $1`, [
    shop.cashRegisterId,
    day,
  ]);
const assign = (claimed: ClaimedInvoice, at: string) =>
  assignNumber(db.worker, claimed, {
    ...sampleRowOf(shop),
    ...ANY_CLOCK,
    maxAhead: 10,
    now: new Date(at),
  });
async function stored() {
  const { rows } = await db.owner.pool.query<{ row: object }>(
    `select to_jsonb(s) - 'given_ordinal' as row from number_sequence s where tcr_code = $1
     union all select to_jsonb(l) from number_ledger l where tcr_code = $1`,
    [shop.tcrCode],
  );
  return rows.map(({ row }) => row);
}

describe('the last day of use of a cash register', () => {
  test.each(['last_day', 'unconfirmed_last_day'] as const)(
    'a sale accepted at 23:59:59 and numbered at 00:00:00 gets no number: %s',
    async (column) => {
      const [one, next] = [await claimSampleInvoice(db, shop), await claimSampleInvoice(db, shop)];
      await setEnd(column, '2026-11-21');
      expect(await assign(one, LAST_SECOND)).toMatchObject({ kind: 'assigned', ordinal: 1 });
      const before = await stored();
      expect(await assign(next, MIDNIGHT)).toEqual({ kind: 'ended' });
      expect(await stored()).toEqual(before);
      await setEnd(column, '2026-11-22');
      expect(await assign(next, MIDNIGHT)).toMatchObject({ kind: 'assigned', ordinal: 2 });
    },
  );

  test('decides by the issue time, which is never before that of the number in front', async () => {
    const [one, next] = [await claimSampleInvoice(db, shop), await claimSampleInvoice(db, shop)];
    await assign(one, MIDNIGHT);
    await setEnd('last_day', '2026-11-21');
    expect(await assign(next, LAST_SECOND)).toEqual({ kind: 'ended' });
  });

  test('ends a register that has no row of numbers yet, and opens none', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    await setEnd('last_day', '2026-11-20');
    expect(await assign(claimed, MIDNIGHT)).toEqual({ kind: 'ended' });
    expect(await stored()).toEqual([]);
  });

  test('leaves what was issued before to its delivery', async () => {
    const { id } = await handOutSample(db, shop);
    await setEnd('last_day', '2026-11-20');
    const claimed = await reclaim(db, id, 'Offline');
    expect(claimed.cashRegister.lastDay).toBe('2026-11-20');
    expect(claimed.invoice.ordinal).toBe(1);
  });

  test('stops two processes at once, whatever they had claimed before', async () => {
    const other = openDatabase({
      url: db.workerUrl,
      maxConnections: 12,
      applicationName: 'test',
      onError: (error) => {
        throw error;
      },
    });
    try {
      const claims: ClaimedInvoice[] = [];
      for (let sale = 0; sale < 60; sale += 1) claims.push(await claimSampleInvoice(db, shop));
      let isSet = false;
      const outcomes = await Promise.all([
        ...claims.map(async (claimed, index) => {
          const source = {
            ...sampleRowOf(shop),
            ...ANY_CLOCK,
            maxAhead: 10,
            now: new Date(MIDNIGHT),
          };
          const isAfter = isSet;
          const by = index % 2 === 0 ? db.worker : other;
          return { isAfter, kind: (await assignNumber(by, claimed, source)).kind };
        }),
        setEnd('last_day', '2026-11-21').then(() => {
          isSet = true;
          return null;
        }),
      ]);
      const late = await claimSampleInvoice(db, shop);
      expect(await assign(late, MIDNIGHT)).toEqual({ kind: 'ended' });
      const sales = outcomes.filter((outcome) => outcome !== null);
      const given = sales.filter(({ kind }) => kind === 'assigned').length;
      expect(sales.filter(({ isAfter }) => isAfter).map(({ kind }) => kind)).not.toContain(
        'assigned',
      );
      const { rows } = await db.owner.pool.query<{ ordinal: number }>(
        'select ordinal::int from invoice where cash_register_id = $1 and ordinal is not null order by 1',
        [shop.cashRegisterId],
      );
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(
        Array.from({ length: given }, (_, index) => index + 1),
      );
    } finally {
      await other.close();
    }
  });
});
