import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findDocument, findPrintable } from './documents.ts';
import type { Failure } from './invoices.ts';
import { claimNextPrint, finishPrint } from './print-requests.ts';
import {
  recordFailed,
  recordOffline,
  recordFailedUnregistered,
  recordFiscalized,
} from './outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleShop,
  reclaim,
  signSample,
  sampleRowOf,
} from './testing/sample-invoices.ts';
import type { SampleShop } from './testing/sample-invoices.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import type { OpenTestDatabase } from './testing/open-test-database.ts';

const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
const REFUSED: Failure = {
  error: 'The tax authority refused the invoice.',
  code: 'EFI_REFUSED',
  tcrCode: 'cc123cc123',
  efiCode: 44,
  efiMessage: 'Not in VAT',
  retryable: false,
  remedy: null,
};

let db: OpenTestDatabase;
let shop: SampleShop;

beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 12 });
  shop = await createSampleShop(db, { printsAtOnce: true });
});
afterAll(async () => {
  await db.close();
});

/** Takes prints until it is this invoice's. */
async function takePrintOf(invoiceId: string) {
  for (;;) {
    const print = await claimNextPrint(db.worker, 60_000);
    if (!print) throw new Error(`no print of ${invoiceId} is missing`);
    if (print.invoiceId === invoiceId) return print;
  }
}

describe('a print', () => {
  test('a registered invoice of a company that prints at once asks for its print until it is stored', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), FIC);
    const isDue = async () => {
      const { rows } = await db.owner.pool.query(
        'select 1 from print_request where invoice_id = $1 and due_at <= now()',
        [claimed.invoice.id],
      );
      return rows.length === 1;
    };
    expect(await isDue()).toBe(true);
    const print = await takePrintOf(claimed.invoice.id);
    expect(await isDue()).toBe(false);
    await db.owner.pool.query(
      `update print_request set due_at = now() - interval '1 second' where id = $1`,
      [print.id],
    );
    expect(await isDue()).toBe(true);
    await finishPrint(db.worker, print, FIC, Buffer.from('%PDF'));
    expect(await isDue()).toBe(false);
  });

  test('storing the offline print does not forget that the one with the FIC is missing', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
    const offlinePrint = await takePrintOf(claimed.invoice.id);
    const delivering = await reclaim(db, claimed.invoice.id, 'Offline');
    await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), FIC);
    await finishPrint(db.worker, offlinePrint, null, Buffer.from('%PDF offline'));
    await takePrintOf(claimed.invoice.id);
  });

  test('two workers that print the same version store one document', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
    const first = await takePrintOf(claimed.invoice.id);
    const delivering = await reclaim(db, claimed.invoice.id, 'Offline');
    await recordFiscalized(db.worker, delivering, answer(signed, 'registered'), FIC);
    const second = await takePrintOf(claimed.invoice.id);
    await Promise.all(
      [first, second].map((print) => finishPrint(db.worker, print, FIC, Buffer.from('%PDF'))),
    );
    const { rows } = await db.owner.pool.query('select fic from document where invoice_id = $1', [
      claimed.invoice.id,
    ]);
    expect(rows).toEqual([{ fic: FIC }]);
  });

  test('an invoice that was handed out and refused before its print is printed all the same', async () => {
    const claimed = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, claimed);
    await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), 0);
    const delivering = await reclaim(db, claimed.invoice.id, 'Offline');
    await recordFailed(db.worker, delivering, answer(signed, 'refused'), REFUSED);
    const { id } = claimed.invoice;
    expect(await findPrintable(db.worker, id)).toMatchObject({
      invoice: { status: 'Failed', fic: null, iic: signed.issued.iic },
      isPrinted: false,
    });
    await finishPrint(db.worker, await takePrintOf(id), null, Buffer.from('%PDF offline'));
    expect((await findPrintable(db.worker, id))?.isPrinted).toBe(true);
    expect((await findDocument(db.api, id, null))?.pdf.toString()).toBe('%PDF offline');
  });

  test('an invoice that failed before it was handed out has nothing to print', async () => {
    const refused = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, refused);
    const number = { ...sampleRowOf(shop), ordinal: signed.issued.ordinal };
    await recordFailedUnregistered(db.worker, refused, answer(signed, 'refused'), REFUSED, number);
    expect(await findPrintable(db.worker, refused.invoice.id)).toBeNull();
    const unanswered = await claimSampleInvoice(db, shop);
    const open = await signSample(db, unanswered);
    await recordFailed(db.worker, unanswered, answer(open, 'unanswered'), REFUSED);
    expect(await findPrintable(db.worker, unanswered.invoice.id)).toBeNull();
  });
});

describe('whose print comes next', () => {
  beforeEach(async () => {
    await db.owner.pool.query('delete from print_request');
  });

  /** @returns the invoice that asks for its print, of a company of its own or of `of`. */
  async function ask(of = shop): Promise<string> {
    const claimed = await claimSampleInvoice(db, of);
    const signed = await signSample(db, claimed);
    await recordFiscalized(db.worker, claimed, answer(signed, 'registered'), FIC);
    await db.owner.pool.query(
      'update print_request set turn_at = clock_timestamp() where invoice_id = $1',
      [claimed.invoice.id],
    );
    return claimed.invoice.id;
  }
  const take = async (busy: string[] = []) =>
    (await claimNextPrint(db.worker, 60_000, busy))?.invoiceId ?? null;

  test('a print that failed stands behind all that were asked for since, and is not overtaken later', async () => {
    const failed = await ask();
    expect(await take()).toBe(failed);
    const fresh = [await ask(), await ask()];
    // Its wait is over now; its turn is the moment at which it was due again.
    await db.owner.pool.query(
      `update print_request set due_at = now(), turn_at = clock_timestamp() where invoice_id = $1`,
      [failed],
    );
    const later = await ask();
    await db.owner.pool.query(
      `update print_request set turn_at = now() + interval '1 second' where invoice_id = $1`,
      [later],
    );
    expect([await take(), await take(), await take(), await take()]).toEqual([
      ...fresh,
      failed,
      later,
    ]);
  });

  test('taking a print moves its turn to the moment at which it is due again', async () => {
    const id = await ask();
    await take();
    const { rows } = await db.owner.pool.query(
      'select turn_at = due_at as same, due_at > now() as waits from print_request where invoice_id = $1',
      [id],
    );
    expect(rows).toEqual([{ same: true, waits: true }]);
  });

  test('a company that has all the prints in hand that it may lets the next company’s go ahead', async () => {
    const other = await createSampleShop(db, { printsAtOnce: true });
    const [first, second] = [await ask(), await ask()];
    const others = await ask(other);
    expect(await take([shop.companyId])).toBe(others);
    expect(await take([shop.companyId])).toBeNull();
    expect([await take(), await take()]).toEqual([first, second]);
  });

  test('a print that a worker of the version before asked for is taken all the same', async () => {
    const id = await ask();
    await db.owner.pool.query('update print_request set company_id = null');
    expect(await claimNextPrint(db.worker, 60_000, [shop.companyId])).toMatchObject({
      invoiceId: id,
      companyId: null,
    });
  });
});
