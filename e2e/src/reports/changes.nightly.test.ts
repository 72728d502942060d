// Extensions §8: each cell of each report is what another program adds up from the messages that
// the authority has. month.nightly.test.ts does the same with ten thousand documents.

import { expect, test } from '@jest/globals';
import { seedOf } from '@fiscal/testbed/random';
import { proveReports } from './compare.ts';
import { DAY_MS, inOrder, openMonth, slotsOfChange } from './month.ts';

const SEED = seedOf(process.env.REPORTS_SEED);
const SALES = 50;
const slots = inOrder([...slotsOfChange('forward', SALES), ...slotsOfChange('back', SALES)]);
const month = await openMonth(slots[0]!.at - DAY_MS);

test(`both changes of the clocks: every report is the sum of its messages, seed ${SEED}`, async () => {
  const { counts, before, after, ledger } = await proveReports(month, slots, SEED);
  expect(before.open).toBeGreaterThan(3);
  expect(after.failed).toBe(before.failed + 3);
  expect(after).toMatchObject({ open: 0, registered: before.registered + before.open - 3 });
  // Registered without a reply: an offline journal has what the receipt check has found.
  expect(after.unreplied).toBeGreaterThan(3);
  const kinds = ['cancellation', 'return', 'advance', 'sale paid by an advance', 'withdrawal'];
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(kinds));
  // Both hours that the clocks repeat, and none that they leave out.
  const hours = ledger.documents.map(({ issueDateTime }) => issueDateTime.slice(11));
  expect(hours.some((hour) => /^02:.*\+02:00/.test(hour))).toBe(true);
  expect(hours.some((hour) => /^02:.*\+01:00/.test(hour))).toBe(true);
}, 600_000);
