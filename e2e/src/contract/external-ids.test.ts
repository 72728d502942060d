// Extensions §9: the same call again finds what became of the first, whatever was lost between.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { addRegister, openShop, startOtherApi } from './shop.ts';

const service = await startService();
const atOther = await startOtherApi(service);
const shop = await openShop(service);
const beside = atOther(shop.test.key);
const other = await openShop(service);
afterEach(() => service.resetAuthority());

const named = <T extends object>(body: T, externalId = `K1-${randomUUID()}`) => ({
  ...body,
  externalId,
});
const registered = async (of = shop) => {
  const ledger = await service.control('GET', `/ledger?tcrCode=${of.tcrCodes.test}`);
  return (ledger.invoices as Body[]).length;
};

describe('the same draft again', () => {
  test('is the first one, 200 with Idempotent-Replayed, and is found by its id', async () => {
    const call = named(nonCashInvoice());
    const first = await shop.test.draft(call);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(first.body.externalId).toBe(call.externalId);
    const again = await shop.test.draft(call);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.body).toEqual(first.body);
    const found = await shop.test.get(
      `/api/invoices?externalId=${encodeURIComponent(call.externalId)}`,
    );
    expect(found.body.invoices).toEqual([first.body]);
  });

  test('may name its fields in another order, and in another form of Unicode', async () => {
    const call = named({ ...nonCashInvoice(), note: 'čaj' }, `č-${randomUUID()}`);
    const first = await shop.test.draft(call);
    const reversed = Object.fromEntries(Object.entries(call).toReversed());
    const again = await shop.test.draft({
      ...reversed,
      note: call.note.normalize('NFD'),
      externalId: call.externalId.normalize('NFD'),
    });
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  });

  test('is found although a rule would refuse it today', async () => {
    const call = named(nonCashInvoice());
    const first = await shop.test.draft(call);
    await service.query(`update company set is_in_vat = false where id = $1`, [shop.companyId]);
    try {
      expect((await shop.test.draft(call)).body.id).toBe(first.body.id);
    } finally {
      await service.query(`update company set is_in_vat = true where id = $1`, [shop.companyId]);
    }
  });

  test('of another company or environment is another document', async () => {
    const call = named(nonCashInvoice());
    const first = await shop.test.draft(call);
    for (const caller of [other.test, shop.live]) {
      const elsewhere = await caller.draft(call);
      expect(elsewhere.status).toBe(201);
      expect(elsewhere.body.id).not.toBe(first.body.id);
    }
  });

  test.each(['', ' ', 'a\u0007b', 'x'.repeat(101)])(
    'with the id %j is refused and stores nothing',
    async (externalId) => {
      const { status, body } = await shop.test.draft(named(nonCashInvoice(), externalId));
      expect([status, body.details[0].path]).toEqual([400, 'externalId']);
    },
  );
});

describe('the same sale again', () => {
  test('100 equal calls over two APIs: one invoice, one effect, 100 equal records', async () => {
    const before = await registered();
    const call = named(cashInvoice());
    const apis = [shop.test, beside];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => apis[index % apis.length]!.createAndPrint(call)),
    );
    const first = responses.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    expect(first.map(({ status }) => status)).toEqual([201]);
    expect(responses.map(({ status }) => status).filter((status) => status > 201)).toEqual([]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await registered()).toBe(before + 1);
  });

  test('a draft of it is fiscalized by create-and-print', async () => {
    const call = named(cashInvoice());
    const { body: draft } = await shop.test.draft(call);
    const sold = await shop.test.createAndPrint(call);
    expect([sold.status, sold.body.id, sold.body.status]).toEqual([200, draft.id, 'Fiscalized']);
    expect(sold.headers['idempotent-replayed']).toBe('true');
  });

  test('of one that failed is tried again where that can help', async () => {
    const offline = 'update company set offline_issuing = $2 where id = $1';
    await service.query(offline, [shop.companyId, false]);
    const before = await registered();
    await service.script({ type: 'drop' });
    const call = named(cashInvoice());
    const failed = await shop.test.createAndPrint(call);
    expect([failed.body.code, failed.body.retryable]).toEqual(['EFI_UNAVAILABLE', true]);
    const again = await Promise.all([shop.test.createAndPrint(call), beside.createAndPrint(call)]);
    await service.query(offline, [shop.companyId, true]);
    for (const { status, body } of again) {
      expect([status, body.id, body.status]).toEqual([200, failed.body.invoiceId, 'Fiscalized']);
    }
    expect(await registered()).toBe(before + 1);
  });

  test('of one that failed for good is not, unless a person retries it', async () => {
    await service.script({ type: 'fault', code: 11, message: 'TCR is not valid' });
    const call = named(cashInvoice());
    const refused = await shop.test.createAndPrint(call);
    expect([refused.status, refused.body.retryable]).toEqual([400, false]);
    const again = await shop.test.createAndPrint(call);
    expect([again.status, again.body.invoiceId]).toEqual([400, refused.body.invoiceId]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await shop.test.read(refused.body.invoiceId as string)).attempts).toBe(1);
    const panel = await openPanel(service);
    const invoiceIds = [refused.body.invoiceId as string];
    await panel.post('/failed-work/retry', { invoiceIds }).expect(200);
    const sold = await shop.test.createAndPrint(call);
    expect([sold.status, sold.body.id]).toEqual([200, refused.body.invoiceId]);
    expect(sold.body).toMatchObject({ status: 'Fiscalized', attempts: 2 });
  });
});

describe('another call with the id', () => {
  test('supersedes a draft, which nothing can register any more', async () => {
    const call = named(nonCashInvoice());
    const { body: first } = await shop.test.draft(call);
    const changed = await shop.test.draft({ ...call, note: 'two pieces' });
    expect(changed.status).toBe(201);
    expect(changed.body.warnings).toContainEqual(expect.stringContaining(first.id as string));
    const { status, body } = await shop.test.fiscalize(first.id);
    expect([status, body.code]).toEqual([409, 'SUPERSEDED']);
    expect(body.invoiceId).toBe(changed.body.id);
    await expect(
      service.query(`update invoice set status = 'Pending' where id = $1`, [first.id]),
    ).rejects.toThrow(/superseded/);
    expect((await shop.test.draft({ ...call, note: 'two pieces' })).body.id).toBe(changed.body.id);
  });

  test('of a registered sale is refused, and says where they differ', async () => {
    const call = named(cashInvoice());
    const { body: sold } = await shop.test.createAndPrint(call);
    const { status, body } = await shop.test.createAndPrint({ ...call, note: 'another' });
    expect([status, body.code]).toEqual([409, 'EXTERNAL_ID_TAKEN']);
    expect(body).toMatchObject({ invoiceId: sold.id, status: 'Fiscalized', differs: ['note'] });
  });

  test('of another cash register of the company is refused, also while the first is a draft', async () => {
    const second = await addRegister(service, shop);
    const call = named(nonCashInvoice());
    await shop.test.draft(call);
    const { status, body } = await second.draft(call);
    expect([status, body.code, body.differs]).toEqual([409, 'EXTERNAL_ID_TAKEN', ['cashRegister']]);
  });
});
