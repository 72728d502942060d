// The lane of prints: which print a slot takes, and what becomes of it.

import { findReportPdf, insertReportPrint, requestPrint } from '@fiscal/db/print';
import { NO_HORIZON, renewLeases } from '@fiscal/db/work';
import type { Renew } from '../work/leases.ts';
import { createLogger } from '@fiscal/runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sellSample } from '../../../../packages/db/src/testing/sample-invoices.ts';
import { createSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createEvents } from '../events.ts';
import { keepLeases } from '../work/leases.ts';
import type { Leases } from '../work/leases.ts';
import type { PrintContext } from './print-lane.ts';
import { createPrintNext } from './print-lane.ts';

const PDF = Buffer.from('%PDF');

const db = useTestDatabase({ maxConnections: 12 });
const kept: Leases[] = [];
beforeEach(async () => {
  await db.owner.pool.query('delete from work');
});
afterEach(() => Promise.all(kept.splice(0).map((leases) => leases.close())));

/** @returns a fiscalized invoice. */
async function sell(printsAtOnce: boolean): Promise<string> {
  const { id } = await sellSample(db, await createSampleShop(db, { printsAtOnce }), 'a-fic');
  return id;
}

/** A lane's slot. @param render prints an invoice of this number. */
function open(render: (invoiceNumber: string) => Promise<Buffer>, renew: Renew = renewLeases) {
  const leases = keepLeases({ db: db.worker, leaseMs: 600, renew, onError: () => undefined });
  kept.push(leases);
  const context: PrintContext = {
    db: db.worker,
    leases,
    events: createEvents(),
    deliveryAfterMs: 600_000,
    random: () => 0.5,
    logger: createLogger({ name: 'worker', level: 'silent' }),
    renderer: {
      render: (document) =>
        render(typeof document === 'string' ? document : document.issued.invoiceNumber),
    },
    verificationPages: { test: 'https://test.example/', live: 'https://live.example/' },
  };
  const printNext = createPrintNext(context, 2, () => NO_HORIZON);
  return () =>
    printNext(
      () => undefined,
      () => true,
    );
}
const printed = async () =>
  (await db.owner.pool.query('select invoice_id as id from document order by created_at')).rows.map(
    ({ id }: { id: string }) => id,
  );
const waiting = async () =>
  (
    await db.owner.pool.query(
      'select attempts, leased_until, scheduled_at > now() as "isPutOff" from work',
    )
  ).rows as object[];

test('what a caller asks for is printed before what is made at once, and nothing is left', async () => {
  const prompt = await sell(true);
  const asked = await sell(false);
  await requestPrint(db.api, asked, 'a4', 1_000);
  const printNext = open(() => Promise.resolve(PDF));
  expect([await printNext(), await printNext(), await printNext()]).toEqual([true, true, false]);
  expect((await printed()).slice(-2)).toEqual([asked, prompt]);
  expect(await waiting()).toEqual([]);
});

test('a print that fails is postponed, and the failure is logged', async () => {
  await sell(true);
  const printNext = open(() => Promise.reject(new Error('no paper')));
  await expect(printNext()).rejects.toThrow('no paper');
  expect(await waiting()).toEqual([{ attempts: 1, leased_until: null, isPutOff: true }]);
  expect(await printNext()).toBe(false);
});

test('a print that was postponed gets no lease from a renewal that is late, and is not taken before it is due', async () => {
  await sell(true);
  const [asked, postponed] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
  ];
  const renewed = Promise.withResolvers<undefined>();
  const printNext = open(
    async () => {
      await asked.promise;
      throw new Error('no paper');
    },
    async (...held) => {
      asked.resolve(undefined);
      await postponed.promise;
      const newest = await renewLeases(...held);
      renewed.resolve(undefined);
      return newest;
    },
  );
  await expect(printNext()).rejects.toThrow('no paper');
  postponed.resolve(undefined);
  await renewed.promise;
  // What is left of a lease runs out.
  await db.owner.pool.query('update work set leased_until = now() where leased_until is not null');
  expect(await open(() => Promise.resolve(PDF))()).toBe(false);
  expect(await waiting()).toEqual([{ attempts: 1, leased_until: null, isPutOff: true }]);
});

