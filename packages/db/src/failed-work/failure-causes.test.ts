import type { Failure } from '@fiscal/domain';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordFailed, recordOffline } from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  SAMPLE_REFUSAL,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { listFailedWork } from './failed-work-list.ts';
import { readFailureCauses } from './failed-work.ts';
import type { WorkScope } from './failed-work.ts';

const db = useTestDatabase();
let shop: SampleShop;
beforeEach(async () => {
  shop = await createSampleShop(db);
});

const failure = (
  code: Failure['code'],
  efiCode: number | null,
  efiMessage: string | null = null,
): Failure => ({ ...SAMPLE_REFUSAL, code, efiCode, efiMessage });
const scope = () => ({ companyId: shop.companyId, environment: 'test' as const });
const idsOf = async (cause: string) =>
  (await listFailedWork(db.api, scope(), cause, null, 100)).map(({ id }) => id);

/** An invoice that failed before it was signed. */
async function fail(of: SampleShop, why: Failure): Promise<string> {
  const claimed = await claimSampleInvoice(db, of);
  await recordFailed(db.worker, claimed, null, why);
  return claimed.invoice.id;
}

/** An invoice that was handed out, has so much time left, and was refused afterwards. */
async function refuseHandedOut(hoursLeft: number, why: Failure): Promise<string> {
  const claimed = await claimSampleInvoice(db, shop);
  const unanswered = answer(await signSample(db, claimed), 'unanswered');
  await recordOffline(db.worker, claimed, unanswered, 600_000);
  const { id } = claimed.invoice;
  await db.owner.pool.query(
    `update invoice set status = 'Failed', failure = $2,
       deliver_before = now() + $3 * interval '1 hour' where id = $1`,
    [id, why, hoursLeft],
  );
  await db.owner.pool.query('delete from work where subject_id = $1', [id]);
  return id;
}

describe('causes', () => {
  test('with code 11 follow the words, whatever numbers, codes and values they name', async () => {
    const same = [
      "TCR code ab123cd456 doesn't match element 'Seller' of 2026-11-23",
      "TCR code zz999yy888 doesn't match element 'Buyer' of 2026-01-01",
    ];
    for (const words of same) await fail(shop, failure('EFI_REFUSED', 11, words));
    await fail(shop, failure('EFI_REFUSED', 11, "Type of invoice doesn't match payment method"));
    await fail(shop, failure('EFI_REFUSED', 11, 'Total VAT amount is wrong'));
    const found = await readFailureCauses(db.api, scope());
    expect(found.map(({ count }) => count)).toEqual([2, 1, 1]);
    for (const { cause } of found) expect(cause).toMatch(/^EFI_REFUSED:11:[0-9a-f]{8}$/);
    expect(await idsOf(found[0]!.cause)).toHaveLength(2);
  });

  test('that a customer holds come first, by deadline, and so do their invoices', async () => {
    const why = failure('EFI_REFUSED', 53);
    for (let i = 0; i < 3; i += 1) await fail(shop, failure('CERTIFICATE_ERROR', null));
    const plain = [await fail(shop, why), await fail(shop, why)];
    const [later, sooner] = [await refuseHandedOut(30, why), await refuseHandedOut(3, why)];
    const [first, second] = await readFailureCauses(db.api, scope());
    expect(first).toMatchObject({ cause: 'EFI_REFUSED:53', count: 4, urgent: 2 });
    expect(second).toMatchObject({ cause: 'CERTIFICATE_ERROR', urgent: 0, deliverBefore: null });
    // Page by page, also across the border between the two kinds.
    const seen: string[] = [];
    let after = null;
    for (;;) {
      const page = await listFailedWork(db.api, scope(), 'EFI_REFUSED:53', after, 1);
      if (page[0] === undefined) break;
      seen.push(page[0].id);
      after = page[0].position;
    }
    expect(seen).toEqual([sooner, later, ...plain]);
  });

  test('are narrowed to a cash register and to a time', async () => {
    const why = failure('EFI_REFUSED', 53);
    const [early, late] = [await fail(shop, why), await fail(shop, why)];
    const at = `update invoice set created_at = $2 where id = $1`;
    await db.owner.pool.query(at, [early, '2026-01-01T10:00:00Z']);
    const listed = async (narrowed: Partial<WorkScope>) => {
      const within = { ...scope(), ...narrowed };
      const counts = (await readFailureCauses(db.api, within)).map(({ count }) => count);
      const rows = await listFailedWork(db.api, within, 'EFI_REFUSED:53', null, 10);
      return [counts, rows.map(({ id }) => id)];
    };
    expect(await listed({ to: new Date('2026-01-02') })).toEqual([[1], [early]]);
    expect(await listed({ from: new Date('2026-01-02') })).toEqual([[1], [late]]);
    expect(await listed({ cashRegisterId: shop.cashRegisterId })).toEqual([[2], [early, late]]);
    expect(await listed({ cashRegisterId: shop.companyId })).toEqual([[], []]);
  });
});
