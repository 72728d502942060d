// A person's retry of correctives: what is left of a root is decided under its lock, whoever asks
// and however many at once (extensions §1).

import { computeInvoice } from '@fiscal/domain';
import type { InvoiceRequest } from '@fiscal/domain';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, openDatabase } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { createSampleDraft, SAMPLE_REFUSAL, sampleDraft } from '../testing/sample-invoices.ts';
import { scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { dismissFailed } from './dismissal.ts';
import { retryFailed } from './retry.ts';

const ACTOR = 'user:01a1fc55-2cdf-73ef-aa77-43205231e756';
const ISSUED = '2026-11-21T10:00:00+01:00';

/** As another API process has it. */
let elsewhere: Database;
// Before the database is dropped.
afterAll(() => elsewhere.close());
const db = useTestDatabase({ maxConnections: 10 });
const shop = useSampleShop(db);
beforeAll(() => {
  elsewhere = openDatabase({
    url: db.apiUrl,
    maxConnections: 10,
    applicationName: 'elsewhere',
    onError: (error) => {
      throw error;
    },
  });
});

type State = 'Fiscalized' | 'Failed' | 'Draft';

/** An invoice of one line in a state, a corrective where it has an original. Returns its id. */
async function store(status: State, quantity: number, originalId: string | null) {
  const sign = originalId === null ? 1 : -1;
  const item = { name: 'Kafa', code: '32', unitPrice: sign * 2, quantity: sign * quantity };
  const request: InvoiceRequest = {
    ...sampleDraft(shop).request,
    type: originalId === null ? 'Invoice' : 'Corrective',
    items: [{ ...item, vat: { rate: 21 } }],
  };
  const computed = computeInvoice(request, { pricesIncludeVat: false, isInVat: true });
  const { id } = await createSampleDraft(db, shop, 0, { request, computed, originalId });
  if (status === 'Fiscalized') {
    await db.owner.pool.query(
      `update invoice
       set status = 'Fiscalized', iic = $2, issue_date_time = $3, issued_at = now(),
           invoice_number = $2, fic = 'fic'
       where id = $1`,
      [id, id.replaceAll('-', '').toUpperCase(), ISSUED],
    );
  }
  if (status === 'Failed') {
    await db.owner.pool.query(
      `update invoice set status = 'Failed', failure = $2::json where id = $1`,
      [id, JSON.stringify(SAMPLE_REFUSAL)],
    );
  }
  return id;
}

const sell = () => store('Fiscalized', 2, null);
/** So many cancellations of a root in full. */
async function cancel(root: string, count: number, status: State): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i += 1) ids.push(await store(status, 2, root));
  return ids;
}
const retry = (ids: readonly string[], of = db.api) =>
  retryFailed(of, { actor: ACTOR, companyId: shop.companyId }, ids, () => 0, uuidv7());

/** Those of the correctives of a root that have this status. */
async function withStatus(root: string, status: string): Promise<string[]> {
  const { rows } = await db.owner.pool.query<{ id: string }>(
    'select id from invoice where original_id = $1 and status = $2::invoice_status order by id',
    [root, status],
  );
  return rows.map(({ id }) => id);
}

/** Of all that became Pending there is work, and of nothing else. */
async function expectWorkOf(root: string, pending: readonly string[]): Promise<void> {
  const { rows } = await db.owner.pool.query<{ id: string }>(
    `select i.id from work w join invoice i on i.id = w.subject_id where i.original_id = $1`,
    [root],
  );
  expect(rows.map(({ id }) => id)).toEqual(pending);
}

describe('Extensions §1: a person’s retry of several failed cancellations of one root', () => {
  test('in one batch begins exactly one; the others stay Failed, with the reason', async () => {
    const root = await sell();
    const ids = await cancel(root, 5, 'Failed');
    const { requeued, skipped } = await retry(ids);
    expect(requeued).toHaveLength(1);
    const others = ids.filter((id) => id !== requeued[0]);
    expect(skipped).toEqual(
      others.map((id) => ({
        id,
        why: 'REFUSED',
        companyId: shop.companyId,
        issues: [expect.objectContaining({ code: 'ALREADY_CANCELLED', correctives: requeued })],
      })),
    );
    expect(await withStatus(root, 'Failed')).toEqual(others.toSorted());
    await expectWorkOf(root, requeued);
  });

  test('in batches at once over two processes begins exactly one', async () => {
    const root = await sell();
    const ids = await cancel(root, 6, 'Failed');
    const outcomes = await Promise.all([
      retry(ids.slice(0, 2)),
      retry(ids.slice(2, 4), elsewhere),
      retry(ids.slice(4)),
    ]);
    const requeued = outcomes.flatMap((outcome) => outcome.requeued);
    expect(requeued).toHaveLength(1);
    expect(await withStatus(root, 'Pending')).toEqual(requeued);
    expect(await withStatus(root, 'Failed')).toHaveLength(5);
    await expectWorkOf(root, requeued);
    for (const { skipped } of outcomes) {
      for (const reason of skipped) {
        expect(reason).toMatchObject({
          why: 'REFUSED',
          issues: [{ code: 'ALREADY_CANCELLED', correctives: requeued }],
        });
      }
    }
  });

  test('begins all that fit into what is left, and each counts for the next one', async () => {
    const root = await sell();
    await db.owner.pool.query('update company set strict_correctives = true where id = $1', [
      shop.companyId,
    ]);
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push(await store('Failed', 1, root));
    const { requeued, skipped } = await retry(ids);
    expect(requeued).toHaveLength(2);
    expect(skipped).toMatchObject([
      { why: 'REFUSED', issues: [{ code: 'MORE_THAN_SOLD', path: 'items[0].quantity', left: 0 }] },
    ]);
  });
});

