import { describe, expect, test } from '@jest/globals';
import { findPaidByAdvance } from './correctives.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf, useSampleShop } from '../testing/sample-shops.ts';
import type { NewInvoice } from './new-invoices.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const ADVANCE = 'A'.repeat(32);
const AT = '2026-11-21T10:00:00+01:00';

const db = useTestDatabase();
const shop = useSampleShop(db);

let iics = 0;

/** A draft brought into a state of its own, with all that the state asks for. Returns its IIC. */
async function inState(of: SampleShop, status: string, draft: Partial<NewInvoice>, change = '') {
  const { id } = await createSampleDraft(db, of, 0, draft);
  const iic = String(++iics).padStart(32, '0');
  await db.owner.pool.query(
    `update invoice
     set iic = $2, issue_date_time = $3, issued_at = now(), invoice_number = $2, fic = 'fic',
         offline_since = now(), deliver_before = now(), failure = '{}',
         status = $4::invoice_status ${change}
     where id = $1`,
    [id, iic, AT, status],
  );
  return iic;
}

/** An invoice that was paid with the advance. */
async function paid(by: SampleShop, status: string, change = ''): Promise<string> {
  const { request } = await createSampleDraft(db, by);
  const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: ADVANCE } as const;
  return inState(by, status, { request: { ...request, ...payment } }, change);
}

describe('what an advance has paid', () => {
  test('is what is registered in its company and environment, correctives aside', async () => {
    const iic = await paid(shop, 'Fiscalized');
    await paid(shop, 'Offline');
    await paid(shop, 'Failed');
    await paid(shop, 'Fiscalized', ", document_type = 'Corrective'");
    await paid(shop, 'Fiscalized', ", environment = 'live'");
    await paid(await createSampleShop(db), 'Fiscalized');
    expect(await findPaidByAdvance(db.worker, scopeOf(shop), ADVANCE)).toEqual([
      { iic, issueDateTime: AT, amount: '1.21' },
    ]);
  });

  test('is nothing where it has paid nothing', async () => {
    await paid(shop, 'Fiscalized');
    expect(await findPaidByAdvance(db.worker, scopeOf(shop), 'B'.repeat(32))).toEqual([]);
  });
});
