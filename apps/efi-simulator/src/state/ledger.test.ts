// The ledger over whole messages: one effect or two, first FIC or new, and what a restart knows.

import { mkdtempSync, appendFileSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from '@jest/globals';
import {
  at,
  goodCashInvoice,
  goodDeposit,
  goodInvoice,
  goodTcr,
  NOW_TEXT,
  TCR,
  TIN,
} from '../testing/drafts.ts';
import { header, writeDeposit, writeInvoice, writeTcr } from '../testing/request-builder.ts';
import type { InvoiceDraft } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const keys = await makeKeys();
let running: Running;

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(() => running.stop());

function send(draft: InvoiceDraft, to = running) {
  return to.send(writeInvoice(draft, { identity: keys.taxpayer }));
}

function again(draft: InvoiceDraft, mark?: string): InvoiceDraft {
  return { ...draft, header: header(NOW_TEXT, mark) };
}

test('a repeated IIC with the mark of subsequent delivery gets its first FIC and has no second effect', async () => {
  const first = await send(goodInvoice());
  const second = await send(again(goodInvoice(), 'SERVICE'));
  expect(second).toMatchObject({ status: 200, answer: first.answer });
  expect(running.simulator.ledger.summary()).toMatchObject({
    accepted: 1,
    repeated: 1,
    invoices: 1,
    doubledIics: [],
  });
});

test('a repeated IIC without the mark is a second document, and the ledger shows the doubling', async () => {
  const first = await send(goodInvoice());
  const second = await send(again(goodInvoice()));
  expect(second).toMatchObject({ status: 200, code: null });
  expect(second.answer).not.toBe(first.answer);
  const { doubledIics } = running.simulator.ledger.summary();
  expect(doubledIics).toEqual([{ iic: expect.stringMatching(/^[0-9A-F]{32}$/), effects: 2 }]);
  const marked = await send(again(goodInvoice(), 'SERVICE'));
  expect(marked.answer).toBe(first.answer);
});

test('an invoice signed before its certificate was renewed is accepted with the new one', async () => {
  await send(goodInvoice(1));
  const renewed = await keys.ca.issue();
  const message = writeInvoice(again(goodInvoice(2), 'SERVICE'), {
    identity: renewed,
    iicIdentity: keys.taxpayer,
  });
  expect(await running.send(message)).toMatchObject({ code: null });
});

test('a certificate never seen in a message can be made known to the authority', async () => {
  const old = await keys.ca.issue();
  const write = () =>
    writeInvoice(again(goodInvoice(), 'SERVICE'), { identity: keys.taxpayer, iicIdentity: old });
  expect(await running.send(write())).toMatchObject({ message: 'IICSignature is not valid' });
  await running.control('POST', '/certificates', { pem: old.certificate });
  expect(await running.send(write())).toMatchObject({ code: null });
});

test('the summary names gaps and ordinals used twice, by TCR and year', async () => {
  for (const ordinal of [1, 2, 5]) await send(goodInvoice(ordinal));
  const other = goodInvoice(5);
  await send({
    ...other,
    header: header(at(-60_000)),
    invoice: { ...other.invoice, IssueDateTime: at(-60_000) },
  });
  expect(running.simulator.ledger.summary().ordinals).toEqual([
    {
      tcrCode: TCR,
      year: '2026',
      count: 3,
      highest: 5,
      missing: [{ from: 3, to: 4 }],
      repeated: [5],
    },
  ]);
});

describe('the control endpoint shows the ledger', () => {
  test('whole, of one IIC and of one TCR', async () => {
    await send(goodInvoice(1));
    await send(goodInvoice(2));
    const all = await running.control('GET', '/ledger');
    expect(all.body).toMatchObject({ summary: { invoices: 2 }, messages: [{}, {}] });
    const { iic } = running.simulator.ledger.view({}).invoices[1]!;
    const one = await running.control('GET', `/ledger?iic=${iic.toLowerCase()}`);
    expect(one.body).toMatchObject({
      messages: [{ sequence: 2, ordinal: '2' }],
      invoices: [{ iic }],
    });
    const none = await running.control('GET', '/ledger?tcrCode=xx111xx111');
    expect(none.body).toMatchObject({ messages: [], invoices: [], deposits: [] });
  });

  test('and refuses a filter it cannot understand', async () => {
    const { status, body } = await running.control('GET', '/ledger?iic=abc&tcr=1');
    expect(status).toBe(400);
    expect(body).toMatchObject({ problems: [{ path: 'iic' }, { path: '' }] });
  });
});

describe('a restarted simulator', () => {
  let directory: string;
  let stateFile: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
    stateFile = join(directory, 'state.jsonl');
  });

  afterAll(() => {
    rmSync(directory, { recursive: true });
  });

  test('has the same: messages, effects, lost answers, receipt checks, counts', async () => {
    const file = join(directory, 'story.jsonl');
    const before = await startRunning(keys, { stateFile: file });
    const behaviours = [
      { type: 'slow', ms: 1 },
      { type: 'fault', code: 58, message: 'deposit' },
    ];
    const replies = behaviours.map((behaviour) => ({ behaviour }));
    await before.control('POST', '/script', { replies });
    for (const mark of [undefined, 'SERVICE', 'SERVICE']) {
      await send(again(goodInvoice(), mark), before);
    }
    const { iic } = before.simulator.ledger.view({}).invoices[0]!;
    await fetch(`${before.url}/ic/api/verifyInvoice`, {
      method: 'POST',
      body: new URLSearchParams({ iic, tin: TIN, dateTimeCreated: NOW_TEXT }),
    });
    await before.control('POST', '/script', { replies: [{ behaviour: { type: 'drop' } }] });
    await expect(send(goodInvoice(2), before)).rejects.toThrow('fetch failed');
    await before.stop();
    const after = await startRunning(keys, { stateFile: file });
    await after.stop();
    expect(after.simulator.ledger.summary()).toEqual(before.simulator.ledger.summary());
    expect(after.simulator.ledger.view({})).toEqual(before.simulator.ledger.view({}));
    expect(after.simulator.ledger.view({}).messages).toMatchObject([
      { outcome: 'accepted', behaviour: 'slow' },
      { outcome: 'ignored', behaviour: 'fault', code: 58 },
      { outcome: 'repeated' },
      { outcome: 'ignored', behaviour: 'drop', answerLost: true },
    ]);
  });

  test('knows every message, effect, TCR and certificate of before', async () => {
    const before = await startRunning(keys, { stateFile });
    await before.send(writeDeposit(header(NOW_TEXT), goodDeposit(), { identity: keys.taxpayer }));
    const first = await send(goodCashInvoice(), before);
    const tcr = await before.send(
      writeTcr(header(NOW_TEXT), goodTcr(), { identity: keys.taxpayer }),
    );
    await before.control('POST', '/revoke', { serialNumber: keys.administration.serialNumber });
    await before.stop();
    // A kill in the middle of a write leaves half a line.
    appendFileSync(stateFile, '{"type":"mess');

    const after = await startRunning(keys, { stateFile });
    try {
      const repeated = await send(again(goodCashInvoice(), 'SERVICE'), after);
      expect(repeated.answer).toBe(first.answer);
      const sameTcr = await after.send(
        writeTcr(header(NOW_TEXT), goodTcr(), { identity: keys.taxpayer }),
      );
      expect(sameTcr.answer).toBe(tcr.answer);
      const late = await after.send(
        writeDeposit(header(NOW_TEXT), goodDeposit(), { identity: keys.taxpayer }),
      );
      expect(late.code).toBe(56);
      const { messages } = after.simulator.ledger.view({});
      expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(readFileSync(stateFile, 'utf8')).not.toContain('{"type":"mess{');
    } finally {
      await after.stop();
    }
  });
});
