// The scripted answers and the modes: what each does to the wire and to the ledger.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SignedXml } from 'xml-crypto';
import { goodInvoice, TCR } from '../testing/drafts.ts';
import { writeInvoice } from '../testing/request-builder.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';

const keys = await makeKeys();
let running: Running;

beforeEach(async () => {
  running = await startRunning(keys);
});

afterEach(() => running.stop());

function send(ordinal = 1) {
  return running.send(writeInvoice(goodInvoice(ordinal), { identity: keys.taxpayer }));
}

async function script(behaviour: object, more: object = {}): Promise<void> {
  const { status } = await running.control('POST', '/script', {
    replies: [{ behaviour, ...more }],
  });
  expect(status).toBe(200);
}

function lastEntry() {
  return running.simulator.ledger.view({}).messages.at(-1);
}

/** True if the service has not answered after a while. */
async function staysSilent(): Promise<boolean> {
  const soap = writeInvoice(goodInvoice(), { identity: keys.taxpayer });
  try {
    await fetch(`${running.url}/fs-v1`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml' },
      body: soap,
      signal: AbortSignal.timeout(300),
    });
    return false;
  } catch (error) {
    return String(error).startsWith('TimeoutError');
  }
}

function isSignatureGood(soap: string): boolean {
  const verifier = new SignedXml({
    publicCert: keys.administration.certificate,
    getCertFromKeyInfo: () => null,
  });
  const signature = /<Signature [\s\S]*<\/Signature>/.exec(soap)?.[0];
  if (signature === undefined) return false;
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(soap);
  } catch {
    return false;
  }
}

describe('a scripted answer that leaves the message unread', () => {
  test('fault: any code, CLIENT below 900 and SERVER from there on, and nothing is registered', async () => {
    await script({ type: 'fault', code: 999, message: 'later' });
    await script({ type: 'fault', code: 58, message: 'deposit' });
    const server = await send();
    expect(server).toMatchObject({ status: 500, code: 999, message: 'later' });
    expect(server.text).toContain('<faultcode>env:SERVER</faultcode>');
    expect((await send()).text).toContain('<faultcode>env:CLIENT</faultcode>');
    expect(lastEntry()).toMatchObject({ outcome: 'ignored', behaviour: 'fault' });
    expect(await send()).toMatchObject({ code: null });
    expect(running.simulator.ledger.summary().invoices).toBe(1);
  });

  test('silence: no answer and no effect', async () => {
    await script({ type: 'silence' });
    expect(await staysSilent()).toBe(true);
    expect(running.simulator.ledger.summary()).toMatchObject({ messages: 1, invoices: 0 });
  });

  test('drop: a closed connection and no effect', async () => {
    await script({ type: 'drop' });
    await expect(send()).rejects.toThrow('fetch failed');
    expect(running.simulator.ledger.summary()).toMatchObject({ messages: 1, invoices: 0 });
  });

  test('http, html, garbage: no fault in any of them', async () => {
    await script({ type: 'http', status: 503 });
    expect(await send()).toMatchObject({ status: 503, text: '' });
    await script({ type: 'html' });
    const page = await send();
    expect(page.status).toBe(502);
    expect(page.text).toContain('<html>');
    await script({ type: 'garbage' });
    expect(await send()).toMatchObject({ status: 200, code: null, answer: null });
    expect(running.simulator.ledger.summary()).toMatchObject({ messages: 3, invoices: 0 });
  });

  test('bytes: the very bytes of the script, and nothing is registered', async () => {
    await script({
      type: 'bytes',
      base64: Buffer.from('<a>\0</a>').toString('base64'),
      status: 500,
    });
    expect(await send()).toMatchObject({ status: 500, text: '<a>\0</a>' });
    expect(running.simulator.ledger.summary()).toMatchObject({ messages: 1, invoices: 0 });
  });
});