test('its lease is renewed for as long as it is printed, so that no other worker takes it', async () => {
  const id = await sell(true);
  const renewed = Promise.withResolvers<undefined>();
  let renewals = 0;
  const renew: Renew = async (...held) => {
    const newest = await renewLeases(...held);
    if (++renewals === 8) renewed.resolve(undefined);
    return newest;
  };
  const others = open(() => Promise.reject(new Error('taken twice')));
  const printNext = open(async () => {
    await renewed.promise;
    expect(await others()).toBe(false);
    return PDF;
  }, renew);
  expect(await printNext()).toBe(true);
  expect(await printed()).toContain(id);
  expect(await waiting()).toEqual([]);
});

test('one report is printed at a time, whosever it is, and invoices beside it', async () => {
  for (const model of ['{"report":1}', '{"report":2}']) {
    const { companyId } = await createSampleShop(db);
    const asked = { environment: 'test', model, trace: null } as const;
    await insertReportPrint(db.api, { id: randomUUID(), companyId, ...asked });
  }
  const invoice = await sell(true);
  const begun: string[] = [];
  const isInvoicePrinted = Promise.withResolvers<undefined>();
  const printNext = open(async (document) => {
    begun.push(document);
    if (document.startsWith('{')) await isInvoicePrinted.promise;
    else isInvoicePrinted.resolve(undefined);
    return PDF;
  });
  const slots = await Promise.all([printNext(), printNext(), printNext()]);
  expect(slots.toSorted()).toEqual([false, true, true]);
  expect(begun).toEqual(['{"report":1}', expect.stringMatching(/^(?!\{)/)]);
  expect(await printed()).toContain(invoice);
  expect([await printNext(), await printNext()]).toEqual([true, false]);
  expect(begun.at(-1)).toBe('{"report":2}');
  expect(await waiting()).toEqual([]);
});

test('a report is printed from its row, also after a failure, and one without a row is not', async () => {
  const { companyId } = await createSampleShop(db);
  const own = { id: randomUUID(), companyId };
  const asked = { environment: 'test', model: '{"report":1}', trace: null } as const;
  await insertReportPrint(db.api, { ...own, ...asked });
  await insertReportPrint(db.api, { ...own, ...asked, id: randomUUID() });
  await db.owner.pool.query('delete from report_print where id <> $1', [own.id]);
  const failing = open(() => Promise.reject(new Error('no paper')));
  await expect(failing()).rejects.toThrow('no paper');
  await db.owner.pool.query(`update work set scheduled_at = now() - interval '1 second'`);
  const printNext = open((model) => Promise.resolve(Buffer.from(`%PDF ${model}`)));
  expect([await printNext(), await printNext(), await printNext()]).toEqual([true, true, false]);
  expect(await findReportPdf(db.api, own)).toEqual({ pdf: Buffer.from('%PDF {"report":1}') });
  expect(await waiting()).toEqual([]);
});

test('a print that is stored already is not made again', async () => {
  const id = await sell(false);
  await requestPrint(db.api, id, 'a4', 0);
  const printNext = open(() => Promise.resolve(PDF));
  await printNext();
  const { rows } = await db.owner.pool.query(
    `insert into work (subject_id, kind, company_id, environment, scheduled_at)
     select id, 'print', company_id, environment, now() from invoice where id = $1 returning 1`,
    [id],
  );
  expect(rows).toHaveLength(1);
  const again = open(() => Promise.reject(new Error('printed twice')));
  expect(await again()).toBe(true);
  expect(await waiting()).toEqual([]);
});
