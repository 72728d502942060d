// Slow messages: they have come when they arrive, and happen when they are looked at.

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { goodInvoice, NOW_TEXT } from '../testing/drafts.ts';
import { header, writeInvoice } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const keys = await makeKeys();
let running: Running;

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(() => running.stop());

async function slowNext(ms: number): Promise<void> {
  const behaviour = { type: 'slow', ms };
  await running.control('POST', '/script', { replies: [{ behaviour }] });
}

const messages = () => running.simulator.ledger.view({}).messages;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sends an invoice and hangs up as soon as it has come. */
async function sendAndHangUp(count: number): Promise<void> {
  const hangUp = new AbortController();
  const sent = fetch(`${running.url}/fs-v1`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml' },
    body: writeInvoice(goodInvoice(), { identity: keys.taxpayer }),
    signal: hangUp.signal,
  });
  const aborted = expect(sent).rejects.toThrow('aborted');
  await until(() => messages().length === count);
  hangUp.abort();
  await aborted;
}

test('a slow message is registered although the client has hung up long before', async () => {
  await slowNext(300);
  await sendAndHangUp(1);
  expect(messages()).toMatchObject([{ outcome: 'waiting', behaviour: 'slow' }]);
  expect(running.simulator.ledger.summary()).toMatchObject({ waiting: 1, invoices: 0 });
  await until(() => messages()[0]?.outcome !== 'waiting');
  expect(messages()).toMatchObject([{ outcome: 'accepted', answerLost: true, findings: [] }]);
  expect(running.simulator.ledger.summary()).toMatchObject({ messages: 1, invoices: 1 });
});

/** A slow first message, and a second one for the same IIC that overtakes it. */
async function overtake(mark: string | undefined) {
  // Longer than the second message takes on a busy machine.
  await slowNext(5_000);
  const slow = running.sendInvoice(goodInvoice());
  await until(() => messages().length === 1);
  const fast = await running.sendInvoice({ ...goodInvoice(), header: header(NOW_TEXT, mark) });
  expect(messages()).toMatchObject([{ outcome: 'waiting' }, { outcome: 'accepted' }]);
  return { slow: await slow, fast };
}

test('a marked message that overtakes a slow one leaves it nothing to register', async () => {
  const { slow, fast } = await overtake('SERVICE');
  expect(slow.answer).toBe(fast.answer);
  const { resendsWithoutCheck, unmarkedRepeats, doubledIics } = running.simulator.ledger.summary();
  expect(resendsWithoutCheck).toMatchObject([{ sequence: 2, earlier: { sequence: 1 } }]);
  expect({ unmarkedRepeats, doubledIics }).toEqual({ unmarkedRepeats: [], doubledIics: [] });
});

test('an unmarked message that overtakes a slow one is another document', async () => {
  const { slow, fast } = await overtake(undefined);
  expect(slow.answer).not.toBe(fast.answer);
  expect(running.simulator.ledger.summary()).toMatchObject({
    unmarkedRepeats: [{ sequence: 2 }],
    doubledIics: [{ effects: 2 }],
  });
});

test('a message that still waits when the simulator stops is never looked at', async () => {
  await slowNext(60_000);
  await sendAndHangUp(1);
  await running.stop();
  expect(running.simulator.ledger.summary()).toMatchObject({ waiting: 1, invoices: 0 });
});

test('an answer that got out is not lost, one that was cut off is', async () => {
  await running.sendInvoice(goodInvoice(1));
  await running.control('POST', '/script', { replies: [{ behaviour: { type: 'truncated' } }] });
  await expect(running.sendInvoice(goodInvoice(2))).rejects.toThrow('terminated');
  await until(() => messages()[1]?.answerLost === true);
  expect(messages()[0]).toMatchObject({ answerLost: false });
});
