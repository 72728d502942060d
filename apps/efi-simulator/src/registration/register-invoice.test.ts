// What an invoice must pass beyond its signature: time, registers, kind of document; one thing
// broken at a time. Protocol §6, §7.1.

import { afterAll, describe, expect, test } from '@jest/globals';
import {
  at,
  goodCashInvoice,
  goodInvoice,
  NOW_TEXT,
  TCR,
  TIN,
  UNIT,
  withInvoice,
} from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

/** Issued and sent some time from the tests' instant. */
function issued(issuedAfterMs: number, sentAfterMs: number, mark?: string): InvoiceDraft {
  const draft = withInvoice({ IssueDateTime: at(issuedAfterMs) });
  return { ...draft, header: header(at(sentAfterMs), mark) };
}

test('a good invoice is registered and its reply carries a FIC and the UUID of the request', async () => {
  const draft = goodInvoice();
  const { answer, ...rest } = await running.sendInvoice(draft);
  expect(rest).toMatchObject({ status: 200, code: null, requestUuid: draft.header.UUID });
  expect(answer).toMatch(/^[0-9a-f-]{36}$/);
  expect(running.lastMessage()).toMatchObject({ outcome: 'accepted', answer, findings: [] });
});

describe('the time', () => {
  const unequal = 'IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist';

  test.each<[string, object, InvoiceDraft]>([
    ['SendDateTime is one second in the future', { code: 2 }, issued(1000, 1000)],
    ['SendDateTime is six hours old', { code: null }, issued(-6 * HOUR, -6 * HOUR)],
    ['SendDateTime is older', { code: 2 }, issued(-6 * HOUR - 1000, -6 * HOUR - 1000)],
    ['a direct message was issued before', { code: 11, message: unequal }, issued(-1000, 0)],
  ])('is checked when %s', async (_what, answer, draft) => {
    expect(await running.sendInvoice(draft)).toMatchObject(answer);
  });

  test.each([
    ['SERVICE', 48, /^IssueDateTime must not be older than 48h days/],
    ['TECHNICALERROR', 48, /^IssueDateTime must not be older than 48h days/],
    ['BOUNDBOOK', 7 * 24, /^IssueDateTime must not be older than 7 days/],
    ['BUSINESSNEEDS', 7 * 24, /^IssueDateTime must not be older than 7 days/],
  ])('is refused with 11 when a %s delivery is older than %d hours', async (mark, hours, words) => {
    const inTime = await running.sendInvoice(issued(-hours * HOUR, 0, mark));
    expect(inTime).toMatchObject({ code: null });
    const late = await running.sendInvoice(issued(-hours * HOUR - 1000, 0, mark));
    expect(late).toMatchObject({ code: 11, message: expect.stringMatching(words) });
  });
});

describe('the registers', () => {
  test.each([
    [52, 'that they do not know', '99999999'],
    [55, 'that is not active', '11112222'],
    [44, 'whose VAT status is not the registered one', '87654321'],
  ])('refuse with %d a taxpayer %s', async (code, _what, IDNum) => {
    const draft = goodInvoice();
    const identity = await keys.ca.issue({ tin: IDNum });
    const ofOther = { ...draft, seller: { ...draft.seller, IDNum } };
    expect(await running.sendInvoice(ofOther, { identity })).toMatchObject({ code });
  });

  const { seller } = goodInvoice();
  const buyer = { IDType: 'VAT', IDNum: TIN, Name: 'Kupac' };

  test.each<[number, string, InvoiceDraft]>([
    [54, 'a seller without TIN', { ...goodInvoice(), seller: { ...seller, IDType: 'ID' } }],
    [
      54,
      'a self-issuing buyer without TIN',
      { ...withInvoice({ TypeOfSelfIss: 'DOMESTIC' }), buyer },
    ],
    [58, 'a cash invoice without the deposit of its day', goodCashInvoice()],
  ])('refuse with %d %s', async (code, _what, draft) => {
    expect(await running.sendInvoice(draft)).toMatchObject({ code });
  });

  test.each([
    ['unknown', 'xx999xx999'],
    ['not active', 'tc999tc999'],
    ["another taxpayer's", 'tc321tc321'],
  ])('refuse with 11 a TCR that is %s', async (_what, tcr) => {
    const draft = withInvoice({ TCRCode: tcr, InvNum: `${UNIT}/1/2026/${tcr}` });
    const message = expect.stringMatching(/^TCR is not valid/);
    expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
  });
});

describe('the document', () => {
  const reference = `<IICRef IIC="${'A'.repeat(32)}" IssueDateTime="${NOW_TEXT}" Amount="1.00"/>`;
  const more = `<IICRefs>${reference}</IICRefs>`;
  const wrongTin = { IDType: 'TIN', IDNum: '123', Name: 'Kupac' };

  test.each<[string, InvoiceDraft]>([
    ['business unit code is not valid', withInvoice({ BusinUnitCode: 'bu999bu999' })],
    ['operator code is not valid', withInvoice({ OperatorCode: 'oo321oo321' })],
    ['software code does not match TCR software code', withInvoice({ SoftCode: 'ss999ss999' })],
    [
      'InvNum does not match BusinUnitCode, InvOrdNum, year of issue and TCRCode',
      withInvoice({ InvNum: `${UNIT}/1/2025/${TCR}` }),
    ],
    ['Buyers TIN is not in the correct format', { ...goodInvoice(), buyer: wrongTin }],
    ['Items element must exist if InvType is equal to INVOICE', { ...goodInvoice(), items: null }],
    [
      'IICRefs element must exist if InvType is equal to SUMMARY',
      withInvoice({ InvType: 'SUMMARY' }),
    ],
    [
      'Approvals element must exist if InvType is equal to CREDIT_NOTE',
      { ...withInvoice({ InvType: 'CREDIT_NOTE' }), more },
    ],
    [
      'Buyer and TaxPeriod must exist if InvType is equal to PERIODICAL',
      { ...withInvoice({ InvType: 'PERIODICAL' }), more },
    ],
  ])('is refused with 11: %s', async (message, draft) => {
    expect(await running.sendInvoice(draft)).toMatchObject({ code: 11, message });
  });
});