describe('a scripted answer to a message that is registered all the same', () => {
  test('accept-then-drop: the ledger has it, and the mark gets the same FIC', async () => {
    await script({ type: 'accept-then-drop' });
    await expect(send()).rejects.toThrow('fetch failed');
    const entry = lastEntry();
    expect(entry).toMatchObject({ outcome: 'accepted', behaviour: 'accept-then-drop' });
    const draft = goodInvoice();
    const repeat = { ...draft, header: { ...draft.header, SubseqDelivType: 'SERVICE' } };
    const answer = await running.send(writeInvoice(repeat, { identity: keys.taxpayer }));
    expect(answer.answer).toBe(entry?.answer);
    expect(running.simulator.ledger.summary().invoices).toBe(1);
  });

  test('accept-then-silence: the ledger has it', async () => {
    await script({ type: 'accept-then-silence' });
    expect(await staysSilent()).toBe(true);
    expect(lastEntry()).toMatchObject({ outcome: 'accepted' });
  });

  test('delay: the true answer, late', async () => {
    await script({ type: 'delay', ms: 200 });
    const started = performance.now();
    expect(await send()).toMatchObject({ code: null, status: 200 });
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test('truncated: the answer breaks off', async () => {
    await script({ type: 'truncated' });
    await expect(send()).rejects.toThrow('terminated');
    expect(lastEntry()).toMatchObject({ outcome: 'accepted' });
  });

  test('empty: status 200 and nothing in it', async () => {
    await script({ type: 'empty' });
    expect(await send()).toMatchObject({ status: 200, text: '' });
    expect(lastEntry()).toMatchObject({ outcome: 'accepted' });
  });

  test.each(['wrong-signature', 'tampered', 'unsigned'])('%s: does not verify', async (type) => {
    await script({ type });
    const answer = await send();
    expect(answer.answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(isSignatureGood(answer.text)).toBe(false);
    expect(lastEntry()).toMatchObject({ outcome: 'accepted' });
  });

  test('wrong-request-uuid: verifies and belongs to another request', async () => {
    await script({ type: 'wrong-request-uuid' });
    const answer = await send();
    expect(isSignatureGood(answer.text)).toBe(true);
    expect(answer.requestUuid).not.toBe(lastEntry()?.requestUuid);
  });

  test('but a message that is refused gets its refusal', async () => {
    await script({ type: 'wrong-signature' });
    const soap = writeInvoice(goodInvoice(), { identity: keys.taxpayer });
    expect(await running.send(soap.replace('COCA', 'KOKA'))).toMatchObject({ code: 30 });
  });
});

describe('the script', () => {
  test('answers only the messages that match, as often as it says, in its order', async () => {
    await script({ type: 'http', status: 501 }, { match: { kind: 'tcr' } });
    await script(
      { type: 'http', status: 502 },
      { match: { kind: 'invoice', tcrCode: TCR }, times: 2 },
    );
    await script({ type: 'http', status: 503 }, { match: { subsequentDelivery: false } });
    const statuses = [await send(1), await send(2), await send(3), await send(4)];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502, 503, 200]);
    const waiting = await running.control('GET', '/script');
    expect(waiting.body).toMatchObject({ replies: [{ match: { kind: 'tcr' }, times: 1 }] });
    expect(await running.control('DELETE', '/script')).toMatchObject({ status: 204 });
    expect((await running.control('GET', '/script')).body).toEqual({ replies: [] });
  });

  test('is refused with 400 and all its problems', async () => {
    const { status, body } = await running.control('POST', '/script', {
      replies: [
        { behaviour: { type: 'explode' } },
        { behaviour: { type: 'http', status: 99 }, times: 0 },
      ],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      problems: [
        { path: 'replies.0.behaviour.type' },
        { path: 'replies.1.behaviour.status' },
        { path: 'replies.1.times' },
      ],
    });
    expect((await running.control('GET', '/script')).body).toEqual({ replies: [] });
  });
});

describe('a mode', () => {
  test('holds until it is removed, behind the script', async () => {
    await running.control('PUT', '/mode', { service: { type: 'drop' } });
    await script({ type: 'http', status: 503 });
    expect(await send()).toMatchObject({ status: 503 });
    await expect(send()).rejects.toThrow('fetch failed');
    await expect(send()).rejects.toThrow('fetch failed');
    await running.control('DELETE', '/mode');
    expect(await send()).toMatchObject({ status: 200 });
  });

  test('can switch off the receipt check alone', async () => {
    await running.control('PUT', '/mode', { receiptCheck: { type: 'http', status: 503 } });
    const check = () => fetch(`${running.url}/ic/api/verifyInvoice`, { method: 'POST' });
    expect((await check()).status).toBe(503);
    expect(await send()).toMatchObject({ status: 200 });
    await running.control('PUT', '/mode', { receiptCheck: { type: 'drop' } });
    await expect(check()).rejects.toThrow('fetch failed');
    await running.control('DELETE', '/mode');
    expect((await check()).status).toBe(404);
  });
});

describe('master data', () => {
  test('set by the control endpoint holds for the next message', async () => {
    const closed = { tin: '12345678', name: 'Test d.o.o.', isInVat: true, active: false };
    expect(await running.control('POST', '/taxpayers', closed)).toMatchObject({ status: 204 });
    expect(await send()).toMatchObject({ code: 55 });
    await running.control('POST', '/registry', { taxpayers: [{ ...closed, active: true }] });
    expect(await send()).toMatchObject({ code: null });
    const { body } = await running.control('GET', '/registry');
    expect(body).toMatchObject({
      taxpayers: expect.arrayContaining([{ ...closed, active: true }]),
    });
  });

  test('that is wrong is refused with 400 and all its problems', async () => {
    const { status, body } = await running.control('POST', '/tcrs', [{ code: 'TC1', tin: '12' }]);
    expect(status).toBe(400);
    const paths = (body as { problems: { path: string }[] }).problems.map(({ path }) => path);
    expect(paths).toEqual([
      'tcrs.0.code',
      'tcrs.0.tin',
      'tcrs.0.businessUnitCode',
      'tcrs.0.internalId',
      'tcrs.0.softwareCode',
    ]);
  });

  test('that is no JSON is refused with 400', async () => {
    const response = await fetch(`${running.url}/control/taxpayers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });
});

test('the simulator says what it is, that it lives, and what it does not have', async () => {
  const text = await (await fetch(running.url)).text();
  expect(text).toMatch(/^Simulator of the fiscalization service/);
  for (const path of ['/health/live', '/health/ready']) {
    expect((await fetch(running.url + path)).status).toBe(200);
  }
  expect((await fetch(`${running.url}/nothing`)).status).toBe(404);
});
