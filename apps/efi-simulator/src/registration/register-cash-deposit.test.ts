// RegisterCashDeposit with each of its codes, and what a deposit opens. Protocol §4.

import { beforeEach, describe, expect, test } from '@jest/globals';
import { at, goodCashInvoice, goodInvoice, NOW, NOW_TEXT, withInvoice } from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
let now: number;

beforeEach(() => {
  now = NOW;
});

const running = startForEachTest(keys, { now: () => now });

describe('a cash deposit', () => {
  test('of the day opens the drawer for cash invoices of that day', async () => {
    const { sendInvoice, sendDeposit } = running();
    await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '5.00' });
    expect(await sendInvoice(goodCashInvoice())).toMatchObject({ code: 58 });
    const deposit = await sendDeposit();
    expect(deposit).toMatchObject({ status: 200, code: null });
    expect(deposit.answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(await sendInvoice(goodCashInvoice())).toMatchObject({ code: null });
  });

  test('does not open the drawer for the next local day', async () => {
    await running().sendDeposit();
    now = NOW + 9 * HOUR;
    const next = at(9 * HOUR);
    const draft = withInvoice({ IssueDateTime: next }, goodCashInvoice());
    const reply = await running().sendInvoice({ ...draft, header: header(next) });
    expect(reply).toMatchObject({ code: 58 });
  });

  test('INITIAL may be changed until the first cash invoice is fiscalized, then gets 56', async () => {
    const { sendInvoice, sendDeposit } = running();
    await sendDeposit({ CashAmt: '10.00' });
    expect(await sendDeposit({ CashAmt: '20.00' })).toMatchObject({ code: null });
    await sendInvoice(goodInvoice(1));
    expect(await sendDeposit({ CashAmt: '30.00' })).toMatchObject({ code: null });
    await sendInvoice(goodCashInvoice(2));
    const message = 'INITIAL cash deposit cannot be changed after invoice fiscalization.';
    const refused = { status: 500, code: 56, message };
    expect(await sendDeposit({ CashAmt: '40.00' })).toMatchObject(refused);
    const withdrawal = await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '5.00' });
    expect(withdrawal).toMatchObject({ code: null });
  });

  const marked = header(NOW_TEXT, 'SERVICE');
  const unequal = 'ChangeDateTime must be equal to SendDateTime if SubseqDelivType does not exist';

  test.each<[number | null, string, Attributes, (Attributes | undefined)?, string?]>([
    [51, 'takes nothing out', { Operation: 'WITHDRAW', CashAmt: '0.00' }],
    [53, 'names an unknown TCR', { TCRCode: 'xx999xx999' }],
    [53, 'names a TCR that is not active', { TCRCode: 'tc999tc999' }],
    [53, "names another taxpayer's TCR", { TCRCode: 'tc321tc321' }],
    [37, "is another taxpayer's", { IssuerTIN: '87654321' }],
    [11, 'is negative', { CashAmt: '-1.00' }],
    [11, 'is direct and of another time', { ChangeDateTime: at(-1000) }, undefined, unequal],
    [null, 'is delivered in time', { ChangeDateTime: at(-48 * HOUR) }, marked],
    [49, 'is delivered too late', { ChangeDateTime: at(-48 * HOUR - 1000) }, marked],
    [49, 'is delivered before its time', { ChangeDateTime: at(1000) }, marked],
    [2, 'comes with a wrong clock', { ChangeDateTime: at(1000) }, header(at(1000))],
  ])('gets %s when it %s', async (code, _what, change, ...[head, message]) => {
    const reply = await running().sendDeposit(change, head);
    expect(reply).toMatchObject(message === undefined ? { code } : { code, message });
  });

  test('gets 52 when its taxpayer is unknown', async () => {
    const identity = await keys.ca.issue({ tin: '99999999' });
    const change = { IssuerTIN: '99999999' };
    expect(await running().sendDeposit(change, undefined, { identity })).toMatchObject({
      code: 52,
    });
  });
});
