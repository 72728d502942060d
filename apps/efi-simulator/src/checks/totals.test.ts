// Sums, one cent at a time. Protocol §6, §11.

import { afterAll, expect, test } from '@jest/globals';
import { goodInvoice, withInvoice } from '../testing/drafts.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const running = await startRunning(await makeKeys());

afterAll(() => running.stop());

const good = goodInvoice();
const [firstItem, ...otherItems] = good.items!;
const [firstGroup, ...otherGroups] = good.sameTaxes!;

const withGroup = (attributes: Attributes): InvoiceDraft => ({
  ...good,
  sameTaxes: [{ ...firstGroup, ...attributes }, ...otherGroups],
});
test.each<[string, InvoiceDraft]>([
  ['same tax amount is wrong for tax rate 21.00', withGroup({ NumOfItems: '3' })],
  ['same tax amount is wrong for tax rate 21.00', withGroup({ PriceBefVAT: '5.1341' })],
  ['same tax amount is wrong for tax rate 21.00', withGroup({ VATAmt: '1.0861' })],
  ['same tax does not exist for all tax rates of items', { ...good, sameTaxes: otherGroups }],
  ['Total VAT amount is wrong', withInvoice({ TotVATAmt: '8.00', TotPriceWoVAT: '51.10' })],
  ['total invoice price without VAT is wrong', withInvoice({ TotPriceWoVAT: '51.10' })],
  ['total invoice price is wrong', withInvoice({ TotPrice: '59.12' })],
  // Lines and groups are each within a cent of their totals; the totals together are not.
  ['total invoice price is wrong', withInvoice({ TotPrice: '59.11', TotVATAmt: '7.97' })],
  [
    'total invoice price is wrong',
    { ...good, items: [{ ...firstItem, PA: '3.6200' }, ...otherItems] },
  ],
])('refused with 11: %s', async (message, draft) => {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
});

test('the sums may be off by one cent', async () => {
  const reply = await running.sendInvoice(withInvoice({ TotPriceWoVAT: '51.13' }));
  expect(reply).toMatchObject({ code: null });
});
