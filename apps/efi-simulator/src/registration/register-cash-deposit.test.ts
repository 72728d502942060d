// RegisterCashDeposit with each of its codes, and what a deposit opens. Protocol §4.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  at,
  goodCashInvoice,
  goodDeposit,
  goodInvoice,
  NOW,
  NOW_TEXT,
  withInvoice,
} from '../testing/drafts.ts';
import { header, writeDeposit } from '../testing/request-builder.ts';
import type { Attributes } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
let running: Running;
let now = NOW;

beforeEach(async () => {
  now = NOW;
  running = await startRunning(keys, { now: () => now });
});

afterEach(() => running.stop());

function sendDeposit(change: Attributes = {}, head = header(NOW_TEXT)) {
  const deposit = { ...goodDeposit(), ...change };
  return running.send(writeDeposit(head, deposit, { identity: keys.taxpayer }));
}

describe('a cash deposit', () => {
  test('of the day opens the drawer for cash invoices of that day', async () => {
    expect(await running.sendInvoice(goodCashInvoice())).toMatchObject({ code: 58 });
    const deposit = await sendDeposit();
    expect(deposit).toMatchObject({ status: 200, code: null });
    expect(deposit.answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(await running.sendInvoice(goodCashInvoice())).toMatchObject({ code: null });
  });

  test('does not open the drawer for the next local day', async () => {
    await sendDeposit();
    now = NOW + 9 * HOUR;
    const next = at(9 * HOUR);
    const draft = withInvoice({ IssueDateTime: next }, goodCashInvoice());
    expect(await running.sendInvoice({ ...draft, header: header(next) })).toMatchObject({
      code: 58,
    });
  });

  test('INITIAL may be changed until the first cash invoice is fiscalized, then gets 56', async () => {
    await sendDeposit({ CashAmt: '10.00' });
    expect(await sendDeposit({ CashAmt: '20.00' })).toMatchObject({ code: null });
    await running.sendInvoice(goodInvoice(1));
    expect(await sendDeposit({ CashAmt: '30.00' })).toMatchObject({ code: null });
    await running.sendInvoice(goodCashInvoice(2));
    expect(await sendDeposit({ CashAmt: '40.00' })).toMatchObject({
      status: 500,
      code: 56,
      message: 'INITIAL cash deposit cannot be changed after invoice fiscalization.',
    });
    expect(await sendDeposit({ Operation: 'WITHDRAW', CashAmt: '5.00' })).toMatchObject({
      code: null,
    });
  });

  test.each<[number, string, Attributes]>([
    [51, 'takes nothing out', { Operation: 'WITHDRAW', CashAmt: '0.00' }],
    [53, 'names an unknown TCR', { TCRCode: 'xx999xx999' }],
    [53, 'names a TCR that is not active', { TCRCode: 'tc999tc999' }],
    [53, "names another taxpayer's TCR", { TCRCode: 'tc321tc321' }],
    [37, "is another taxpayer's", { IssuerTIN: '87654321' }],
    [11, 'is negative', { CashAmt: '-1.00' }],
  ])('is refused with %d when it %s', async (code, _what, change) => {
    expect(await sendDeposit(change)).toMatchObject({ code });
  });

  test('is refused with 52 when its taxpayer is unknown', async () => {
    const identity = await keys.ca.issue({ tin: '99999999' });
    const deposit = { ...goodDeposit(), IssuerTIN: '99999999' };
    const answer = await running.send(writeDeposit(header(NOW_TEXT), deposit, { identity }));
    expect(answer).toMatchObject({ code: 52 });
  });

  test('is refused with 11 when a direct message was not made at the time of sending', async () => {
    expect(await sendDeposit({ ChangeDateTime: at(-1000) })).toMatchObject({
      code: 11,
      message: 'ChangeDateTime must be equal to SendDateTime if SubseqDelivType does not exist',
    });
  });

  test('is refused with 49 when it is delivered too late, and accepted in time', async () => {
    const marked = () => header(NOW_TEXT, 'SERVICE');
    expect(await sendDeposit({ ChangeDateTime: at(-48 * HOUR) }, marked())).toMatchObject({
      code: null,
    });
    expect(await sendDeposit({ ChangeDateTime: at(-48 * HOUR - 1000) }, marked())).toMatchObject({
      code: 49,
    });
    expect(await sendDeposit({ ChangeDateTime: at(1000) }, marked())).toMatchObject({ code: 49 });
  });

  test('is refused with 2 when the clock is wrong', async () => {
    expect(await sendDeposit({ ChangeDateTime: at(1000) }, header(at(1000)))).toMatchObject({
      code: 2,
    });
  });
});
