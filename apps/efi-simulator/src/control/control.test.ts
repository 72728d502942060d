// The scripted replies and the modes: what each does to the reply and to the ledger.

import { afterEach, describe, expect, test } from '@jest/globals';
import { goodInvoice, sentAgain, TCR } from '../testing/drafts.ts';
import { isSignatureGood, writeInvoice } from '../testing/request-builder.ts';
import { makeKeys, startForEachTest } from '../testing/running.ts';

const keys = await makeKeys();
const running = startForEachTest(keys);

const message = (ordinal = 1) => writeInvoice(goodInvoice(ordinal), { identity: keys.taxpayer });
const send = (ordinal = 1) => running().send(message(ordinal));
const isGood = (soap: string) => isSignatureGood(soap, keys.administration.certificate);

async function script(behaviour: object, more: object = {}): Promise<void> {
  expect(await running().script(behaviour, more)).toMatchObject({ status: 204 });
}

/** The service has not replied after a while. */
async function expectSilence(): Promise<void> {
  const sent = running().send(message(), AbortSignal.timeout(300));
  await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
}

describe('a scripted reply that leaves the message unread', () => {
  afterEach(() => {
    expect(running().ledger.summary()).toMatchObject({ invoices: 0 });
    expect(running().lastMessage()).toMatchObject({ outcome: 'ignored' });
  });

  test('fault: any code, CLIENT below 900 and SERVER from there on', async () => {
    await script({ type: 'fault', code: 999, message: 'later' });
    await script({ type: 'fault', code: 58, message: 'deposit' });
    const server = await send();
    expect(server).toMatchObject({ status: 500, code: 999, message: 'later' });
    expect(server.text).toContain('<faultcode>env:SERVER</faultcode>');
    expect((await send()).text).toContain('<faultcode>env:CLIENT</faultcode>');
  });

  test('silence: no reply', async () => {
    await script({ type: 'silence' });
    await expectSilence();
  });

  test('drop: a closed connection', async () => {
    await script({ type: 'drop' });
    await expect(send()).rejects.toThrow('fetch failed');
  });

  const base64 = Buffer.from('<a>\0</a>').toString('base64');

  test.each<[object, object]>([
    [
      { type: 'http', status: 503 },
      { status: 503, text: '' },
    ],
    [{ type: 'html' }, { status: 502, text: expect.stringContaining('<html>') }],
    [{ type: 'garbage' }, { status: 200, code: null, answer: null }],
    [
      { type: 'bytes', base64, status: 500 },
      { status: 500, text: '<a>\0</a>' },
    ],
  ])('%j: no reply of the authority', async (behaviour, answer) => {
    await script(behaviour);
    expect(await send()).toMatchObject(answer);
  });
});

describe('a scripted reply to a message that is registered all the same', () => {
  afterEach(() => {
    expect(running().ledger.summary()).toMatchObject({ accepted: 1, invoices: 1 });
  });

  test('accept-then-drop: the ledger has it, and the mark gets the same FIC', async () => {
    await script({ type: 'accept-then-drop' });
    await expect(send()).rejects.toThrow('fetch failed');
    const { answer, ...entry } = running().lastMessage()!;
    expect(entry).toMatchObject({ outcome: 'accepted', behaviour: 'accept-then-drop' });
    expect(await running().sendInvoice(sentAgain(goodInvoice(), 'SERVICE'))).toMatchObject({
      answer,
    });
  });

  test('accept-then-silence: no reply', async () => {
    await script({ type: 'accept-then-silence' });
    await expectSilence();
  });

  test('delay: the true reply, late', async () => {
    await script({ type: 'delay', ms: 200 });
    const started = performance.now();
    expect(await send()).toMatchObject({ code: null, status: 200 });
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test('truncated: the reply breaks off', async () => {
    await script({ type: 'truncated' });
    await expect(send()).rejects.toThrow('terminated');
  });

  test('empty: status 200 and nothing in it', async () => {
    await script({ type: 'empty' });
    expect(await send()).toMatchObject({ status: 200, text: '' });
  });

  test.each(['wrong-signature', 'tampered', 'unsigned'])('%s: does not verify', async (type) => {
    await script({ type });
    const { answer, text } = await send();
    expect(answer).toMatch(/^[0-9a-f-]{36}$/);
    expect(isGood(text)).toBe(false);
  });

  test('wrong-request-uuid: verifies and belongs to another request', async () => {
    await script({ type: 'wrong-request-uuid' });
    const { text, requestUuid } = await send();
    expect(isGood(text)).toBe(true);
    expect(requestUuid).not.toBe(running().lastMessage()?.requestUuid);
  });
});

test('a message that is refused gets its refusal, whatever would be spoilt', async () => {
  await script({ type: 'wrong-signature' });
  expect(await running().send(message().replace('COCA', 'KOKA'))).toMatchObject({ code: 30 });
});

describe('the script', () => {
  test('replies only to the messages that match, as often as it says, in its order', async () => {
    await script({ type: 'http', status: 501 }, { match: { kind: 'tcr' } });
    const match = { kind: 'invoice', tcrCode: TCR };
    await script({ type: 'http', status: 502 }, { match, times: 2 });
    await script({ type: 'http', status: 503 }, { match: { subsequentDelivery: false } });
    const statuses = [await send(1), await send(2), await send(3), await send(4)];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502, 503, 200]);
    expect(await running().control('DELETE', '/script')).toMatchObject({ status: 204 });
    expect(await running().sendTcr()).toMatchObject({ status: 200 });
  });

  test('is refused with 400 and all its problems, and nothing of it holds', async () => {
    const replies = [
      { behaviour: { type: 'drop' } },
      { behaviour: { type: 'explode' } },
      { behaviour: { type: 'http', status: 99 }, times: 0 },
    ];
    const { status, body } = await running().control('POST', '/script', { replies });
    expect(status).toBe(400);
    const paths = (body as { problems: { path: string }[] }).problems.map(({ path }) => path);
    expect(paths).toEqual([
      'replies.1.behaviour.type',
      'replies.2.behaviour.status',
      'replies.2.times',
    ]);
    expect(await send()).toMatchObject({ code: null });
  });
});

