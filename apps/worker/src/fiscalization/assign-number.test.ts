// A worker whose clock is wrong gives no number, and neither does a row whose last issue time lies
// in the future: the sale fails in plain words, and is taken up again when the times are right.

import { requestFiscalization } from '@fiscal/db/fiscalization';
import { NOTHING_SEEN } from '@fiscal/db/number';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import { localYearOf } from '@fiscal/domain';
import { createLogger } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import {
  claimSampleInvoice,
  reclaim,
  signSample,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createEvents } from '../events.ts';
import { assignNumberStep } from './assign-number.ts';
import { runInvoice } from './run-invoice.ts';
import type { Run } from './run.ts';

const HOUR_MS = 3_600_000;
const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';

const db = useTestDatabase();
const shop = useSampleShop(db);

/** A run that may sign. @param clock what the worker believes that time it is. */
function runOf(claimed: ClaimedInvoice, clock: () => Date, more: Partial<Run> = {}): Run {
  const context = {
    db: db.worker,
    clock,
    events: createEvents(),
    logger: createLogger({ name: 'worker', level: 'silent' }),
    clockToleranceMs: 60_000,
    orderNumberMaxAhead: 10,
    random: () => 0,
    lastSeen: { ...NOTHING_SEEN },
    efi: {
      test: {
        registerInvoice: () =>
          Promise.resolve({ kind: 'registered', httpStatus: 200, rawReply: null, fic: FIC }),
      },
    },
  };
  const facts = {
    status: 'Pending',
    wasHandedOut: false,
    issuesOffline: true,
    isNumbered: false,
    isSigned: false,
    mayBeRegistered: false,
    isReceiptCheckBelieved: false,
    receipt: 'not-asked',
    isOverdue: false,
    obstacle: null,
    deposit: 'not-needed',
    wasDepositRecovered: false,
    cannotBe: null,
    message: 'none',
    reply: null,
  };
  const made = { number: null, submission: null, outcome: null, foundFic: null, failure: null };
  const rest = {
    askNext: () => null,
    depositDay: null,
    depositDetail: null,
    lease: { isHeld: () => true },
  };
  return { context, claimed, facts, ...made, ...rest, ...more } as unknown as Run;
}

interface Stored {
  status: string;
  failure: object | null;
  ordinal: number | null;
  issued_at: Date | null;
}
async function stored({ invoice: { id } }: ClaimedInvoice): Promise<Stored | undefined> {
  const columns = 'status, failure, ordinal::int, issued_at';
  const read = `select ${columns} from invoice where id = $1`;
  return (await db.owner.pool.query<Stored>(read, [id])).rows[0];
}
const nothingGiven = { status: 'Failed', ordinal: null, issued_at: null };
const shifted = (ms: number) => () => new Date(Date.now() + ms);

async function askAgain({ invoice: { id } }: ClaimedInvoice): Promise<ClaimedInvoice> {
  await requestFiscalization(db.api, scopeOf(shop), id, 0);
  return reclaim(db, id);
}

test.each([
  ['ahead of', HOUR_MS],
  ['behind', -HOUR_MS],
])('a sale gets no number from a clock that is %s the clock of the database', async (side, ms) => {
  const claimed = await claimSampleInvoice(db, shop);
  await runInvoice(runOf(claimed, shifted(ms)));
  const words = new RegExp(
    `^The clock of the worker is 3[56]\\d\\d s ${side} the clock of the database\\. ` +
      'Nothing is signed until it is set right\\.$',
  );
  expect(await stored(claimed)).toMatchObject({
    ...nothingGiven,
    failure: {
      error: expect.stringMatching(words) as unknown,
      code: 'CLOCK_WRONG',
      retryable: true,
    },
  });

  const again = await assignNumberStep(runOf(await askAgain(claimed), shifted(0)));
  expect(again).toMatchObject({ number: { ordinal: 1 }, failure: null });
});

