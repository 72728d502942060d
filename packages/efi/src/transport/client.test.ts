import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createEfiClient } from './client.ts';
import type { EfiClient, EfiClientOptions } from './client.ts';
import { findSimulator } from './find-simulator.ts';
import { envelope, fault, FIC, signedResponse } from '../testing/replies.ts';
import { makeCertificate } from '../testing/certificates.ts';
import type { TestCertificate } from '../testing/certificates.ts';
import { REQUEST_UUID } from '../testing/messages.ts';
import { say, startServer } from '../testing/server.ts';
import type { Respond, TestServer } from '../testing/server.ts';

const REQUEST = '<RegisterInvoiceRequest xmlns="urn:x">č</RegisterInvoiceRequest>';
const RECEIPT = { iic: 'A'.repeat(32), issueDateTime: '2026-07-11T15:51:04Z', tin: '12345678' };

let authority: TestCertificate;
const toClose: (() => void)[] = [];

beforeAll(() => {
  authority = makeCertificate({ commonName: 'Poreska uprava', tin: '11044760' });
});

afterEach(() => {
  for (const close of toClose.splice(0)) {
    close();
  }
});

async function serve(respond: Respond): Promise<TestServer> {
  const server = await startServer(respond);
  toClose.push(server.close);
  return server;
}

function clientOf(endpoint: string, change: Partial<EfiClientOptions> = {}): EfiClient {
  const client = createEfiClient({
    endpoint,
    receiptCheckUrl: endpoint,
    trustAnchors: authority.certificate.toString(),
    timeoutMs: 60_000,
    clock: () => new Date('2026-07-11T13:51:05Z'),
    ...change,
  });
  toClose.push(client.close);
  return client;
}

function goodReply(requestUuid = REQUEST_UUID): string {
  return envelope(signedResponse({ signer: authority, requestUuid }));
}

describe('the simulator', () => {
  const introduced: Respond = (response) => {
    response.writeHead(200, { 'X-EFI-Simulator': 'This is a simulator.' }).end(goodReply());
  };

  test('registers nothing live, however well its reply is signed, and finds no receipt', async () => {
    const server = await serve(introduced);
    const client = clientOf(server.url, { isLive: true });
    const simulator = { detail: 'The simulator replied: This is a simulator.' };
    expect(await client.registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      ...simulator,
      kind: 'unanswered',
      reason: 'simulator',
    });
    const found = await client.checkReceipt(RECEIPT);
    expect(found).toMatchObject({ ...simulator, kind: 'unreachable' });
    const ofTest = await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID);
    expect(ofTest).toMatchObject({ kind: 'registered' });
  });

  test('is found before anything is sent to be registered; no other reply is taken for it', async () => {
    const options = { timeoutMs: 60_000 };
    const simulator = await serve(introduced);
    expect(await findSimulator(simulator.url, options)).toMatch(/This is a simulator\./);
    expect(simulator.seen).toMatchObject([{ method: 'GET', body: '' }]);
    const other = await serve(say('<definitions/>'));
    expect(await findSimulator(other.url, options)).toBeNull();
    other.close();
    expect(await findSimulator(other.url, options)).toBeNull();
  });
});

