// The VAT rules of Table 159 and the rates of the day. Protocol §5.7, §6.

import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, OTHER_CODES, SOFTWARE, TCR, UNIT, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const INVALID = 'Invoice VAT is invalid.';
const UNKNOWN_RATE = 'tax rate is not valid in the moment of invoice issuing';

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

/** One line of 100.00 and nothing of VAT in it but its rate. */
function oneLine(line: Attributes = {}, group: Attributes = {}): InvoiceDraft {
  const items = [
    {
      N: 'Knjiga',
      U: 'kom',
      Q: '1',
      UPB: '100.00',
      UPA: '100.00',
      PB: '100.00',
      VR: '0.00',
      VA: '0.00',
      PA: '100.00',
      ...line,
    },
  ];
  const sameTax = { NumOfItems: '1', PriceBefVAT: '100.00', VATRate: '0.00', VATAmt: '0.00' };
  return {
    ...withInvoice({ TotPriceWoVAT: '100.00', TotVATAmt: '0.00', TotPrice: '100.00' }),
    payMethods: [{ Type: 'ACCOUNT', Amt: '100.00' }],
    items,
    sameTaxes: [{ ...sameTax, ...group }],
  };
}

const untaxed = { VR: undefined, VA: undefined };

/** One line exempt from VAT. */
function oneExempt(line: Attributes = {}, group: Attributes = {}): InvoiceDraft {
  const exemption = { VATRate: undefined, VATAmt: undefined, ExemptFromVAT: 'VAT_CL26' };
  const draft = oneLine({ ...untaxed, EX: 'VAT_CL26', ...line }, { ...exemption, ...group });
  return withInvoice({ TaxFreeAmt: '100.00' }, draft);
}
const obligated = 'if taxpayer is obligated to declare VAT';
const NO_GROUP = 'tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT';
const BESIDE_EX = 'VR and VA attributes must not exist for items with EX';
const TOGETHER = 'VATRate and VATAmt must exist together, and not beside ExemptFromVAT';

test.each<[string | null, InvoiceDraft]>([
  [null, oneExempt()],
  [BESIDE_EX, oneExempt({ VR: '0.00' })],
  [BESIDE_EX, oneExempt({ VA: '0.00' })],
  [BESIDE_EX, oneLine({ EX: 'VAT_CL26' })],
  [TOGETHER, oneExempt({}, { VATRate: '0.00' })],
  [TOGETHER, oneExempt({}, { VATAmt: '0.00' })],
  [TOGETHER, oneExempt({}, { VATRate: '0.00', VATAmt: '0.00' })],
  [TOGETHER, oneLine({}, { VATAmt: undefined })],
  [`${INVALID} TotVATAmt attribute must exist ${obligated}`, withInvoice({ TotVATAmt: undefined })],
  [`${INVALID} SameTaxes element must exist ${obligated}`, { ...goodInvoice(), sameTaxes: null }],
  [
    'tax rate or exempt from VAT must exist for all items if issuer is in VAT',
    oneLine({ VA: undefined }),
  ],
  [NO_GROUP, oneLine(untaxed, { VATRate: undefined })],
  [NO_GROUP, oneLine({}, { VATRate: undefined, VATAmt: undefined })],
  [NO_GROUP, oneExempt({}, { ExemptFromVAT: undefined })],
  [UNKNOWN_RATE, oneLine({ VR: '19.00' }, { VATRate: '19.00' })],
])('an issuer in VAT gets: %s', async (message, draft) => {
  const code = message === null ? null : 11;
  expect(await running.sendInvoice(draft)).toMatchObject({ code, message });
});

test('the rate of 15 % is refused with 11 on an invoice issued before it existed', async () => {
  const day = '2024-12-31T12:00:00+01:00';
  const ofDay = withInvoice({ IssueDateTime: day, InvNum: `${UNIT}/1/2024/${TCR}` });
  const past = await startRunning(keys, { now: () => Date.parse(day) });
  const reply = await past.sendInvoice({ ...ofDay, header: header(day) });
  expect(reply).toMatchObject({ code: 11, message: UNKNOWN_RATE });
  await past.stop();
});

describe('an issuer outside VAT', () => {
  const notObligated = 'if taxpayer is not obligated to declare VAT';
  const outside = (line: Attributes, change: Attributes, group: Attributes | null) => {
    const draft = oneLine({ ...untaxed, ...line });
    const status = { SoftCode: SOFTWARE, IsIssuerInVAT: 'false', TotVATAmt: undefined };
    return {
      ...draft,
      invoice: { ...draft.invoice, ...OTHER_CODES, ...status, ...change },
      seller: { ...draft.seller, IDNum: '87654321' },
      sameTaxes: group && [group],
    };
  };

  test.each<[string | null, InvoiceDraft]>([
    [null, outside({}, {}, null)],
    [
      `${INVALID} TotVATAmt attribute must not exist ${notObligated}`,
      outside({}, { TotVATAmt: '0.00' }, null),
    ],
    [
      `${INVALID} SameTaxes element must not exist ${notObligated}`,
      outside({}, {}, { NumOfItems: '1', PriceBefVAT: '100.00' }),
    ],
    [
      `${INVALID} VR, VA and EX attributes must not exist ${notObligated}`,
      outside({ VR: '0.00', VA: '0.00' }, {}, null),
    ],
  ])('gets: %s', async (message, draft) => {
    const identity = await keys.ca.issue({ tin: '87654321' });
    const reply = await running.sendInvoice(draft, { identity });
    expect(reply).toMatchObject({ code: message === null ? null : 11, message });
  });
});
