import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findDocument, findPrintable } from './documents.ts';
import { claimNextPrint, finishPrint, deletePrint, postponePrint } from './print-requests.ts';
import { recordFailed, recordFiscalized } from '../fiscalization/outcomes.ts';
import {
  answer,
  DUE_MS,
  handOutSample,
  reclaim,
  refuseSample,
  SAMPLE_FIC,
  SAMPLE_REFUSAL,
  sellSample,
  signedSale,
} from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { NO_HORIZON, renewLeases } from '../work/work.ts';

const db = useTestDatabase({ maxConnections: 12 });
let shop: SampleShop;

beforeAll(async () => {
  shop = await createSampleShop(db, { printsAtOnce: true });
});
beforeEach(async () => {
  await db.owner.pool.query('delete from work');
});

const takePrint = (busy?: string[]) => claimNextPrint(db.worker, 600_000, () => NO_HORIZON, busy);
async function take(busyCompanies?: string[]) {
  const print = await takePrint(busyCompanies);
  if (!print) throw new Error('no print is missing');
  return print;
}
const takeId = async (busy?: string[]) => (await takePrint(busy))?.subjectId ?? null;
const change = (id: string, values: string) =>
  db.owner.pool.query(
    `update work set ${values} where subject_id = $1 and kind::text like 'print%'`,
    [id],
  );

/** @returns an invoice that was handed out offline, whose print is missing. */
async function handOut() {
  const { id, signed } = await handOutSample(db, shop);
  return { id: id, signed };
}

async function register({ id, signed }: Awaited<ReturnType<typeof handOut>>) {
  const delivering = await reclaim(db, id, 'Offline');
  expect(
    await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), SAMPLE_FIC),
  ).toBe(true);
}

describe('a print', () => {
  test('a registered invoice of a company that prints at once asks for its print until it is stored', async () => {
    const { id } = await sellSample(db, shop);
    const dead = await take();
    expect(dead.subjectId).toBe(id);
    expect(await takeId()).toBeNull();
    // Its worker dies: it is taken over when the lease has run out, also before it is due.
    await change(
      id,
      `leased_until = now() - interval '1 second', scheduled_at = now() + interval '1 hour'`,
    );
    const print = await take();
    expect(print).toMatchObject({ subjectId: id, attempts: 2 });
    await finishPrint(db.worker, print, SAMPLE_FIC, Buffer.from('%PDF'));
    expect(await takeId()).toBeNull();
    expect((await db.owner.pool.query('select from work')).rows).toEqual([]);
  });

  test('in progress keeps its lease while it is renewed, and ends only its own work', async () => {
    const { id } = await handOut();
    await db.owner.pool.query(`delete from work where kind = 'deliver'`);
    const lost = await take();
    expect(await renewLeases(db.worker, [lost], 600_000)).toMatchObject([{ token: lost.token }]);
    await change(id, `leased_until = now() - interval '1 second'`);
    const held = await take();
    expect(await renewLeases(db.worker, [lost, held], 600_000)).toMatchObject([
      { token: held.token },
    ]);
    await deletePrint(db.worker, lost);
    await postponePrint(db.worker, { ...lost, nextAttemptMs: DUE_MS });
    await finishPrint(db.worker, lost, null, Buffer.from('%PDF'));
    expect(await takeId()).toBeNull();
    expect(await renewLeases(db.worker, [held], 600_000)).toMatchObject([{ token: held.token }]);
    await deletePrint(db.worker, held);
    expect(await renewLeases(db.worker, [held], 600_000)).toEqual([]);
  });

  test('storing the offline print does not forget that the one with the FIC is missing', async () => {
    const offline = await handOut();
    const offlinePrint = await take();
    await register(offline);
    await finishPrint(db.worker, offlinePrint, null, Buffer.from('%PDF offline'));
    expect(await take()).toMatchObject({ subjectId: offline.id, attempts: 1 });
  });

  test('the one with the FIC waits for nothing that came of the offline one', async () => {
    const offline = await handOut();
    await postponePrint(db.worker, { ...(await take()), nextAttemptMs: 600_000 });
    expect(await takeId()).toBeNull();
    await register(offline);
    expect(await take()).toMatchObject({ subjectId: offline.id, attempts: 1 });
  });

  test('two workers that print the same version store one document', async () => {
    const offline = await handOut();
    const first = await take();
    await register(offline);
    const second = await take();
    await Promise.all(
      [first, second].map((print) =>
        finishPrint(db.worker, print, SAMPLE_FIC, Buffer.from('%PDF')),
      ),
    );
    const { rows } = await db.owner.pool.query('select fic from document where invoice_id = $1', [
      offline.id,
    ]);
    expect(rows).toEqual([{ fic: SAMPLE_FIC }]);
    expect(await takeId()).toBeNull();
  });

  test('an invoice that was handed out and refused before its print is printed all the same', async () => {
    const { id, signed } = await handOut();
    const delivering = await reclaim(db, id, 'Offline');
    await recordFailed(db.worker, delivering, answer(signed, 'refused'), SAMPLE_REFUSAL);
    expect(await findPrintable(db.worker, id, 'a4')).toMatchObject({
      invoice: { status: 'Failed', fic: null, iic: signed.issued.iic },
      isPrinted: false,
    });
    const print = await take();
    expect(print.subjectId).toBe(id);
    await finishPrint(db.worker, print, null, Buffer.from('%PDF offline'));
    expect((await findPrintable(db.worker, id, 'a4'))?.isPrinted).toBe(true);
    const of = { id, companyId: shop.companyId, fic: null };
    expect((await findDocument(db.api, of, 'a4')).pdf?.toString()).toBe('%PDF offline');
  });

  test('an invoice that failed before it was handed out has nothing to print', async () => {
    const { claimed: refused, signed } = await signedSale(db, shop);
    await refuseSample(db, refused, signed);
    expect(await findPrintable(db.worker, refused.invoice.id, 'a4')).toBeNull();
    const { claimed: unanswered, signed: open } = await signedSale(db, shop);
    await recordFailed(db.worker, unanswered, answer(open, 'unanswered'), SAMPLE_REFUSAL);
    expect(await findPrintable(db.worker, unanswered.invoice.id, 'a4')).toBeNull();
  });
});

