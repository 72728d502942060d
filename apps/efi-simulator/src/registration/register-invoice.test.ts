// What an invoice must pass beyond its signature: time, registers, kind of document; one thing broken
// at a time. Protocol §6, §7.1.

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
import type { ServiceAnswer } from '../testing/running.ts';

const HOUR = 3_600_000;

const keys = await makeKeys();
const running = await startRunning(keys);

afterAll(() => running.stop());

function delivered(issueDateTime: string, subseqDelivType: string): InvoiceDraft {
  return {
    ...withInvoice({ IssueDateTime: issueDateTime }),
    header: header(NOW_TEXT, subseqDelivType),
  };
}

test('a good invoice is registered and its answer carries a FIC and the UUID of the request', async () => {
  const draft = goodInvoice();
  const answer = await running.sendInvoice(draft);
  expect(answer).toMatchObject({ status: 200, code: null, requestUuid: draft.header.UUID });
  expect(answer.answer).toMatch(/^[0-9a-f-]{36}$/);
  const [entry] = running.simulator.ledger.view({}).messages;
  expect(entry).toMatchObject({ outcome: 'accepted', answer: answer.answer, findings: [] });
});

describe('the time', () => {
  test.each([
    ['one second in the future', at(1000)],
    ['more than six hours old', at(-6 * HOUR - 1000)],
  ])('is refused with 2 when SendDateTime is %s', async (_what, sentAt) => {
    const draft = { ...withInvoice({ IssueDateTime: sentAt }), header: header(sentAt) };
    expect(await running.sendInvoice(draft)).toMatchObject({ code: 2 });
  });

  test('is accepted when SendDateTime is six hours old', async () => {
    const sentAt = at(-6 * HOUR);
    const draft = { ...withInvoice({ IssueDateTime: sentAt }), header: header(sentAt) };
    expect(await running.sendInvoice(draft)).toMatchObject({ code: null });
  });

  test('is refused with 11 when a direct message was issued before it was sent', async () => {
    expect(await running.sendInvoice(withInvoice({ IssueDateTime: at(-1000) }))).toMatchObject({
      code: 11,
      message: 'IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist',
    });
  });

  test.each([
    ['SERVICE', 48],
    ['TECHNICALERROR', 48],
    ['BOUNDBOOK', 7 * 24],
    ['BUSINESSNEEDS', 7 * 24],
  ])('is refused with 11 when a %s delivery is older than %d hours', async (mark, hours) => {
    const inTime = await running.sendInvoice(delivered(at(-hours * HOUR), mark));
    expect(inTime).toMatchObject({ code: null });
    const late = await running.sendInvoice(delivered(at(-hours * HOUR - 1000), mark));
    expect(late.code).toBe(11);
    expect(late.message).toMatch(
      hours === 48
        ? /^IssueDateTime must not be older than 48h days/
        : /^IssueDateTime must not be older than 7 days/,
    );
  });
});

describe('the registers', () => {
  async function sendAs(tin: string, draft: InvoiceDraft): Promise<ServiceAnswer> {
    const identity = await keys.ca.issue({ tin });
    return running.sendInvoice({ ...draft, seller: { ...draft.seller, IDNum: tin } }, { identity });
  }

  test('refuse with 52 a taxpayer that they do not know', async () => {
    expect(await sendAs('99999999', goodInvoice())).toMatchObject({ code: 52 });
  });

  test('refuse with 55 a taxpayer that is not active', async () => {
    expect(await sendAs('11112222', goodInvoice())).toMatchObject({ code: 55 });
  });

  test('refuse with 44 a VAT status that is not the registered one', async () => {
    expect(await sendAs('87654321', goodInvoice())).toMatchObject({ code: 44 });
  });

  test('refuse with 54 a seller who is not identified by TIN', async () => {
    const draft = goodInvoice();
    const answer = await running.sendInvoice({
      ...draft,
      seller: { ...draft.seller, IDType: 'ID' },
    });
    expect(answer).toMatchObject({ code: 54 });
  });

  test('refuse with 54 a self-issuing buyer who is not identified by TIN', async () => {
    const draft = withInvoice({ TypeOfSelfIss: 'DOMESTIC' });
    const buyer = { IDType: 'VAT', IDNum: TIN, Name: 'Kupac' };
    expect(await running.sendInvoice({ ...draft, buyer })).toMatchObject({ code: 54 });
  });

  test('refuse with 11 a malformed TIN of the buyer', async () => {
    const buyer = { IDType: 'TIN', IDNum: '123', Name: 'Kupac' };
    expect(await running.sendInvoice({ ...goodInvoice(), buyer })).toMatchObject({
      code: 11,
      message: 'Buyers TIN is not in the correct format',
    });
  });

  test.each([
    ['unknown', 'xx999xx999'],
    ['not active', 'tc999tc999'],
    ["another taxpayer's", 'tc321tc321'],
  ])('refuse with 11 a TCR that is %s', async (_what, tcr) => {
    const draft = withInvoice({ TCRCode: tcr, InvNum: `${UNIT}/1/2026/${tcr}` });
    const answer = await running.sendInvoice(draft);
    expect(answer.code).toBe(11);
    expect(answer.message).toMatch(/^TCR is not valid/);
  });

  test.each([
    ['business unit code is not valid', { BusinUnitCode: 'bu999bu999' }],
    ['operator code is not valid', { OperatorCode: 'oo321oo321' }],
    ['software code does not match TCR software code', { SoftCode: 'ss999ss999' }],
    [
      'InvNum does not match BusinUnitCode, InvOrdNum, year of issue and TCRCode',
      { InvNum: `${UNIT}/1/2025/${TCR}` },
    ],
  ])('refuse with 11: %s', async (message, attributes) => {
    expect(await running.sendInvoice(withInvoice(attributes))).toMatchObject({ code: 11, message });
  });

  test('refuse with 58 a cash invoice without the deposit of its day', async () => {
    expect(await running.sendInvoice(goodCashInvoice())).toMatchObject({ code: 58 });
  });
});

describe('the document', () => {
  test.each([
    [
      'INVOICE without items',
      { items: null },
      {},
      'Items element must exist if InvType is equal to INVOICE',
    ],
    [
      'SUMMARY without references',
      {},
      { InvType: 'SUMMARY' },
      'IICRefs element must exist if InvType is equal to SUMMARY',
    ],
    [
      'CREDIT_NOTE without approvals',
      {
        more: `<IICRefs><IICRef IIC="${'A'.repeat(32)}" IssueDateTime="${NOW_TEXT}" Amount="1.00"/></IICRefs>`,
      },
      { InvType: 'CREDIT_NOTE' },
      'Approvals element must exist if InvType is equal to CREDIT_NOTE',
    ],
    [
      'PERIODICAL without a buyer',
      {
        more: `<IICRefs><IICRef IIC="${'A'.repeat(32)}" IssueDateTime="${NOW_TEXT}" Amount="1.00"/></IICRefs>`,
      },
      { InvType: 'PERIODICAL' },
      'Buyer and TaxPeriod must exist if InvType is equal to PERIODICAL',
    ],
  ])('is refused with 11: %s', async (_what, parts, attributes, message) => {
    const answer = await running.sendInvoice({ ...withInvoice(attributes), ...parts });
    expect(answer).toMatchObject({ code: 11, message });
  });
});
