// Extensions §1: what is left of a sale is counted over all its correctives. It is reported at
// draft, and decided when a corrective becomes Pending, whichever API process and cash register it
// comes through.

import { eventually, inParallel } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import {
  cancellationOf,
  cashInvoice,
  nonCashInvoice,
  startService,
} from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { correctiveOf, kafa, sir, takenBack } from './corrective-items.ts';
import { expectRefusal } from './rows.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
/** The same key at the other API process. */
const elsewhere = await startOtherApi(service);
const shop = await openShop(service);
const strict = await openShop(service, { strictCorrectives: true });

/** The correctives of an original that the authority has. */
const registeredOf = (original: Body) =>
  service.query(
    `select id from invoice where original_id = $1 and status = 'Fiscalized' order by ordinal`,
    [original.id],
  );

/** Of so many at once, one may wait for its turn longer than 2 s, and is to be called again. */
const whenDecided = (call: () => request.Test): Promise<request.Response> =>
  eventually(
    async () => call(),
    ({ status }) => status !== 503,
  );

describe('50 cancellations of one invoice at once, over two API processes', () => {
  test('by draft: all are stored, and exactly one becomes Pending and is registered', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    const other = elsewhere(shop.test.key);
    const callers = [shop.test, other];
    const ids = await inParallel(Array(50).keys(), 10, (index) =>
      callers[index % 2]!.store(cancellationOf(original)),
    );
    const results = await Promise.all(
      ids.map((id, index) => whenDecided(() => callers[(index + 1) % 2]!.fiscalize(id))),
    );
    const [done, ...more] = results.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(done?.body).toMatchObject({ status: 'Fiscalized' });
    for (const [index, result] of results.entries()) {
      if (result === done) continue;
      expect(result.status).toBe(400);
      expect(result.body).toMatchObject({
        code: 'ALREADY_CANCELLED',
        invoiceId: ids[index],
        details: [{ correctives: [done?.body.id] }],
      });
    }
    expect(await registeredOf(original)).toEqual([{ id: done?.body.id }]);
    // The others stay as they were, and no work waits for them.
    const drafts = await service.query(
      `select count(*)::int from invoice i where original_id = $1 and status = 'Draft'
         and not exists (select from work where subject_id = i.id)`,
      [original.id],
    );
    expect(drafts).toEqual([{ count: 49 }]);
  });

  test('in one step: exactly one is registered, and nothing is stored of the others', async () => {
    const original = await shop.test.fiscalized(cashInvoice({ items: [kafa, sir] }));
    const other = elsewhere(shop.test.key);
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        whenDecided(() => [shop.test, other][index % 2]!.createAndPrint(cancellationOf(original))),
      ),
    );
    const done = results.filter(({ status }) => status === 201);
    expect(done).toHaveLength(1);
    for (const { status, body } of results) {
      if (status === 201) continue;
      expect([status, body.code]).toEqual([400, 'ALREADY_CANCELLED']);
    }
    const stored = await service.query(`select id from invoice where original_id = $1`, [
      original.id,
    ]);
    expect(stored).toEqual([{ id: done[0]?.body.id }]);
  });
});

describe('what is left of a sale', () => {
  test('is in the record of the original and of each corrective, whose ETag follows it', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa, sir] }));
    expect(original.correctable).toEqual({
      total: 15.54,
      items: [
        { index: 0, invoiceId: original.id, line: 0, name: 'Kafa', quantity: 2 },
        { index: 1, invoiceId: original.id, line: 1, name: 'Sir', quantity: 1 },
      ],
    });
    const path = `/api/invoices/${original.id}`;
    const before = await shop.test.get(path);
    const corrective = await shop.test.fiscalized(
      correctiveOf(original, [takenBack(kafa, 1), { ...sir, unitPrice: 9 }]),
    );
    const left = [
      { index: 0, invoiceId: original.id, line: 0, name: 'Kafa', quantity: 1 },
      { index: 1, invoiceId: original.id, line: 1, name: 'Sir', quantity: 1 },
      { index: null, invoiceId: corrective.id, line: 1, name: 'Sir', quantity: 1 },
    ];
    expect(corrective.correctable.items).toEqual(left);
    const after = await shop.test.get(path).set('If-None-Match', String(before.headers.etag));
    expect(after.status).toBe(200);
    expect(after.body.correctable).toEqual({ total: 22.75, items: left });
    const [listed] = (await shop.test.get(`/api/invoices?iic=${original.iic}`)).body.invoices;
    expect(listed.correctable).toEqual(after.body.correctable);
    // One that changes it through a corrective is seen at the root, too.
    await shop.test.fiscalized(
      correctiveOf(corrective, [kafa, takenBack({ ...sir, unitPrice: 9 })]),
    );
    const last = await shop.test.get(path).set('If-None-Match', String(after.headers.etag));
    expect(last.body.correctable.total).toBe(17.96);
  });

  test('is null while the sale cannot be corrected, and reported by a draft of a corrective', async () => {
    const id = await shop.test.store(nonCashInvoice({ items: [kafa] }));
    expect((await shop.test.read(id)).correctable).toBeNull();
    const { body: original } = await shop.test.fiscalize(id);
    const draft = await shop.test.draft(correctiveOf(original as Body, [takenBack(kafa, 1)]));
    expect(draft.body.correctable).toEqual(original.correctable);
    expect(await shop.test.read(draft.body.id as string)).toEqual(draft.body);
  });

  test('counts what a cancelled corrective gives back', async () => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa] }));
    const corrective = await shop.test.fiscalized(cancellationOf(original));
    await shop.test.fiscalized(cancellationOf(corrective));
    const again = await shop.test.fiscalized(cancellationOf(original));
    expect(again).toMatchObject({ warnings: [], correctable: { total: 0, items: [] } });
    expectRefusal(await shop.test.draft(cancellationOf(corrective)), {
      path: 'original.id',
      code: 'ALREADY_CANCELLED',
    });
  });
});

