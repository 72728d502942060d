// The VAT rules of Table 159 and the rates of the day. Protocol §5.7, §6.

import { afterAll, describe, expect, test } from '@jest/globals';
import { goodInvoice, SOFTWARE, TCR, UNIT, withInvoice } from '../testing/drafts.ts';
import { header, writeInvoice } from '../testing/request-builder.ts';
import type { Attributes, InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

describe('the VAT rules', () => {
  const obligated = 'if taxpayer is obligated to declare VAT';
  const invalid = 'Invoice VAT is invalid.';

  test.each<[string, InvoiceDraft]>([
    [
      `${invalid} TotVATAmt attribute must exist ${obligated}`,
      withInvoice({ TotVATAmt: undefined }),
    ],
    [`${invalid} SameTaxes element must exist ${obligated}`, { ...goodInvoice(), sameTaxes: null }],
    [
      'tax rate or exempt from VAT must exist for all items if issuer is in VAT',
      oneLine({ VA: undefined }),
    ],
    [
      'tax rate is not valid in the moment of invoice issuing',
      oneLine({ VR: '19.00' }, { VATRate: '19.00' }),
    ],
  ])('refuse with 11: %s', async (message, draft) => {
    expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
  });

  /** One line of 100.00 and nothing of VAT in it but its rate. */
  function oneLine(line: Attributes = {}, group: Attributes = {}): InvoiceDraft {
    return {
      ...withInvoice({ TotPriceWoVAT: '100.00', TotVATAmt: '0.00', TotPrice: '100.00' }),
      payMethods: [{ Type: 'ACCOUNT', Amt: '100.00' }],
      items: [
        {
          ...{ N: 'Knjiga', U: 'kom', Q: '1', UPB: '100.00', UPA: '100.00', PB: '100.00' },
          ...{ VR: '0.00', VA: '0.00', PA: '100.00', ...line },
        },
      ],
      sameTaxes: [
        { NumOfItems: '1', PriceBefVAT: '100.00', VATRate: '0.00', VATAmt: '0.00', ...group },
      ],
    };
  }

  test('accept an exempt line in a group of its exemption', async () => {
    const exempt = { VR: undefined, VA: undefined, EX: 'VAT_CL26' };
    const group = { VATRate: undefined, VATAmt: undefined, ExemptFromVAT: 'VAT_CL26' };
    expect(await running.sendInvoice(oneLine(exempt, group))).toMatchObject({ code: null });
  });

  test('refuse with 11 a group that is neither taxed nor exempt', async () => {
    const draft = oneLine({ VR: undefined, VA: undefined }, { VATRate: undefined });
    expect(await running.sendInvoice(draft)).toMatchObject({
      code: 11,
      message: 'tax rate or exempt from VAT must exist for all same taxes if issuer is in VAT',
    });
  });

  test('refuse with 11 the rate of 15 % on an invoice issued before it existed', async () => {
    const day = '2024-12-31T12:00:00+01:00';
    const lineOfDay = {
      ...withInvoice({ IssueDateTime: day, InvNum: `${UNIT}/1/2024/${TCR}` }),
      header: header(day),
    };
    const past = await startRunning(keys, { now: () => Date.parse(day) });
    try {
      const answer = await past.send(writeInvoice(lineOfDay, { identity: keys.taxpayer }));
      expect(answer).toMatchObject({
        code: 11,
        message: 'tax rate is not valid in the moment of invoice issuing',
      });
    } finally {
      await past.stop();
    }
  });

  describe('for a taxpayer outside VAT', () => {
    const notObligated = 'if taxpayer is not obligated to declare VAT';
    const outside = (line: Attributes, invoice: Attributes, group: Attributes | null) => {
      const draft = oneLine({ VR: undefined, VA: undefined, ...line });
      const codes = {
        TCRCode: 'tc321tc321',
        BusinUnitCode: 'bu321bu321',
        OperatorCode: 'oo321oo321',
      };
      return {
        ...draft,
        invoice: {
          ...draft.invoice,
          ...codes,
          ...{ InvNum: 'bu321bu321/1/2026/tc321tc321', SoftCode: SOFTWARE },
          ...{ IsIssuerInVAT: 'false', TotVATAmt: undefined, ...invoice },
        },
        seller: { ...draft.seller, IDNum: '87654321' },
        sameTaxes: group ? [group] : null,
      };
    };

    test.each<[string | null, InvoiceDraft]>([
      [null, outside({}, {}, null)],
      [
        `${invalid} TotVATAmt attribute must not exist ${notObligated}`,
        outside({}, { TotVATAmt: '0.00' }, null),
      ],
      [
        `${invalid} SameTaxes element must not exist ${notObligated}`,
        outside({}, {}, { NumOfItems: '1', PriceBefVAT: '100.00' }),
      ],
      [
        `${invalid} VR, VA and EX attributes must not exist ${notObligated}`,
        outside({ VR: '0.00', VA: '0.00' }, {}, null),
      ],
    ])('answer: %s', async (message, draft) => {
      const identity = await keys.ca.issue({ tin: '87654321' });
      const answer = await running.sendInvoice(draft, { identity });
      expect(answer).toMatchObject({ code: message === null ? null : 11, message });
    });
  });
});
