// The ledger over whole messages: one effect or two, first FIC or new, and what a restart knows.

import { mkdtempSync, appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  at,
  goodCashInvoice,
  goodInvoice,
  NOW_TEXT,
  sentAgain,
  TCR,
  TIN,
  withInvoice,
} from '../testing/drafts.ts';
import { header } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest, startRunning } from '../testing/running.ts';

const keys = await makeKeys();
const running = startForEachTest(keys);

test('a repeated IIC with the mark of subsequent delivery gets its first FIC and has no second effect', async () => {
  const { sendInvoice, ledger } = running();
  const { answer } = await sendInvoice(goodInvoice());
  const second = await sendInvoice(sentAgain(goodInvoice(), 'SERVICE'));
  expect(second).toMatchObject({ status: 200, answer });
  const counts = { accepted: 1, repeated: 1, invoices: 1, doubledIics: [] };
  expect(ledger.summary()).toMatchObject(counts);
});

test('a repeated IIC without the mark is a second document, and the ledger shows the doubling', async () => {
  const { sendInvoice, ledger } = running();
  const { answer } = await sendInvoice(goodInvoice());
  const second = await sendInvoice(sentAgain(goodInvoice()));
  expect(second).toMatchObject({ status: 200, code: null });
  expect(second.answer).not.toBe(answer);
  const { doubledIics } = ledger.summary();
  expect(doubledIics).toEqual([{ iic: expect.stringMatching(/^[0-9A-F]{32}$/), effects: 2 }]);
  const marked = await sendInvoice(sentAgain(goodInvoice(), 'SERVICE'));
  expect(marked.answer).toBe(answer);
});

test('an invoice signed before its certificate was renewed is accepted with the new one', async () => {
  const { sendInvoice } = running();
  await sendInvoice(goodInvoice(1));
  const signing = { identity: await keys.ca.issue(), iicIdentity: keys.taxpayer };
  const reply = await sendInvoice(sentAgain(goodInvoice(2), 'SERVICE'), signing);
  expect(reply).toMatchObject({ code: null });
});

test('a certificate never seen in a message can be made known to the authority', async () => {
  const { sendInvoice, control } = running();
  const iicIdentity = await keys.ca.issue();
  const send = () => sendInvoice(sentAgain(goodInvoice(), 'SERVICE'), { iicIdentity });
  expect(await send()).toMatchObject({ message: 'IICSignature is not valid' });
  await control('POST', '/certificates', { pem: iicIdentity.certificate });
  expect(await send()).toMatchObject({ code: null });
});

test('the summary names gaps and ordinals used twice, by TCR and year', async () => {
  const { sendInvoice, ledger } = running();
  for (const ordinal of [1, 2, 5]) await sendInvoice(goodInvoice(ordinal));
  const other = withInvoice({ IssueDateTime: at(-60_000) }, goodInvoice(5));
  await sendInvoice({ ...other, header: header(at(-60_000)) });
  const row = { tcrCode: TCR, year: '2026', count: 3, highest: 5 };
  expect(ledger.summary().ordinals).toEqual([
    { ...row, missing: [{ from: 3, to: 4 }], repeated: [5] },
  ]);
});

describe('the control endpoint shows the ledger', () => {
  test('whole, of one IIC and of one TCR', async () => {
    const { sendInvoice, control, lastInvoice } = running();
    await sendInvoice(goodInvoice(1));
    await sendInvoice(goodInvoice(2));
    const all = await control('GET', '/ledger');
    expect(all.body).toMatchObject({ summary: { invoices: 2 }, messages: [{}, {}] });
    const { iic } = lastInvoice();
    const one = await control('GET', `/ledger?iic=${iic.toLowerCase()}`);
    const [message, invoice] = [{ sequence: 2, ordinal: '2' }, { iic }];
    expect(one.body).toMatchObject({ messages: [message], invoices: [invoice] });
    const none = await control('GET', '/ledger?tcrCode=xx111xx111');
    expect(none.body).toMatchObject({ messages: [], invoices: [], deposits: [] });
  });

  test('and refuses a filter it cannot understand', async () => {
    const { status, body } = await running().control('GET', '/ledger?iic=abc&tcr=1');
    expect(status).toBe(400);
    expect(body).toMatchObject({ problems: [{ path: 'iic' }, { path: '' }] });
  });
});

test('a reply that was sent is not lost, one that was cut off is', async () => {
  const { sendInvoice, script, ledger } = running();
  await sendInvoice(goodInvoice(1));
  await script({ type: 'truncated' });
  await expect(sendInvoice(goodInvoice(2))).rejects.toThrow('terminated');
  const messages = () => ledger.view().messages;
  while (messages()[1]?.answerLost !== true) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(messages()[0]).toMatchObject({ answerLost: false });
});

describe('a restarted simulator', () => {
  const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test('has the same: messages, effects, lost replies, receipt checks, counts', async () => {
    const stateFile = join(directory, 'same.jsonl');
    const before = await startRunning(keys, { stateFile });
    const { sendInvoice, script, lastInvoice } = before;
    await sendInvoice(goodInvoice());
    await script({ type: 'fault', code: 58, message: 'deposit' });
    for (const mark of ['SERVICE', 'SERVICE']) await sendInvoice(sentAgain(goodInvoice(), mark));
    await before.ask({ iic: lastInvoice().iic, tin: TIN, dateTimeCreated: NOW_TEXT });
    await script({ type: 'drop' });
    await expect(sendInvoice(goodInvoice(2))).rejects.toThrow('fetch failed');
    await before.stop();
    const after = await startRunning(keys, { stateFile });
    await after.stop();
    expect(after.ledger.summary()).toEqual(before.ledger.summary());
    expect(after.ledger.view()).toEqual(before.ledger.view());
    expect(after.ledger.view().messages).toMatchObject([
      { outcome: 'accepted', behaviour: null },
      { outcome: 'ignored', behaviour: 'fault', code: 58 },
      { outcome: 'repeated' },
      { outcome: 'ignored', behaviour: 'drop', answerLost: true },
    ]);
  });

  test('knows every message, effect, TCR and certificate of before', async () => {
    const stateFile = join(directory, 'state.jsonl');
    const before = await startRunning(keys, { stateFile });
    await before.sendDeposit();
    const first = await before.sendInvoice(goodCashInvoice());
    const tcr = await before.sendTcr();
    await before.control('POST', '/revoke', { serialNumber: keys.administration.serialNumber });
    await before.stop();
    // A kill in the middle of a write leaves half a line.
    appendFileSync(stateFile, '{"type":"mess');

    const after = await startRunning(keys, { stateFile });
    const repeated = await after.sendInvoice(sentAgain(goodCashInvoice(), 'SERVICE'));
    expect(repeated.answer).toBe(first.answer);
    expect((await after.sendTcr()).answer).toBe(tcr.answer);
    expect((await after.sendDeposit()).code).toBe(56);
    const { messages } = after.ledger.view();
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(readFileSync(stateFile, 'utf8')).not.toContain('{"type":"mess{');
    await after.stop();
  });
});
