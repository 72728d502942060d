// Ten thousand documents of a month and of the other change of the clocks, as in
// changes.nightly.test.ts.

import { expect, test } from '@jest/globals';
import { seedOf } from '@fiscal/testbed/random';
import { proveReports } from './compare.ts';
import { DAY_MS, inOrder, openMonth, slotsOfChange, slotsOfMonth } from './month.ts';

const SEED = seedOf(process.env.REPORTS_SEED);
const DOCUMENTS = Number(process.env.REPORTS_DOCUMENTS ?? 10_000);
const SALES = Math.ceil(DOCUMENTS / 36);
const slots = inOrder([...slotsOfChange('forward', SALES), ...slotsOfMonth(SALES)]);
const month = await openMonth(slots[0]!.at - DAY_MS);

test(
  `${DOCUMENTS} documents of a month: every report is the sum of its messages, seed ${SEED}`,
  async () => {
    const { before, after, ledger } = await proveReports(month, slots, SEED);
    expect(after.registered).toBeGreaterThan(DOCUMENTS * 0.8);
    expect(before.open).toBeGreaterThan(3);
    expect(after).toMatchObject({ open: 0, failed: before.failed + 3 });
    const times = new Set(ledger.documents.map(({ issueDateTime }) => issueDateTime.slice(11, 19)));
    expect([...times]).toEqual(expect.arrayContaining(['23:59:59', '00:00:00']));
  },
  3 * 3_600_000,
);
