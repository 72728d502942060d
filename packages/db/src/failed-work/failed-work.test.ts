import type { Failure, FailureCode } from '@fiscal/domain';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { updateSeededCompany } from '../testing/seed/index.ts';
import { claimNextPrint, postponePrint } from '../print/print-requests.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { recordFailed, recordFailedUnregistered } from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleDraft,
  reclaim,
  sellSample,
  signSample,
  handOutSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { dismissFailed } from './dismissal.ts';
import { listFailedWork, listOffline } from './failed-work-list.ts';
import { readFailureCauses } from './failed-work.ts';
import { findInvoiceDetail } from '../invoice/invoice-detail.ts';
import { readOfflineBuckets } from '../operations/backlog.ts';
import { retryFailed } from './retry.ts';
import { NO_HORIZON } from '../work/work.ts';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../testing/open-test-database.ts';

const failure = (
  code: FailureCode,
  efiCode: number | null,
  words: string | null = null,
): Failure => ({
  error: `Failed with ${code}.`,
  code,
  tcrCode: 'cc123cc123',
  efiCode,
  efiMessage: words,
  retryable: false,
  remedy: 'Put it right.',
});
const ACTOR = 'user:01a1fc55-2cdf-73ef-aa77-43205231e756';

const db = useTestDatabase();
let shop: SampleShop;
beforeEach(async () => {
  // What another test has left Pending is not to be claimed here.
  await db.owner.pool.query(
    `update work set scheduled_at = now() + interval '1 hour' where kind = 'fiscalize'`,
  );
  shop = await createSampleShop(db, { printsAtOnce: true });
});

async function fail(of: SampleShop, why: Failure): Promise<string> {
  const claimed = await claimSampleInvoice(db, of);
  await recordFailed(db.worker, claimed, null, why);
  return claimed.invoice.id;
}

/** An invoice that was handed out and has so much time left. */
async function handOut(of: SampleShop, hoursLeft: number): Promise<string> {
  const { id } = await handOutSample(db, of, {}, 600_000);
  const left = `update invoice set deliver_before = now() + $2 * interval '1 hour' where id = $1`;
  await db.owner.pool.query(left, [id, hoursLeft]);
  return id;
}

const scope = (of: SampleShop | null) => ({
  companyId: of?.companyId ?? null,
  environment: 'test' as const,
});
const causesOf = async (of: SampleShop | null) =>
  (await readFailureCauses(db.api, scope(of))).map(({ cause, count }) => [cause, count]);
const idsOf = async (of: SampleShop | null, cause: string | null) =>
  (await listFailedWork(db.api, scope(of), cause, null, 100)).map(({ id }) => id);
const by = (of: SampleShop | null) => ({ actor: ACTOR, companyId: of?.companyId ?? null });
const takeSlot = () => 0;
const auditOf = async (id: string) => {
  const { rows } = await db.owner.pool.query<{ actor: string; action: string; after: unknown }>(
    `select actor, action, after from audit_log where entity_id = $1 and actor like 'user:%' order by id`,
    [id],
  );
  return rows;
};

