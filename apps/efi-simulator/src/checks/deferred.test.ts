// The nightly findings: what is accepted at once and would be reported the next day. Protocol §6.

import { expect, test } from '@jest/globals';
import { at, goodInvoice, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest } from '../testing/running.ts';

const running = startForEachTest(await makeKeys());

/** Sends a draft that is accepted, and gives what was found. */
async function findingsOf(draft: InvoiceDraft) {
  expect(await running().sendInvoice(draft)).toMatchObject({ code: null });
  return running().lastMessage()?.findings;
}

/** The first and the third line have the same rate, so that one can give what the other takes. */
function withLines(first: Attributes, third: Attributes = {}): InvoiceDraft {
  const draft = goodInvoice();
  const changes: Attributes[] = [first, {}, third];
  return { ...draft, items: draft.items!.map((line, index) => ({ ...line, ...changes[index] })) };
}

/** An invoice of one line at 21 %, whose group and totals are those of the line. */
function ofOneLine(line: Attributes): InvoiceDraft {
  const { PB = '', VA = '', PA = '' } = line;
  const cents = (amount: string): string => Number(amount).toFixed(2);
  const totals = { TotPriceWoVAT: cents(PB), TotVATAmt: cents(VA), TotPrice: cents(PA) };
  return {
    ...withInvoice(totals),
    payMethods: [{ Type: 'ACCOUNT', Amt: totals.TotPrice }],
    items: [{ N: 'Vijak', U: 'kom', VR: '21.00', ...line }],
    sameTaxes: [{ NumOfItems: '1', PriceBefVAT: PB, VATRate: '21.00', VATAmt: VA }],
  };
}

/** A thousand at 1.00 with VAT: the price without VAT has no end, and is 0.83 too low in all. */
const AT_PRICE_WITH_VAT = {
  Q: '1000',
  UPB: '0.8264',
  UPA: '1.0000',
  PB: '826.4463',
  VA: '173.5537',
  PA: '1000.0000',
};

const AT_OWN_UPB = { ...AT_PRICE_WITH_VAT, UPB: '0.8265', RR: 'false' };

/**
 * 0.12345 with VAT for each of 100 000: no UPA of four decimals leads to PA, 0.1235 comes nearest.
 */
const LARGE_QUANTITY = {
  Q: '100000',
  UPB: '0.1020',
  UPA: '0.1235',
  RR: 'false',
  PB: '10202.4793',
  VA: '2142.5207',
  PA: '12345.0000',
};

const NOT_FROM_UPB = 'I[0]: PB is not UPB · Q less the rebate';
const DECIMALS_DIFFER = 'amounts of the items differ in their number of decimals';
const ADVANCE = { Type: 'ADVANCE', Amt: '59.10', AdvIIC: 'A'.repeat(32) };

test.each<[string, InvoiceDraft, string[]]>([
  ['nothing is found in a true receipt', goodInvoice(), []],
  // 3.3058 less 10 % is 2.97522; the line shows 2.9752.
  ['nor in a rebate that is right', withLines({ UPB: '3.3058', R: '10.00', RR: 'true' }), []],
  ['a wrong rebate', withLines({ R: '15.00', RR: 'true' }), [NOT_FROM_UPB]],
  ['a wrong UPA', withLines({ UPA: '3.7000' }), ['I[0]: UPA is not PA / Q']],
  [
    'wrong VAT',
    withLines(
      { VA: '0.7248', PA: '3.7000', UPA: '3.7000' },
      { VA: '0.3512', PA: '2.5000', UPA: '2.5000' },
    ),
    ['I[0]: VA is not PB · VR', 'I[2]: VA is not PB · VR'],
  ],
  [
    'a wrong price',
    withLines({ PA: '3.7000', UPA: '3.7000' }, { PA: '2.5000', UPA: '2.5000' }),
    ['I[0]: PA is not PB + VA', 'I[2]: PA is not PB + VA'],
  ],
  ['two decimals and four', withLines({ UPA: '3.60', PA: '3.60' }), [DECIMALS_DIFFER]],
  ['two decimals of the VAT', withLines({ VA: '0.62' }), [DECIMALS_DIFFER]],
  ['minus zero', withInvoice({ TaxFreeAmt: '-0.00' }), ['a zero carries a minus']],
  ['a letter', withLines({ N: 'ćevapi' }), ['values contain characters outside ASCII']],
  [
    'an unknown advance',
    { ...goodInvoice(), payMethods: [ADVANCE] },
    [`referenced invoice ${'A'.repeat(32)} does not exist`],
  ],
  [
    'RR=false: the line follows from the final price, and UPB from the line',
    ofOneLine({ ...AT_PRICE_WITH_VAT, RR: 'false' }),
    [],
  ],
  ['without RR the line follows from UPB', ofOneLine(AT_PRICE_WITH_VAT), [NOT_FROM_UPB]],
  ['as with RR=true', ofOneLine({ ...AT_PRICE_WITH_VAT, RR: 'true' }), [NOT_FROM_UPB]],
  [
    'RR=false: PB is PA less the VAT, to the cent',
    ofOneLine({ ...AT_OWN_UPB, PB: '826.4563', VA: '173.5437' }),
    [],
  ],
  [
    'RR=false: PB is more than a cent from PA less the VAT',
    ofOneLine({ ...AT_OWN_UPB, PB: '826.4564', VA: '173.5436' }),
    ['I[0]: PB is not PA less the VAT'],
  ],
  [
    'RR=false: UPB leads to PB, as near as its own last digit allows',
    ofOneLine(AT_OWN_UPB),
    ['I[0]: UPB is not PB / Q before the rebate'],
  ],
  ['the last digit of UPA, rounded, over a large quantity', ofOneLine(LARGE_QUANTITY), []],
  [
    'and another last digit',
    ofOneLine({ ...LARGE_QUANTITY, UPA: '0.1236' }),
    ['I[0]: UPA is not PA / Q'],
  ],
])('%s', async (_what, draft, findings) => {
  expect(await findingsOf(draft)).toEqual(findings);
});

test('found: totals that agree with their groups only', async () => {
  const draft = withInvoice({ TotPriceWoVAT: '51.14', TotVATAmt: '7.96' });
  const sameTaxes = [
    { NumOfItems: '2', PriceBefVAT: '5.1340', VATRate: '21.00', VATAmt: '1.0660' },
    { NumOfItems: '3', PriceBefVAT: '46.0100', VATRate: '15.00', VATAmt: '6.8900' },
  ];
  expect(await findingsOf({ ...draft, sameTaxes })).toEqual([
    'TotPriceWoVAT is not the sum of PB',
    'TotVATAmt is not the sum of VA',
  ]);
});

test('found: a UUID and a number that were used before', async () => {
  const first = goodInvoice();
  await findingsOf(first);
  const issuedAt = at(-60_000);
  const other = withInvoice({ IssueDateTime: issuedAt });
  const again = { ...header(issuedAt), UUID: first.header.UUID };
  expect(await findingsOf({ ...other, header: again })).toEqual([
    'UUID of the message was used before',
    `InvNum ${first.invoice.InvNum ?? ''} was used by another invoice`,
  ]);
});
