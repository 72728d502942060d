// Documents other than the plain invoice: each in its good form is registered. Protocol §13.

import { afterAll, expect, test } from '@jest/globals';
import { at, goodInvoice, negative, NOW_TEXT, withInvoice } from '../testing/drafts.ts';
import { element } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const running = await startRunning(await makeKeys());

// An invoice of another day, to be summed up: paid with ORDER.
await running.sendInvoice({ ...goodInvoice(1), payMethods: [{ Type: 'ORDER', Amt: '59.10' }] });
const { iic } = running.lastInvoice();
const reference = { IIC: iic, IssueDateTime: NOW_TEXT, Amount: '59.10' };
const references = element('IICRefs', {}, element('IICRef', reference));

afterAll(() => running.stop());

async function findingsOf(draft: InvoiceDraft) {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null, message: null });
  return running.lastMessage()?.findings;
}

/** The sums of the one invoice that is summed up. */
function summing(invType: string, ordinal: number, decimals = 2): InvoiceDraft {
  const round = (amount = '') => Number(amount).toFixed(decimals);
  const draft = withInvoice({ InvType: invType, TaxPeriod: '07/2026' }, goodInvoice(ordinal));
  return {
    ...draft,
    items: null,
    sameTaxes: draft.sameTaxes!.map(({ VATRate, PriceBefVAT, VATAmt }) => ({
      NumOfItems: '1',
      VATRate,
      PriceBefVAT: round(PriceBefVAT),
      VATAmt: round(VATAmt),
    })),
    buyer: { IDType: 'TIN', IDNum: '87654321', Name: 'Mala radnja', Country: 'MNE' },
    more: references,
  };
}

test('a SUMMARY of registered invoices needs no items and no buyer', async () => {
  expect(await findingsOf({ ...summing('SUMMARY', 2), buyer: undefined })).toEqual([]);
});

test('a PERIODICAL has a buyer and a tax period', async () => {
  expect(await findingsOf(summing('PERIODICAL', 3))).toEqual([]);
});

test.each([
  ['SUMMARY', 7],
  ['PERIODICAL', 8],
])('a %s has two decimals everywhere', async (invType, ordinal) => {
  expect(await findingsOf(summing(invType, ordinal, 4))).toEqual([
    `amounts of a ${invType} have more than two decimals`,
  ]);
});

test('a reference gives the time of issue of what it refers to', async () => {
  const more = references.replace(NOW_TEXT, at(-1000));
  expect(await findingsOf({ ...summing('SUMMARY', 9), more })).toEqual([
    expect.stringMatching(/^IssueDateTime in IICRef does not match the referenced invoice /),
  ]);
});

test('a CREDIT_NOTE is negative without being a corrective', async () => {
  const approvals = element('Approvals', {}, element('Approval', { TotalAmt: '-59.10' }));
  const note = { ...negative(summing('CREDIT_NOTE', 4)), more: references + approvals };
  expect(await findingsOf(note)).toEqual([]);
  const { items } = goodInvoice();
  expect(await running.sendInvoice({ ...note, items })).toMatchObject({
    code: 11,
    message: 'Items element must not exist if InvType is equal to CREDIT_NOTE',
  });
});

test('an ADVANCE is an invoice like any other', async () => {
  expect(await findingsOf(withInvoice({ InvType: 'ADVANCE' }, goodInvoice(5)))).toEqual([]);
});

test('a self-issued invoice is the buyer’s, signed with the key of the buyer', async () => {
  const buyer = { IDType: 'TIN', IDNum: '12345678', Name: 'Test d.o.o.' };
  const seller = {
    IDType: 'VAT',
    IDNum: 'DE123456789',
    Name: 'Lieferant GmbH',
    Address: 'Weg 1',
    Town: 'Köln',
    Country: 'DEU',
  };
  const draft = { ...withInvoice({ TypeOfSelfIss: 'ABROAD' }, goodInvoice(6)), buyer, seller };
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null });
  const incomplete = { ...draft, seller: { ...seller, Address: undefined } };
  const message = expect.stringMatching(/^Address, Town and Country of the seller must exist/);
  expect(await running.sendInvoice(incomplete)).toMatchObject({ message });
});