describe('causes', () => {
  test('failures are counted by code and authority’s code, with the words of the newest one', async () => {
    const neighbour = await createSampleShop(db);
    const oldest = await fail(shop, failure('EFI_REFUSED', 53, 'the old words'));
    await fail(shop, failure('EFI_REFUSED', 53, 'the new words'));
    await fail(shop, failure('EFI_REFUSED', 11));
    await fail(shop, failure('CERTIFICATE_ERROR', null));
    const other = await fail(neighbour, failure('EFI_REFUSED', 53));

    expect(await causesOf(shop)).toEqual([
      ['EFI_REFUSED:53', 2],
      ['CERTIFICATE_ERROR', 1],
      ['EFI_REFUSED:11', 1],
    ]);
    const [first] = await readFailureCauses(db.api, scope(shop));
    expect(first?.failure?.efiMessage).toBe('the new words');
    expect((await idsOf(shop, 'EFI_REFUSED:53'))[0]).toBe(oldest);
    expect(await idsOf(shop, null)).toHaveLength(4);
    expect(await idsOf(neighbour, 'EFI_REFUSED:53')).toEqual([other]);
    expect(await idsOf(null, 'EFI_REFUSED:53')).toContain(other);
    const live = { companyId: shop.companyId, environment: 'live' as const };
    expect(await readFailureCauses(db.api, live)).toEqual([]);
  });

  test('work that goes on by itself but takes too long is named as such', async () => {
    const [late, inTime] = [await handOut(shop, 23), await handOut(shop, 25)];
    const { id: printingId } = await sellSample(db, shop, 'a-fic');
    const attempts = `update work set attempts = $2 where subject_id = $1 and kind = 'print_at_once'`;
    await db.owner.pool.query(attempts, [printingId, 3]);
    const stuck = await createSampleDraft(db, shop);
    await requestFiscalization(db.api, scopeOf(shop), stuck.id, -151_000);
    const fresh = await createSampleDraft(db, shop);
    await requestFiscalization(db.api, scopeOf(shop), fresh.id, -31_000);

    expect(new Map((await causesOf(shop)) as [string, number][])).toEqual(
      new Map([
        ['OFFLINE_LATE', 1],
        ['PENDING_STUCK', 1],
        ['PRINT_FAILING', 1],
      ]),
    );
    expect(await idsOf(shop, 'OFFLINE_LATE')).toEqual([late]);
    expect(await idsOf(shop, 'PENDING_STUCK')).toEqual([stuck.id]);
    expect(await idsOf(shop, 'PRINT_FAILING')).toEqual([printingId]);
    expect((await listOffline(db.api, scope(shop), null, 10)).map(({ id }) => id)).toEqual([
      late,
      inTime,
    ]);
    await db.owner.pool.query(attempts, [printingId, 2]);
    expect(await idsOf(shop, 'PRINT_FAILING')).toEqual([]);
  });

  test('the backlog is counted by the time that remains', async () => {
    for (const hours of [-1, 1, 7, 7.5, 23, 35, 47]) await handOut(shop, hours);
    const buckets = await readOfflineBuckets(db.api, scope(shop));
    expect(buckets.map(({ overHours, upToHours, count }) => [overHours, upToHours, count])).toEqual(
      [
        [null, 0, 1],
        [0, 2, 1],
        [2, 8, 2],
        [8, 24, 1],
        [24, 36, 1],
        [36, 48, 1],
      ],
    );
  });
});

describe('a retry', () => {
  test('requeues failed ones with time and audit, and says of all others why not', async () => {
    const neighbour = await createSampleShop(db);
    const failed = await fail(shop, failure('EFI_REFUSED', 53));
    const draft = await createSampleDraft(db, shop);
    const foreign = await fail(neighbour, failure('EFI_REFUSED', 53));
    const unknown = '01a1fc55-2cdf-73ef-aa77-43205231e757';
    const ids = [failed, draft.id, foreign, unknown, failed];
    const outcome = await retryFailed(db.api, by(shop), ids, () => 7_000, uuidv7());
    expect(outcome).toEqual({
      requeued: [failed],
      delivered: [],
      printed: [],
      skipped: [
        { id: draft.id, why: 'NOT_FAILED', status: 'Draft' },
        { id: foreign, why: 'NOT_FOUND' },
        { id: unknown, why: 'NOT_FOUND' },
      ],
    });
    const { rows } = await db.owner.pool.query(
      `select status, failure, failure_cause, scheduled_at > now() + interval '5 seconds' as is_later
       from invoice i join work w on w.subject_id = i.id and w.kind = 'fiscalize' where i.id = $1`,
      [failed],
    );
    expect(rows).toEqual([
      { status: 'Pending', failure: null, failure_cause: null, is_later: true },
    ]);
    expect(await auditOf(failed)).toEqual([
      { actor: ACTOR, action: 'invoice.retried', after: { status: 'Pending' } },
    ]);
    expect(await auditOf(foreign)).toEqual([]);
  });

  test('of many at once, each invoice is begun again once', async () => {
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push(await fail(shop, failure('EFI_REFUSED', 53)));
    const outcomes = await Promise.all(
      [ids, ids.toReversed(), ids].map((some) =>
        retryFailed(db.api, by(shop), some, takeSlot, uuidv7()),
      ),
    );
    const begun = outcomes.flatMap(({ requeued }) => requeued);
    expect(begun.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(await auditOf(id)).toHaveLength(1);
  });

  test('leaves the invoices of a paused company as they are', async () => {
    const id = await fail(shop, failure('EFI_REFUSED', 53));
    await updateSeededCompany(db.api, shop.companyId, { status: 'paused' });
    const { requeued, skipped } = await retryFailed(db.api, by(null), [id], takeSlot, uuidv7());
    expect([requeued, skipped]).toEqual([[], [{ id, why: 'COMPANY_PAUSED' }]]);
    expect(await idsOf(shop, null)).toEqual([id]);
  });

  test('makes a delivery due at once, unless a worker holds it', async () => {
    const id = await handOut(shop, 20);
    const first = await retryFailed(db.api, by(shop), [id], takeSlot, uuidv7());
    expect([first.delivered, first.requeued]).toEqual([[id], []]);
    await reclaim(db, id, 'Offline');
    const second = await retryFailed(db.api, by(shop), [id], takeSlot, uuidv7());
    expect([second.delivered, second.skipped]).toEqual([[], [{ id, why: 'IN_PROGRESS' }]]);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'invoice.delivery-brought-forward',
    ]);
  });

  test('makes a print that was put off due at once', async () => {
    await db.owner.pool.query(`delete from work where kind = 'print_at_once'`);
    const { id } = await sellSample(db, shop, 'a-fic');
    expect((await retryFailed(db.api, by(shop), [id], takeSlot, uuidv7())).skipped).toEqual([
      { id, why: 'NOT_FAILED', status: 'Fiscalized' },
    ]);
    const takePrint = () => claimNextPrint(db.worker, 600_000, () => NO_HORIZON);
    const print = await takePrint();
    // While a worker holds it, it is not brought forward.
    expect((await retryFailed(db.api, by(shop), [id], takeSlot, uuidv7())).printed).toEqual([]);
    await postponePrint(db.worker, { ...print!, nextAttemptMs: 600_000 });
    expect(await takePrint()).toBeNull();
    expect((await retryFailed(db.api, by(shop), [id], takeSlot, uuidv7())).printed).toEqual([id]);
    expect(await takePrint()).toMatchObject({ subjectId: id });
  });
});