test('a sale gets no number of a row whose last issue time is ahead of all clocks', async () => {
  await signSample(db, await claimSampleInvoice(db, shop));
  const ahead = new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR_MS);
  const set = 'update number_sequence set year = $2, last_issued_at = $3 where tcr_code = $1';
  await db.owner.pool.query(set, [shop.tcrCode, localYearOf(new Date()), ahead]);
  const claimed = await claimSampleInvoice(db, shop);
  await runInvoice(runOf(claimed, shifted(0)));
  const found = await stored(claimed);
  expect(found).toMatchObject({
    ...nothingGiven,
    failure: { code: 'CLOCK_WRONG', retryable: true },
  });
  expect(found?.failure).toHaveProperty(
    'error',
    expect.stringMatching(
      new RegExp(
        `^The last issue time of the TCR code, ${ahead.toISOString()}, is 3[56]\\d\\d s ahead of ` +
          'the clock of the database\\. No invoice is numbered until that time has come\\.$',
      ),
    ),
  );
});

test('a sale gets its number although the worker stood still between its clock and the database', async () => {
  const readings = [shifted(-HOUR_MS), shifted(0)];
  const clock = () => (readings.shift() ?? shifted(0))();
  const claimed = await claimSampleInvoice(db, shop);
  const run = await assignNumberStep(runOf(claimed, clock));
  expect(run).toMatchObject({ number: { ordinal: 1 }, failure: null });
  expect(readings).toEqual([]);
});

test.each([
  ['2026-11-21', 'registered'],
  ['2026-11-20', 'unknown'],
])('the deposit of %s is %s for a sale of the 21st', async (depositDay, deposit) => {
  // The 20th still in UTC.
  const begun = runOf(await claimSampleInvoice(db, shop), () => new Date('2026-11-20T23:30:00Z'));
  const run = await assignNumberStep({
    ...begun,
    depositDay,
    facts: { ...begun.facts, deposit: 'registered' },
    context: { ...begun.context, clockToleranceMs: Number.MAX_SAFE_INTEGER },
  });
  expect(run.facts).toMatchObject({ isNumbered: true, deposit });
});

test('the year of a number is that of Podgorica, and its issue time has whole seconds', async () => {
  const clock = () => new Date('2026-12-31T23:30:00.900Z');
  const begun = runOf(await claimSampleInvoice(db, shop), clock);
  const context = { ...begun.context, clockToleranceMs: Number.MAX_SAFE_INTEGER };
  expect((await assignNumberStep({ ...begun, context })).number).toMatchObject({
    year: 2027,
    ordinal: 1,
    issuedAt: new Date('2026-12-31T23:30:00Z'),
  });
});

test.each([
  ['that is taken', 1, 'ORDER_NUMBER_TAKEN'],
  ['that is too far ahead', 12, 'ORDER_NUMBER_TOO_FAR'],
])('a number of the client %s fails the sale', async (_, orderNumber, code) => {
  await signSample(db, await claimSampleInvoice(db, shop));
  const begun = runOf(await claimSampleInvoice(db, shop, orderNumber), shifted(0));
  const context = { ...begun.context, clockToleranceMs: Number.MAX_SAFE_INTEGER };
  const run = await assignNumberStep({ ...begun, context });
  expect(run).toMatchObject({ facts: { cannotBe: 'numbered' }, failure: { code }, number: null });
});

test('an invoice that has its number is sent whatever the clock of the worker says', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  const { issued, issuer, submission } = await signSample(db, claimed);
  const number = { tcrCode: shop.tcrCode, year: 2026, ordinal: 1, issuedAt: new Date() };
  const { facts } = runOf(claimed, shifted(HOUR_MS));
  const made = { number, signed: { issued, issuer }, submission };
  await runInvoice(
    runOf(claimed, shifted(HOUR_MS), {
      ...made,
      facts: { ...facts, isNumbered: true, isSigned: true, message: 'stored' },
    }),
  );
  expect(await stored(claimed)).toMatchObject({ status: 'Fiscalized', ordinal: 1, failure: null });
});