describe('a corrective that takes back more than is left', () => {
  test.each([
    ['−200 of 2 pieces', [takenBack(kafa, 200)], 'items[0].quantity'],
    ['what was never sold', [takenBack({ ...kafa, code: 'X', unitPrice: 10_000 }, 1)], 'items'],
  ])('is registered with a warning: %s', async (_case, items) => {
    const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa] }));
    const corrective = await shop.test.fiscalized(correctiveOf(original, items));
    expect(corrective.warnings).toEqual([expect.stringContaining('more than was sold')]);
  });

  test('is refused where the company is strict, as a draft and in one step, with what is left', async () => {
    const original = await strict.test.fiscalized(cashInvoice({ items: [kafa, sir] }));
    const partial = correctiveOf(original, [takenBack(kafa, 1)]);
    expect((await strict.test.createAndPrint(partial)).status).toBe(201);
    const refused = { path: 'items[0].quantity', code: 'MORE_THAN_SOLD' };
    for (const response of [
      await strict.test.draft(cancellationOf(original)),
      await strict.test.createAndPrint(cancellationOf(original)),
    ]) {
      expectRefusal(response, refused);
      expect(response.body.details).toMatchObject([{ left: 1 }]);
    }
  });

  test('is refused at fiscalize where it became too much since it was a draft', async () => {
    const original = await strict.test.fiscalized(nonCashInvoice({ items: [kafa] }));
    const ids = [
      await strict.test.store(correctiveOf(original, [takenBack(kafa, 1.5)])),
      await strict.test.store(correctiveOf(original, [takenBack(kafa, 1)])),
    ];
    expect((await strict.test.fiscalize(ids[0]!)).body.status).toBe('Fiscalized');
    const refused = await strict.test.fiscalize(ids[1]!);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'MORE_THAN_SOLD', invoiceId: ids[1] });
    expect(await strict.test.read(ids[1]!)).toMatchObject({ status: 'Draft', attempts: 0 });
  });

  test('a cancellation that does not carry the discount names it', async () => {
    const sold = nonCashInvoice({ items: [{ ...kafa, unitPrice: 2.95 }], discountAmount: 1 });
    const original = await shop.test.fiscalized(sold);
    const cancellation = { ...cancellationOf(original), discountAmount: null };
    const corrective = await shop.test.fiscalized(cancellation);
    expect(corrective.warnings).toEqual([
      'the original was sold with a discountAmount of 1, which this cancellation of all its lines ' +
        'does not carry: it takes back 7.14 instead of 5.93',
    ]);
  });
});

test('Extensions §1: a draft whose amounts would be others by now is refused (CORRECTIVE_OUTDATED)', async () => {
  const item = { ...kafa, unitPrice: 0.125, vat: { rate: 0 } };
  const original = await shop.test.fiscalized(nonCashInvoice({ items: [item] }));
  const ids = [
    await shop.test.store(correctiveOf(original, [takenBack(item, 1)])),
    await shop.test.store(correctiveOf(original, [takenBack(item, 1)])),
  ];
  const first = (await shop.test.fiscalize(ids[0]!)).body as Body;
  const outdated = await shop.test.fiscalize(ids[1]!);
  expect(outdated.status).toBe(400);
  const { totals } = outdated.body.details[0];
  expect(outdated.body).toMatchObject({ code: 'CORRECTIVE_OUTDATED', invoiceId: ids[1] });
  expect(first.totals.total + totals.total).toBeCloseTo(-0.25, 10);
  const anew = await shop.test.fiscalized(correctiveOf(original, [takenBack(item, 1)]));
  expect(anew.totals).toEqual(totals);
});

test('a root that another transaction holds is waited for, and 503 with Retry-After', async () => {
  const original = await shop.test.fiscalized(nonCashInvoice({ items: [kafa] }));
  const id = await shop.test.store(cancellationOf(original));
  const held = service.query(
    `with held as materialized (select id from invoice where id = $1 for no key update)
     select pg_sleep(6) from held`,
    [original.id],
  );
  await service.query('select pg_sleep(0.5)');
  const response = await shop.test.fiscalize(id);
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toBe('2');
  expect(response.body).toMatchObject({ code: 'STORAGE_UNAVAILABLE', stored: 'no' });
  await held;
  expect((await shop.test.fiscalize(id)).body.status).toBe('Fiscalized');
});