describe('a mode', () => {
  test('holds until it is removed, behind the script', async () => {
    await running().control('PUT', '/mode', { service: { type: 'drop' } });
    await script({ type: 'http', status: 503 });
    expect(await send()).toMatchObject({ status: 503 });
    await expect(send()).rejects.toThrow('fetch failed');
    await expect(send()).rejects.toThrow('fetch failed');
    await running().control('DELETE', '/mode');
    expect(await send()).toMatchObject({ status: 200 });
  });

  test('can switch off the receipt check alone', async () => {
    const { control, ask } = running();
    await control('PUT', '/mode', { receiptCheck: { type: 'http', status: 503 } });
    expect((await ask({})).status).toBe(503);
    expect(await send()).toMatchObject({ status: 200 });
    await control('PUT', '/mode', { receiptCheck: { type: 'drop' } });
    await expect(ask({})).rejects.toThrow('fetch failed');
    await control('DELETE', '/mode');
    expect((await ask({})).status).toBe(404);
  });

  test('gives the receipt check no behaviour that only the service knows', async () => {
    const mode = { receiptCheck: { type: 'unsigned' } };
    const problems = [{ path: 'receiptCheck.type' }];
    const refused = { status: 400, body: { problems } };
    expect(await running().control('PUT', '/mode', mode)).toMatchObject(refused);
  });

  const death = { type: 'accept-then-die' };

  test.each([
    ['PUT', '/mode', { service: death }],
    ['POST', '/script', { replies: [{ behaviour: death }] }],
  ])('cannot be to die without a state file: %s %s', async (method, path, body) => {
    const problems = [{ path: '', message: 'accept-then-die needs a state file' }];
    const refused = { status: 400, body: { problems } };
    expect(await running().control(method, path, body)).toMatchObject(refused);
    expect(await send()).toMatchObject({ status: 200 });
  });
});

describe('master data', () => {
  test('set by the control endpoint holds for the next message', async () => {
    const { control } = running();
    const closed = { tin: '12345678', name: 'Test d.o.o.', isInVat: true, active: false };
    expect(await control('POST', '/taxpayers', closed)).toMatchObject({ status: 204 });
    expect(await send()).toMatchObject({ code: 55 });
    const open = { ...closed, active: true };
    await control('POST', '/registry', { taxpayers: [open] });
    expect(await send()).toMatchObject({ code: null });
    const { body } = await control('GET', '/registry');
    expect(body).toMatchObject({ taxpayers: expect.arrayContaining([open]) });
  });

  test('that is wrong is refused with 400 and all its problems', async () => {
    const { status, body } = await running().control('POST', '/tcrs', [{ code: 'TC1', tin: '12' }]);
    expect(status).toBe(400);
    const paths = (body as { problems: { path: string }[] }).problems.map(({ path }) => path);
    const names = ['code', 'tin', 'businessUnitCode', 'internalId', 'softwareCode'];
    expect(paths).toEqual(names.map((name) => `tcrs.0.${name}`));
  });

  test.each([
    ['/certificates', { pem: '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----' }],
    ['/revoke', { serialNumber: 'x' }],
  ])('of certificates that is wrong is refused with 400: %s', async (path, body) => {
    expect(await running().control('POST', path, body)).toMatchObject({ status: 400 });
  });

  test('that is no JSON is refused with 400', async () => {
    const response = await fetch(`${running().url}/control/taxpayers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });
});
