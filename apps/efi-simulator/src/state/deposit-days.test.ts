// The drawers in the summary: deposits counted by day, and cash invoices that were too early named.

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { at, goodCashInvoice, goodDeposit, NOW_TEXT, TCR, withInvoice } from '../testing/drafts.ts';
import { header, writeDeposit } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const DAY = '2026-07-11';

const keys = await makeKeys();
let running: Running;

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(() => running.stop());

function sendDeposit() {
  const deposit = writeDeposit(header(NOW_TEXT), goodDeposit(), { identity: keys.taxpayer });
  return running.send(deposit);
}

/** A cash invoice issued some seconds before the tests' moment. */
function issuedEarlier(ordinal: number, seconds: number) {
  const draft = withInvoice({ IssueDateTime: at(-seconds * 1000) }, goodCashInvoice(ordinal));
  return { ...draft, header: header(NOW_TEXT, 'SERVICE') };
}

test('initial deposits and cash invoices are counted by TCR and day', async () => {
  await sendDeposit();
  await sendDeposit();
  await running.sendInvoice(goodCashInvoice(1));
  await running.sendInvoice(issuedEarlier(2, 60));
  expect(running.simulator.ledger.summary()).toMatchObject({
    deposits: 2,
    depositDays: [{ tcrCode: TCR, day: DAY, initials: 2, cashInvoices: 2 }],
    depositOrder: [],
  });
});

test('the first cash invoice of the day that came before the deposit is named', async () => {
  expect(await running.sendInvoice(goodCashInvoice(1))).toMatchObject({ code: 58 });
  await sendDeposit();
  const repeated = { ...goodCashInvoice(1), header: header(NOW_TEXT, 'TECHNICALERROR') };
  expect(await running.sendInvoice(repeated)).toMatchObject({ code: null });
  expect(running.simulator.ledger.summary().depositOrder).toEqual([
    {
      tcrCode: TCR,
      day: DAY,
      ok: false,
      iic: running.simulator.ledger.view({}).invoices[0]!.iic,
      issueDateTime: NOW_TEXT,
      invoiceSequence: 1,
      depositSequence: 2,
    },
  ]);
});

test('the first is the one issued first, in whatever order they came', async () => {
  expect(await running.sendInvoice(goodCashInvoice(2))).toMatchObject({ code: 58 });
  await sendDeposit();
  await running.sendInvoice({ ...goodCashInvoice(2), header: header(NOW_TEXT, 'SERVICE') });
  expect(running.simulator.ledger.summary().depositOrder).toHaveLength(1);
  await running.sendInvoice(issuedEarlier(1, 60));
  expect(running.simulator.ledger.summary().depositOrder).toEqual([]);
});