describe('a message to the authority', () => {
  test('goes out as SOAP 1.1 with its action, and comes back registered', async () => {
    const body = goodReply();
    const server = await serve(say(body));
    const outcome = await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID);
    expect(outcome).toEqual({
      kind: 'registered',
      fic: FIC,
      responseUuid: '33333333-3333-4333-8333-333333333333',
      repliedAt: '2026-07-11T15:51:05+02:00',
      httpStatus: 200,
      rawReply: Buffer.from(body),
    });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: '"https://efi.tax.gov.me/fs/RegisterInvoice"',
      },
    });
    expect(server.seen[0]?.body).toContain(`<SOAP-ENV:Body>${REQUEST}</SOAP-ENV:Body>`);
  });

  test('gives each operation its own code', async () => {
    const root = 'RegisterTCRResponse';
    const tcr = signedResponse({
      signer: authority,
      requestUuid: REQUEST_UUID,
      root,
      result: '<TCRCode>cc222cc222</TCRCode>',
    });
    const tcrClient = clientOf((await serve(say(envelope(tcr)))).url);
    expect(await tcrClient.registerTcr(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'registered',
      tcrCode: 'cc222cc222',
    });
    const deposit = signedResponse({
      signer: authority,
      requestUuid: REQUEST_UUID,
      root: 'RegisterCashDepositResponse',
      result: `<FCDC>${FIC}</FCDC>`,
    });
    const depositClient = clientOf((await serve(say(envelope(deposit)))).url);
    expect(await depositClient.registerCashDeposit(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'registered',
      fcdc: FIC,
    });
  });

  test('uses one connection for many', async () => {
    const server = await serve(say(goodReply()));
    const client = clientOf(server.url);
    for (let message = 0; message < 5; message += 1) {
      expect(await client.registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
        kind: 'registered',
      });
    }
    expect(server.seen).toHaveLength(5);
    expect(server.connections()).toBe(1);
  });

  test('is registered whichever comes first, the header of the reply or its code', async () => {
    const reply = { signer: authority, requestUuid: REQUEST_UUID, isHeaderLast: true };
    const server = await serve(say(envelope(signedResponse(reply))));
    expect(await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'registered',
      fic: FIC,
    });
  });

  test('is refused by a fault with a code, which comes with HTTP status 500', async () => {
    const server = await serve(say(fault('58', 'No INITIAL deposit.', REQUEST_UUID), 500));
    expect(await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'refused',
      efiCode: 58,
      efiMessage: 'No INITIAL deposit.',
      responseUuid: '44444444-4444-4444-8444-444444444444',
      httpStatus: 500,
    });
  });

  test('is refused by a fault that writes its UUID in other letters', async () => {
    const uuid = 'abcdef22-2222-4222-8222-222222222222';
    const server = await serve(say(fault('58', 'No.', uuid.toUpperCase()), 500));
    const outcome = await clientOf(server.url).registerInvoice(REQUEST, uuid);
    expect(outcome).toMatchObject({ kind: 'refused', efiCode: 58 });
  });

  test.each<[string, string, Respond]>([
    ['server-fault', 'a 9xx fault', say(fault('920', 'Internal', REQUEST_UUID, 'SERVER'), 500)],
    ['server-fault', 'code 0', say(fault('0', 'Exception', REQUEST_UUID), 500)],
    ['undocumented-fault', 'an unknown code', say(fault('77', 'What?', REQUEST_UUID), 500)],
    [
      'server-fault',
      'an unknown code of the server',
      say(fault('77', 'Down', REQUEST_UUID, 'SERVER'), 500),
    ],
    ['server-fault', 'a SERVER fault', say(fault('11', 'Down', REQUEST_UUID, 'SERVER'), 500)],
    ['server-fault', 'a fault without a code', say(fault('', 'Oops', REQUEST_UUID), 500)],
    ['wrong-request', "somebody else's fault", say(fault('11', 'No', FIC), 500)],
    ['http', 'a page of a proxy', say('<html><body>502 Bad Gateway<br></body></html>', 502)],
    ['http', 'a redirection', say('', 302)],
    ['http', 'an empty error', say('', 500)],
    ['http', 'a page with status 202', say('<html><body>Queued</body></html>', 202)],
    ['unreadable', 'a page with status 200', say('<html><body>Maintenance</body></html>')],
    ['unreadable', 'garbage', say('\u0000\u0001garbage<<<')],
    ['unreadable', 'nothing', say('')],
    ['unreadable', 'a reply to something else', say(envelope('<RegisterTCRResponse/>'))],
  ])('is %s after %s', async (reason, _, respond) => {
    const server = await serve(respond);
    const outcome = await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID);
    expect(outcome).toMatchObject({ kind: 'unanswered', reason, wasSent: true });
    expect(outcome.httpStatus).toBeGreaterThanOrEqual(200);
    expect(outcome.rawReply).not.toBeNull();
    expect(server.seen).toHaveLength(1);
  });

  test('is unanswered if the reply is not signed as it must be', async () => {
    const body = goodReply().replace(FIC, FIC.replace('1', '2'));
    const server = await serve(say(body));
    expect(await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'unanswered',
      reason: 'bad-signature',
      rawReply: Buffer.from(body),
    });
  });

  test('is unanswered if the reply is to another request', async () => {
    const server = await serve(say(goodReply('99999999-9999-4999-8999-999999999999')));
    expect(await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'unanswered',
      reason: 'wrong-request',
    });
  });

  test('is believed with a signature, whatever the HTTP status says', async () => {
    const server = await serve(say(goodReply(), 500));
    expect(await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID)).toMatchObject({
      kind: 'registered',
    });
  });
});

describe('a message without a reply', () => {
  test('is known to be sent or not, by which it is marked when it is sent again', async () => {
    const server = await serve((_, socket) => socket.destroy());
    const dropped = await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID);
    expect(dropped).toMatchObject({ kind: 'unanswered', wasSent: true });
    server.close();
    const refused = await clientOf(server.url).registerInvoice(REQUEST, REQUEST_UUID);
    expect(refused).toMatchObject({ kind: 'unanswered', wasSent: false });
  });
});

describe('a caller in a hurry', () => {
  test('ends the exchange when its own time is up', async () => {
    const server = await serve(() => undefined);
    const signal = AbortSignal.timeout(100);
    const client = clientOf(server.url);
    expect(await client.registerInvoice(REQUEST, REQUEST_UUID, { signal })).toMatchObject({
      kind: 'unanswered',
      reason: 'timeout',
    });
    expect(await client.checkReceipt(RECEIPT, { signal })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('the receipt check', () => {
  test('is asked with a form', async () => {
    const server = await serve(say('null'));
    expect(await clientOf(server.url).checkReceipt(RECEIPT)).toEqual({ kind: 'not-found' });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(server.seen[0]?.body).toContain('iic=AAAA');
  });

  test('that cannot be reached says nothing about the receipt', async () => {
    const server = await serve(() => undefined);
    const client = clientOf(server.url, { timeoutMs: 100 });
    expect(await client.checkReceipt(RECEIPT)).toMatchObject({ kind: 'unreachable' });
  });

  test('has a time of its own, and ends with its caller', async () => {
    const server = await serve(() => undefined);
    const client = clientOf(server.url, { timeoutMs: 900_000, receiptCheckTimeoutMs: 50 });
    expect(await client.checkReceipt(RECEIPT)).toMatchObject({ kind: 'unreachable' });
    const patient = clientOf(server.url, { timeoutMs: 900_000 });
    const signal = AbortSignal.abort();
    expect(await patient.checkReceipt(RECEIPT, { signal })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a client', () => {
  test('is not made without a trust anchor or without a proper address', () => {
    expect(() => clientOf('http://127.0.0.1/', { trustAnchors: '' })).toThrow(/trust anchors/);
    expect(() => clientOf('not a url')).toThrow(/Invalid URL/);
    expect(() => clientOf('ftp://127.0.0.1/')).toThrow(/neither an https/);
  });

  test('leaves nothing open once it was closed', async () => {
    const server = await serve(() => undefined);
    const client = clientOf(server.url);
    const outcome = client.registerInvoice(REQUEST, REQUEST_UUID);
    while (server.seen.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    client.close();
    expect(await outcome).toMatchObject({ kind: 'unanswered', reason: 'connection' });
  });
});
