// Sums and payments, one cent at a time. Protocol §5.3, §6, §11.

import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, withInvoice } from '../testing/drafts.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const running = await startRunning(await makeKeys());

afterAll(() => running.stop());

describe('the sums', () => {
  function withGroup(attributes: Attributes): InvoiceDraft {
    const draft = goodInvoice();
    const [first, ...others] = draft.sameTaxes!;
    return { ...draft, sameTaxes: [{ ...first, ...attributes }, ...others] };
  }

  test.each<[string, InvoiceDraft]>([
    ['same tax amount is wrong for tax rate 21.00', withGroup({ NumOfItems: '3' })],
    ['same tax amount is wrong for tax rate 21.00', withGroup({ PriceBefVAT: '5.1341' })],
    ['same tax amount is wrong for tax rate 21.00', withGroup({ VATAmt: '1.0861' })],
    [
      'same tax does not exist for all tax rates of items',
      { ...goodInvoice(), sameTaxes: goodInvoice().sameTaxes!.slice(1) },
    ],
    ['Total VAT amount is wrong', withInvoice({ TotVATAmt: '8.00', TotPriceWoVAT: '51.10' })],
    ['total invoice price without VAT is wrong', withInvoice({ TotPriceWoVAT: '51.10' })],
    ['total invoice price is wrong', withInvoice({ TotPrice: '59.12' })],
    // Lines and groups are each within a cent of their totals; the totals together are not.
    ['total invoice price is wrong', withInvoice({ TotPrice: '59.11', TotVATAmt: '7.97' })],
    [
      'total invoice price is wrong',
      {
        ...goodInvoice(),
        items: goodInvoice().items!.map((line, index) =>
          index === 0 ? { ...line, PA: '3.6200' } : line,
        ),
      },
    ],
    [
      "total price amount doesn't coresponds to amount in the PaymentMethods",
      { ...goodInvoice(), payMethods: [{ Type: 'ACCOUNT', Amt: '59.11' }] },
    ],
  ])('are refused with 11: %s', async (message, draft) => {
    expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
  });

  test('may be off by one cent', async () => {
    expect(await running.sendInvoice(withInvoice({ TotPriceWoVAT: '51.13' }))).toMatchObject({
      code: null,
    });
  });
});

describe('the payment', () => {
  function paidWith(typeOfInv: string, payMethods: Attributes[]): InvoiceDraft {
    return { ...withInvoice({ TypeOfInv: typeOfInv }), payMethods };
  }
  const mismatch = "Type of invoice doesn't match payment method";

  test.each([
    [mismatch, 'NONCASH', [{ Type: 'BANKNOTE', Amt: '59.10' }]],
    [
      mismatch,
      'NONCASH',
      [
        { Type: 'ACCOUNT', Amt: '58.10' },
        { Type: 'CARD', Amt: '1.00' },
      ],
    ],
    [
      'AdvIIC must exist if payment method is equal to ADVANCE',
      'NONCASH',
      [{ Type: 'ADVANCE', Amt: '59.10' }],
    ],
    [
      'CompCard must exist if payment method is equal to COMPANY',
      'NONCASH',
      [{ Type: 'COMPANY', Amt: '59.10' }],
    ],
    [
      'Vouchers must exist if payment method is equal to SVOUCHER',
      'NONCASH',
      [{ Type: 'SVOUCHER', Amt: '59.10', AdvIIC: 'A'.repeat(32) }],
    ],
  ])('is refused with 11: %s (%s)', async (message, typeOfInv, payMethods) => {
    expect(await running.sendInvoice(paidWith(typeOfInv, payMethods))).toMatchObject({
      code: 11,
      message,
    });
  });
});