describe('whose print comes next', () => {
  let asked = 0;
  /** @returns the invoice whose print is missing, behind all that were before. */
  async function ask(of = shop): Promise<string> {
    const { id } = await sellSample(db, of);
    await change(id, `scheduled_at = now() - interval '1 hour' + ${++asked} * interval '1 ms'`);
    return id;
  }

  test('a print that failed stands behind all that were asked for since, and is not overtaken later', async () => {
    const failed = await ask();
    const print = await take();
    expect(print.subjectId).toBe(failed);
    const fresh = [await ask(), await ask()];
    await postponePrint(db.worker, { ...print, nextAttemptMs: DUE_MS });
    const later = await ask();
    await change(later, `scheduled_at = now() + interval '1 hour'`);
    expect([await takeId(), await takeId(), await takeId(), await takeId()]).toEqual([
      ...fresh,
      failed,
      later,
    ]);
  });

  test('a print that failed is not taken before it is due again', async () => {
    const id = await ask();
    await postponePrint(db.worker, { ...(await take()), nextAttemptMs: 600_000 });
    expect(await takeId()).toBeNull();
    await change(id, `scheduled_at = now() - interval '1 second'`);
    expect(await take()).toMatchObject({ subjectId: id, attempts: 2 });
  });

  test('it is never behind the horizon, however long its invoice has waited', async () => {
    await sellSample(db, shop);
    const { rows } = await db.owner.pool.query(
      `select scheduled_at > now() - interval '50 seconds' as "isAhead" from work`,
    );
    expect(rows).toEqual([{ isAhead: true }]);
  });

  test('a company with all its prints in progress lets the next company’s go first', async () => {
    const other = await createSampleShop(db, { printsAtOnce: true });
    const [first, second] = [await ask(), await ask()];
    const others = await ask(other);
    expect(await takeId([shop.companyId])).toBe(others);
    expect(await takeId([shop.companyId])).toBeNull();
    expect([await takeId(), await takeId()]).toEqual([first, second]);
  });

  test('a claim begins at its horizon', async () => {
    const [before, id] = [await ask(), await ask()];
    await change(id, `scheduled_at = now() - interval '1 second'`);
    const horizon = new Date(Date.now() - 60_000);
    const next = async (from: Date) =>
      (await claimNextPrint(db.worker, 1_000, () => from))?.subjectId;
    expect([await next(horizon), await next(NO_HORIZON)]).toEqual([id, before]);
  });
});
