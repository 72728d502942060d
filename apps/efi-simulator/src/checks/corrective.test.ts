// Correctives: negative amounts need one, and the original must be registered. Protocol §13.

import { afterAll, describe, expect, test } from '@jest/globals';
import {
  at,
  cancellationOf,
  goodInvoice,
  NOW_TEXT,
  OTHER_CODES,
  withInvoice,
} from '../testing/drafts.ts';
import { element } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);
await running.sendInvoice(goodInvoice(1));
const originalIic = running.lastInvoice().iic;

afterAll(() => running.stop());

test('a full cancellation of a registered invoice is registered', async () => {
  const reply = await running.sendInvoice(cancellationOf(goodInvoice(1), originalIic, 2));
  expect(reply).toMatchObject({ code: null });
  expect(running.ledger.correctivesOf(originalIic)).toHaveLength(1);
});

test('a corrective of an ADVANCE names the invoices that it has paid', async () => {
  await running.sendInvoice(withInvoice({ InvType: 'ADVANCE' }, goodInvoice(2)));
  const draft = cancellationOf(goodInvoice(2), running.lastInvoice().iic, 4);
  expect(await running.sendInvoice(draft)).toMatchObject({
    code: 11,
    message: 'IICRefs element must exist if invoice referenced by CorrectiveInv is ADVANCE',
  });
  const reference = { IIC: originalIic, IssueDateTime: NOW_TEXT, Amount: '59.10' };
  const more = element('IICRefs', {}, element('IICRef', reference));
  expect(await running.sendInvoice({ ...draft, more })).toMatchObject({ code: null });
});

describe('a corrective is refused', () => {
  const draft = cancellationOf(goodInvoice(1), originalIic, 3);
  const correctiveInv = { ...draft.correctiveInv, IssueDateTime: at(-1000) };

  test.each<[string, InvoiceDraft]>([
    [
      'negative values are allowed only when CorrectiveInv exist',
      { ...draft, correctiveInv: undefined },
    ],
    [
      'invoice referenced by CorrectiveInv does not exist',
      cancellationOf(goodInvoice(1), 'F'.repeat(32), 3),
    ],
    [
      'IssueDateTime in CorrectiveInv does not match the referenced invoice',
      { ...draft, correctiveInv },
    ],
    [
      'CorrectiveInv must exist if and only if InvType is equal to CORRECTIVE',
      withInvoice({ InvType: 'CORRECTIVE' }, goodInvoice(3)),
    ],
  ])('with 11: %s', async (message, wrong) => {
    expect(await running.sendInvoice(wrong)).toMatchObject({ code: 11, message });
  });

  test("when its original is another taxpayer's", async () => {
    const tin = '87654321';
    await running.control('POST', '/taxpayers', { tin, name: 'Mala radnja', isInVat: true });
    const invoice = { ...draft.invoice, ...OTHER_CODES };
    const ofOther = { ...draft, invoice, seller: { ...draft.seller, IDNum: tin } };
    const reply = await running.sendInvoice(ofOther, { identity: await keys.ca.issue({ tin }) });
    const message = 'invoice referenced by CorrectiveInv does not exist';
    expect(reply).toMatchObject({ code: 11, message });
  });
});
