// The nightly findings: what is accepted at once and would be reported the next day. Protocol §6.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { at, goodInvoice, TCR, UNIT, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const keys = await makeKeys();
let running: Running;

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(() => running.stop());

/** Sends a draft that is accepted, and gives what was found. */
async function findingsOf(draft: InvoiceDraft): Promise<readonly string[]> {
  expect(await running.sendInvoice(draft)).toMatchObject({ code: null });
  return running.simulator.ledger.view({}).messages.at(-1)?.findings ?? [];
}

/** The first and the third line have the same rate, so that one can give what the other takes. */
function withLines(first: Attributes, third: Attributes = {}): InvoiceDraft {
  const draft = goodInvoice();
  const changes: Attributes[] = [first, {}, third];
  return { ...draft, items: draft.items!.map((line, index) => ({ ...line, ...changes[index] })) };
}

test('a true receipt has none', async () => {
  expect(await findingsOf(goodInvoice())).toEqual([]);
});

test.each<[string[], InvoiceDraft]>([
  [['I[0]: PB is not UPB · Q less the rebate'], withLines({ R: '15.00', RR: 'true' })],
  [['I[0]: UPA is not PA / Q'], withLines({ UPA: '3.7000' })],
  [
    ['I[0]: VA is not PB · VR', 'I[2]: VA is not PB · VR'],
    withLines(
      { VA: '0.7248', PA: '3.7000', UPA: '3.7000' },
      { VA: '0.3512', PA: '2.5000', UPA: '2.5000' },
    ),
  ],
  [
    ['I[0]: PA is not PB + VA', 'I[2]: PA is not PB + VA'],
    withLines({ PA: '3.7000', UPA: '3.7000' }, { PA: '2.5000', UPA: '2.5000' }),
  ],
  [
    ['amounts of the items differ in their number of decimals'],
    withLines({ UPA: '3.60', PA: '3.60' }),
  ],
  [['amounts of the items differ in their number of decimals'], withLines({ VA: '0.62' })],
  [['a zero carries a minus'], withInvoice({ TaxFreeAmt: '-0.00' })],
  [['values contain characters outside ASCII'], withLines({ N: 'ćevapi' })],
  [
    [`referenced invoice ${'A'.repeat(32)} does not exist`],
    {
      ...goodInvoice(),
      payMethods: [{ Type: 'ADVANCE', Amt: '59.10', AdvIIC: 'A'.repeat(32) }],
    },
  ],
])('found: %s', async (findings, draft) => {
  expect(await findingsOf(draft)).toEqual(findings);
});

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
  ...{ Q: '1000', UPB: '0.8264', UPA: '1.0000' },
  ...{ PB: '826.4463', VA: '173.5537', PA: '1000.0000' },
};

describe('RR', () => {
  test('false: the line follows from the final price, and UPB from the line', async () => {
    expect(await findingsOf(ofOneLine({ ...AT_PRICE_WITH_VAT, RR: 'false' }))).toEqual([]);
  });

  test.each([undefined, 'true'])('%s: the line follows from UPB, to the cent', async (RR) => {
    expect(await findingsOf(ofOneLine({ ...AT_PRICE_WITH_VAT, RR }))).toEqual([
      'I[0]: PB is not UPB · Q less the rebate',
    ]);
  });

  test('false: PB is PA less the VAT, to the cent', async () => {
    const line = { ...AT_PRICE_WITH_VAT, UPB: '0.8265', RR: 'false' };
    const near = { ...line, PB: '826.4563', VA: '173.5437' };
    expect(await findingsOf(ofOneLine(near))).toEqual([]);
    const wrong = { ...line, PB: '826.4564', VA: '173.5436' };
    const draft = withInvoice(
      { InvOrdNum: '2', InvNum: `${UNIT}/2/2026/${TCR}` },
      ofOneLine(wrong),
    );
    expect(await findingsOf(draft)).toEqual(['I[0]: PB is not PA less the VAT']);
  });

  test('false: UPB leads to PB, as near as its own last digit allows', async () => {
    const line = { ...AT_PRICE_WITH_VAT, UPB: '0.8265', RR: 'false' };
    expect(await findingsOf(ofOneLine(line))).toEqual([
      'I[0]: UPB is not PB / Q before the rebate',
    ]);
  });
});

describe('the last digit of UPA over a large quantity', () => {
  // 0.12345 with VAT for each of 100 000: no UPA of four decimals leads to PA, 0.1235 comes nearest.
  const line = {
    ...{ Q: '100000', UPB: '0.1020', UPA: '0.1235', RR: 'false' },
    ...{ PB: '10202.4793', VA: '2142.5207', PA: '12345.0000' },
  };

  test('is no finding where it is rounded', async () => {
    expect(await findingsOf(ofOneLine(line))).toEqual([]);
  });

  test('is one where it is another', async () => {
    expect(await findingsOf(ofOneLine({ ...line, UPA: '0.1236' }))).toEqual([
      'I[0]: UPA is not PA / Q',
    ]);
  });
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

test('found: a rebate that is right is not', async () => {
  // 3.3058 less 10 % is 2.97522; the line shows 2.9752.
  expect(await findingsOf(withLines({ UPB: '3.3058', R: '10.00', RR: 'true' }))).toEqual([]);
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