describe('a dismissal', () => {
  test('sets an invoice aside with its reason until it fails again', async () => {
    const [id, other] = [
      await fail(shop, failure('CLOCK_WRONG', null)),
      await fail(shop, failure('CLOCK_WRONG', null)),
    ];
    const neighbour = await createSampleShop(db);
    expect(await dismissFailed(db.api, by(neighbour), [id], 'Not mine')).toEqual({
      dismissed: [],
      skipped: [{ id, why: 'NOT_FOUND' }],
    });
    const { dismissed } = await dismissFailed(db.api, by(shop), [id], 'Entered by hand');
    expect(dismissed).toEqual([id]);
    expect(await idsOf(shop, 'CLOCK_WRONG')).toEqual([other]);
    expect(await causesOf(shop)).toEqual([['CLOCK_WRONG', 1]]);
    const detail = await findInvoiceDetail(db.api, shop.companyId, id);
    expect(detail?.dismissal).toMatchObject({ by: ACTOR, reason: 'Entered by hand' });
    expect(await auditOf(id)).toEqual([
      { actor: ACTOR, action: 'invoice.dismissed', after: { reason: 'Entered by hand' } },
    ]);

    await requestFiscalization(db.api, scopeOf(shop), id, -1e6);
    const again = await reclaim(db, id);
    expect((await findInvoiceDetail(db.api, shop.companyId, id))?.dismissal).toBeNull();
    const signed = await signSample(db, again);
    const number = { ...sampleRowOf(shop), ordinal: signed.issued.ordinal };
    await recordFailedUnregistered(
      db.worker,
      again,
      answer(signed, 'refused'),
      failure('CLOCK_WRONG', null),
      number,
    );
    expect((await idsOf(shop, 'CLOCK_WRONG')).toSorted()).toEqual([id, other].toSorted());
  });

  test('is only for what has failed', async () => {
    const { id } = await createSampleDraft(db, shop);
    expect((await dismissFailed(db.api, by(shop), [id], 'A reason')).skipped).toEqual([
      { id, why: 'NOT_FAILED', status: 'Draft' },
    ]);
    const sql = `update invoice set dismissed_at = now(), dismissed_by = 'me', dismissal_reason = 'x'
                 where id = $1`;
    await expect(db.owner.pool.query(sql, [id])).rejects.toThrow('invoice_dismissal');
  });
});
