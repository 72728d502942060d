// Decisions §4: what the corrective of an advance names in its message.

import { describe, expect, test } from '@jest/globals';
import { cancellationOf, nonCashInvoice, startService } from '../running-service.ts';
import type { Body } from '../running-service.ts';
import { testNothingFound } from './rows.ts';
import { openShop } from './shop.ts';

// Delivered when the test says so, and not before.
const environment = { DELIVERY_AFTER_MS: '600000' };
const service = await startService({ environment });
const shop = await openShop(service);

const ofPrice = (unitPrice: number, change: object = {}) =>
  nonCashInvoice({
    items: [{ name: 'Kafa', unitPrice, quantity: 1, vat: { rate: 0 } }],
    ...change,
  });
const advanceOf = (amount: number) => shop.test.fiscalized(ofPrice(amount, { type: 'Advance' }));
const paidBy = ({ iic }: Body, amount: number) =>
  shop.test.fiscalized(ofPrice(amount, { paymentMethod: 'ADVANCE', advancePaymentIic: iic }));

/** What the messages of an invoice name, each IICRef as it is written, one list for each message. */
async function namedIn({ id }: Body): Promise<string[][]> {
  const sent = await service.submissionsOf(id);
  return sent.map(({ request }) => (request as string).match(/<IICRef [^>]*>/g) ?? []);
}

const reference = ({ iic, fiscalizedAt }: Body, amount: string) =>
  `<IICRef Amount="${amount}" IIC="${String(iic)}" IssueDateTime="${String(fiscalizedAt)}">`;

describe('Decisions §4: the corrective of an advance', () => {
  test('names the invoices that were paid with it, each with the part paid by it', async () => {
    const advance = await advanceOf(100);
    const [first, second] = [await paidBy(advance, 60), await paidBy(advance, 30.5)];
    await paidBy(await advanceOf(7), 7);
    const corrective = await shop.test.fiscalized(cancellationOf(advance));
    expect(await namedIn(corrective)).toEqual([
      [reference(first, '60.00'), reference(second, '30.50')],
    ]);
  });

  test('names the advance itself with the amount taken back where it has paid nothing', async () => {
    const advance = await advanceOf(100);
    const [item] = advance.invoiceData.items as Body[];
    const items = [{ ...item, unitPrice: -40, quantity: -1 }];
    const corrective = await shop.test.fiscalized({ ...cancellationOf(advance), items });
    expect(await namedIn(corrective)).toEqual([[reference(advance, '40.00')]]);
  });

  test('names of an invoice what its own correctives have left, and none that is cancelled', async () => {
    const advance = await advanceOf(100);
    const [reduced, cancelled] = [await paidBy(advance, 60), await paidBy(advance, 30)];
    const change = { advancePaymentIic: advance.iic };
    await shop.test.fiscalized({ ...cancellationOf(cancelled), ...change });
    const [item] = reduced.invoiceData.items as Body[];
    const items = [
      { ...item, unitPrice: -60, quantity: -1 },
      { ...item, unitPrice: 45 },
    ];
    await shop.test.fiscalized({ ...cancellationOf(reduced), ...change, items });
    const corrective = await shop.test.fiscalized(cancellationOf(advance));
    expect(await namedIn(corrective)).toEqual([[reference(reduced, '45.00')]]);
  });

  test('names the same in every message, whatever was paid with the advance in between', async () => {
    const advance = await advanceOf(100);
    const first = await paidBy(advance, 60);
    const stored = await shop.test.store(cancellationOf(advance));
    await service.script({ type: 'drop' });
    const offline = await shop.test.fiscalize(stored);
    expect(offline.body.status).toBe('Offline');
    await paidBy(advance, 40);
    await service.query('update work set scheduled_at = now() where subject_id = $1', [
      offline.body.id,
    ]);
    await shop.test.until(offline.body.id, 'Fiscalized');
    const named = [reference(first, '60.00')];
    expect(await namedIn(offline.body)).toEqual([named, named]);
  });

  test('any other corrective names nothing', async () => {
    const corrective = await shop.test.fiscalized(
      cancellationOf(await shop.test.fiscalized(ofPrice(5))),
    );
    expect(await namedIn(corrective)).toEqual([[]]);
  });
});

testNothingFound(service);
