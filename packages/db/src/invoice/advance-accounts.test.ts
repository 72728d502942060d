import { describe, expect, test } from '@jest/globals';
import { findAdvanceAccounts } from './advance-accounts.ts';
import { createSampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, useSampleShop } from '../testing/sample-shops.ts';
import type { NewInvoice } from './new-invoices.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const AT = '2026-11-21T10:00:00+01:00';

const db = useTestDatabase();
const shop = useSampleShop(db);

let iics = 0;

/** A draft brought into a state of its own, with all that the state asks for. */
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
  return { id, iic };
}

async function advance() {
  const { request } = await createSampleDraft(db, shop);
  return inState(shop, 'Fiscalized', { request: { ...request, type: 'Advance' } });
}

/** An invoice that is paid with the advance. */
async function paid(iic: string, by: SampleShop, status: string, change = '') {
  const { request } = await createSampleDraft(db, by);
  const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: iic } as const;
  return inState(by, status, { request: { ...request, ...payment } }, change);
}

describe('the account of an advance', () => {
  test('has what is in force in its company and environment, with what is registered of it', async () => {
    const { id, iic } = await advance();
    const registered = await paid(iic, shop, 'Fiscalized');
    const offline = await paid(iic, shop, 'Offline');
    await paid(iic, shop, 'Draft');
    await paid(iic, shop, 'Failed');
    await paid(iic, shop, 'Fiscalized', ", environment = 'live'");
    await paid(iic, await createSampleShop(db), 'Fiscalized');
    await paid((await advance()).iic, shop, 'Fiscalized');
    const account = (await findAdvanceAccounts(db.api, [id])).get(id);
    expect(account).toMatchObject({ iic, issueDateTime: AT, documents: [{ id }] });
    expect(account?.payments).toMatchObject([
      { ...registered, issueDateTime: AT, isRegistered: true, amount: '1.21' },
      { ...offline, issueDateTime: AT, isRegistered: false, amount: '1.21' },
    ]);
  });

  test('counts of what it has paid the correctives in force, and those of these', async () => {
    const { id, iic } = await advance();
    const sale = await paid(iic, shop, 'Fiscalized');
    const { request: sold, computed } = await createSampleDraft(db, shop);
    const totals = { ...computed.totals, total: '-1.00' };
    const request = { ...sold, paymentMethod: 'ADVANCE', advancePaymentIic: iic } as const;
    const back = { request, computed: { ...computed, totals } };
    const corrective = await inState(shop, 'Offline', { ...back, originalId: sale.id });
    await inState(shop, 'Failed', { ...back, originalId: sale.id });
    const given = { request, computed: { ...computed, totals: { ...totals, total: '0.30' } } };
    await inState(shop, 'Pending', { ...given, originalId: corrective.id });
    const account = (await findAdvanceAccounts(db.api, [id])).get(id);
    expect(account?.payments.map(({ amount }) => amount)).toEqual(['0.51']);
  });

  test('has no corrective whose original is not stored here: what the advance paid of it is not, either', async () => {
    const { id, iic } = await advance();
    const { request } = await createSampleDraft(db, shop);
    const payment = { paymentMethod: 'ADVANCE', advancePaymentIic: iic } as const;
    await inState(shop, 'Fiscalized', {
      request: { ...request, ...payment, type: 'Corrective' },
      rootElsewhere: { iic: 'F'.repeat(32), issueDateTime: AT },
    });
    expect((await findAdvanceAccounts(db.api, [id])).get(id)?.payments).toEqual([]);
  });

  test('is there of signed advances alone', async () => {
    const sale = await inState(shop, 'Fiscalized', {});
    const draft = await createSampleDraft(db, shop);
    expect(await findAdvanceAccounts(db.api, [sale.id, draft.id])).toEqual(new Map());
  });
});