describe('locks', () => {
  test('of two roots of one batch are taken in the order of ids', async () => {
    const [first, second] = [await sell(), await sell()];
    const ids = [...(await cancel(second, 1, 'Failed')), ...(await cancel(first, 1, 'Failed'))];
    const isFree = (root: string) =>
      db.owner.pool
        .query('select from invoice where id = $1 for no key update nowait', [root])
        .then(
          () => true,
          () => false,
        );
    // The batch waits for the first root, and does not hold the second one meanwhile.
    const batch = await inTransaction(db.owner, async ({ pool: client }) => {
      await client.query('select from invoice where id = $1 for no key update', [first]);
      const waiting = retry(ids);
      await untilWaits();
      expect(await isFree(second)).toBe(true);
      return { waiting };
    });
    expect((await batch.waiting).requeued.toSorted()).toEqual(ids.toSorted());

    const others = [...(await cancel(first, 1, 'Failed')), ...(await cancel(second, 1, 'Failed'))];
    const later = await inTransaction(db.owner, async ({ pool: client }) => {
      await client.query('select from invoice where id = $1 for no key update', [second]);
      const waiting = retry(others);
      await untilWaits();
      expect(await isFree(first)).toBe(false);
      return { waiting };
    });
    expect((await later.waiting).skipped).toHaveLength(2);
  });

  test('20 batches and 20 fiscalize calls at once on 3 roots wait for no end: one a root begins', async () => {
    const roots = [await sell(), await sell(), await sell()];
    const drafts: string[] = [];
    const failed: string[] = [];
    for (const root of roots) {
      drafts.push(...(await cancel(root, 7, 'Draft')));
      failed.push(...(await cancel(root, 4, 'Failed')));
    }
    const batches = Array.from({ length: 20 }, (_, index) => {
      const turned = [...failed.slice(index % 12), ...failed.slice(0, index % 12)];
      return retry(index % 3 === 0 ? turned.toReversed() : turned, [db.api, elsewhere][index % 2]);
    });
    const calls = drafts
      .slice(0, 20)
      .map((id, index) =>
        requestFiscalization([db.api, elsewhere][index % 2]!, scopeOf(shop), id, 0),
      );
    const outcomes = await Promise.allSettled([...batches, ...calls]);
    for (const outcome of outcomes) {
      // A slow machine may answer 503 after 2 s; what waits for each other would be another error.
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ cause: { code: '55P03' } });
      }
    }
    for (const root of roots) {
      const pending = await withStatus(root, 'Pending');
      expect(pending).toHaveLength(1);
      await expectWorkOf(root, pending);
    }
  });

  test('a retry and a dismissal of the same correctives and sales never wait for each other', async () => {
    // The corrective has a lower id than the sale, which no other document decides about.
    const [corrective = ''] = await cancel(await sell(), 1, 'Failed');
    const ids = [corrective, await store('Failed', 2, null)];
    const by = { actor: ACTOR, companyId: shop.companyId };
    const begun = await inTransaction(db.owner, async ({ pool: client }) => {
      await client.query('select from invoice where id = $1 for update', [corrective]);
      const dismissed = dismissFailed(db.api, by, ids, 'A reason');
      await untilWaits(1);
      const retried = retry(ids, elsewhere);
      await untilWaits(2);
      return { dismissed, retried };
    });
    expect((await begun.dismissed).dismissed.toSorted()).toEqual(ids.toSorted());
    expect((await begun.retried).requeued.toSorted()).toEqual(ids.toSorted());
  });
});

/** Until so many statements wait for a lock. */
async function untilWaits(count = 1): Promise<void> {
  for (;;) {
    const { rows } = await db.owner.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
  }
}
