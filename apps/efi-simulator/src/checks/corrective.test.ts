// Correctives: negative amounts need one, and the original must be registered. Protocol §13.

import { afterAll, describe, expect, test } from '@jest/globals';
import { at, cancellationOf, goodInvoice, NOW_TEXT, withInvoice } from '../testing/drafts.ts';
import { element } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = await startRunning(keys);
await running.sendInvoice(goodInvoice(1));
const originalIic = running.simulator.ledger.view({}).invoices[0]!.iic;

afterAll(() => running.stop());

test('a full cancellation of a registered invoice is registered', async () => {
  const answer = await running.sendInvoice(cancellationOf(goodInvoice(1), originalIic, 2));
  expect(answer).toMatchObject({ code: null });
  expect(running.simulator.ledger.correctivesOf(originalIic)).toHaveLength(1);
});

test('a corrective of an ADVANCE names the invoices that it has paid', async () => {
  await running.sendInvoice(withInvoice({ InvType: 'ADVANCE' }, goodInvoice(2)));
  const { iic } = running.simulator.ledger.view({}).invoices.at(-1)!;
  const draft = cancellationOf(goodInvoice(2), iic, 4);
  expect(await running.sendInvoice(draft)).toMatchObject({
    code: 11,
    message: 'IICRefs element must exist if invoice referenced by CorrectiveInv is ADVANCE',
  });
  const reference = element('IICRef', { IIC: iic, IssueDateTime: NOW_TEXT, Amount: '59.10' });
  const more = element('IICRefs', {}, reference);
  expect(await running.sendInvoice({ ...draft, more })).toMatchObject({ code: null });
});

describe('a corrective is refused with 11', () => {
  test('when negative values come without CorrectiveInv', async () => {
    const draft = cancellationOf(goodInvoice(1), originalIic, 3);
    expect(await running.sendInvoice({ ...draft, correctiveInv: undefined })).toMatchObject({
      code: 11,
      message: 'negative values are allowed only when CorrectiveInv exist',
    });
  });

  test('when its original is not registered', async () => {
    const draft = cancellationOf(goodInvoice(1), 'F'.repeat(32), 3);
    expect(await running.sendInvoice(draft)).toMatchObject({
      code: 11,
      message: 'invoice referenced by CorrectiveInv does not exist',
    });
  });

  test("when its original is another taxpayer's", async () => {
    const tin = '87654321';
    const codes = {
      ...{ TCRCode: 'tc321tc321', BusinUnitCode: 'bu321bu321', OperatorCode: 'oo321oo321' },
      ...{ InvNum: 'bu321bu321/1/2026/tc321tc321', InvOrdNum: '1' },
    };
    await running.control('POST', '/taxpayers', { tin, name: 'Mala radnja', isInVat: true });
    const draft = withInvoice(codes, cancellationOf(goodInvoice(1), originalIic, 1));
    const identity = await keys.ca.issue({ tin });
    const strangers = { ...draft, seller: { ...draft.seller, IDNum: tin } };
    expect(await running.sendInvoice(strangers, { identity })).toMatchObject({
      code: 11,
      message: 'invoice referenced by CorrectiveInv does not exist',
    });
  });

  test('when it gives another time of issue of its original', async () => {
    const draft = cancellationOf(goodInvoice(1), originalIic, 3);
    const correctiveInv = { ...draft.correctiveInv, IssueDateTime: at(-1000) };
    expect(await running.sendInvoice({ ...draft, correctiveInv })).toMatchObject({
      code: 11,
      message: 'IssueDateTime in CorrectiveInv does not match the referenced invoice',
    });
  });

  test('when CorrectiveInv and InvType do not go together', async () => {
    const draft = goodInvoice(3);
    const invoice = { ...draft.invoice, InvType: 'CORRECTIVE' };
    expect(await running.sendInvoice({ ...draft, invoice })).toMatchObject({
      code: 11,
      message: 'CorrectiveInv must exist if and only if InvType is equal to CORRECTIVE',
    });
  });
});
