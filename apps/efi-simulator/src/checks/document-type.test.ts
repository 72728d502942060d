// Documents other than the plain invoice: each in its good form is registered. Protocol §13.

import { afterAll, expect, test } from '@jest/globals';
import { at, goodInvoice, NOW_TEXT, withInvoice } from '../testing/drafts.ts';
import { element } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const BUYER = { IDType: 'TIN', IDNum: '87654321', Name: 'Mala radnja', Country: 'MNE' };

const running = await startRunning(await makeKeys());

// An invoice of another day, to be summed up: paid with ORDER.
await running.sendInvoice({ ...goodInvoice(1), payMethods: [{ Type: 'ORDER', Amt: '59.10' }] });
const { iic } = running.simulator.ledger.view({}).invoices[0]!;
const reference = { IIC: iic, IssueDateTime: NOW_TEXT, Amount: '59.10' };
const references = element('IICRefs', {}, element('IICRef', reference));

afterAll(() => running.stop());

async function findingsOf(draft: InvoiceDraft): Promise<readonly string[]> {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null, message: null });
  return running.simulator.ledger.view({}).messages.at(-1)?.findings ?? [];
}

/** The sums of the one invoice that is summed up. */
function summing(invType: string, ordinal: number): InvoiceDraft {
  const draft = withInvoice({ InvType: invType }, goodInvoice(ordinal));
  const cents = (amount = '') => Number(amount).toFixed(2);
  const sameTaxes = draft.sameTaxes!.map(({ VATRate, PriceBefVAT, VATAmt }) => ({
    ...{ NumOfItems: '1', VATRate },
    ...{ PriceBefVAT: cents(PriceBefVAT), VATAmt: cents(VATAmt) },
  }));
  return { ...draft, items: null, sameTaxes, more: references };
}

test('a SUMMARY of registered invoices needs no items', async () => {
  expect(await findingsOf(summing('SUMMARY', 2))).toEqual([]);
});

test.each(['SUMMARY', 'PERIODICAL'])('a %s has two decimals everywhere', async (invType) => {
  const ordinal = invType === 'SUMMARY' ? 7 : 8;
  const draft = withInvoice({ TaxPeriod: '07/2026' }, summing(invType, ordinal));
  const { sameTaxes } = goodInvoice();
  const counted = sameTaxes!.map((group) => ({ ...group, NumOfItems: '1' }));
  expect(await findingsOf({ ...draft, sameTaxes: counted, buyer: BUYER })).toEqual([
    `amounts of a ${invType} have more than two decimals`,
  ]);
});

test('a reference gives the time of issue of what it refers to', async () => {
  const draft = summing('SUMMARY', 9);
  const more = references.replace(NOW_TEXT, at(-1000));
  expect(await findingsOf({ ...draft, more })).toEqual([
    expect.stringMatching(/^IssueDateTime in IICRef does not match the referenced invoice /),
  ]);
});

test('a PERIODICAL has a buyer and a tax period', async () => {
  const draft = withInvoice({ TaxPeriod: '07/2026' }, summing('PERIODICAL', 3));
  expect(await findingsOf({ ...draft, buyer: BUYER })).toEqual([]);
});

test('a CREDIT_NOTE is negative without being a corrective', async () => {
  const amounts = { TotPriceWoVAT: '-51.12', TotVATAmt: '-7.98', TotPrice: '-59.10' };
  const draft = withInvoice(amounts, summing('CREDIT_NOTE', 4));
  const approvals = element('Approvals', {}, element('Approval', { TotalAmt: '-59.10' }));
  const negative = {
    ...draft,
    payMethods: [{ Type: 'ACCOUNT', Amt: '-59.10' }],
    sameTaxes: draft.sameTaxes!.map(({ NumOfItems, VATRate, PriceBefVAT, VATAmt }) => ({
      ...{ NumOfItems, VATRate },
      PriceBefVAT: `-${PriceBefVAT ?? ''}`,
      VATAmt: `-${VATAmt ?? ''}`,
    })),
    more: references + approvals,
  };
  expect(await findingsOf(negative)).toEqual([]);
  const { items } = goodInvoice();
  expect(await running.sendInvoice({ ...negative, items })).toMatchObject({
    code: 11,
    message: 'Items element must not exist if InvType is equal to CREDIT_NOTE',
  });
});

test('an ADVANCE is an invoice like any other', async () => {
  expect(await findingsOf(withInvoice({ InvType: 'ADVANCE' }, goodInvoice(5)))).toEqual([]);
});

test('a self-issued invoice is the buyer’s, signed with the key of the buyer', async () => {
  const draft = withInvoice({ TypeOfSelfIss: 'ABROAD' }, goodInvoice(6));
  const buyer = { IDType: 'TIN', IDNum: '12345678', Name: 'Test d.o.o.' };
  const seller = {
    ...{ IDType: 'VAT', IDNum: 'DE123456789', Name: 'Lieferant GmbH' },
    ...{ Address: 'Weg 1', Town: 'Köln', Country: 'DEU' },
  };
  expect(await running.sendInvoice({ ...draft, buyer, seller })).toMatchObject({ code: null });
  const incomplete = { ...seller, Address: undefined };
  const answer = await running.sendInvoice({ ...draft, buyer, seller: incomplete });
  expect(answer.message).toMatch(/^Address, Town and Country of the seller must exist/);
});
