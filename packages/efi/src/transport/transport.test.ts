import type { ServerOptions } from 'node:https';
import { afterEach, describe, expect, test } from '@jest/globals';
import { makeCertificate } from '../testing/certificates.ts';
import { say, startServer, startSilentServer } from '../testing/server.ts';
import type { Respond, TestServer } from '../testing/server.ts';
import { createTransport } from './transport.ts';
import type { Post, Transport, TransportOptions } from './transport.ts';

const POST: Post = { body: '<a>č</a>', headers: { 'Content-Type': 'text/xml' } };
const toClose: (() => void)[] = [];

afterEach(() => {
  for (const close of toClose.splice(0)) {
    close();
  }
});

async function serve(respond: Respond, tls?: ServerOptions): Promise<TestServer> {
  const server = await startServer(respond, tls);
  toClose.push(server.close);
  return server;
}

function transportTo(url: string, change: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({
    url,
    timeoutMs: 60_000,
    connectTimeoutMs: 30_000,
    replyBytesMax: 1024 * 1024,
    ...change,
  });
  toClose.push(transport.close);
  return transport;
}

describe('an exchange', () => {
  test('sends what it is given and gives back what came, whatever the status', async () => {
    const server = await serve(say('<b>ž</b>', 418));
    const result = await transportTo(server.url).post(POST);
    expect(result).toEqual({ kind: 'replied', httpStatus: 418, body: Buffer.from('<b>ž</b>') });
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'text/xml', 'content-length': '9' },
      body: POST.body,
    });
  });

  test('joins a reply that comes in pieces, also through a letter', async () => {
    const bytes = Buffer.from('<b>žšč</b>');
    const server = await serve((response) => {
      response.writeHead(200);
      response.write(bytes.subarray(0, 4));
      setTimeout(() => response.end(bytes.subarray(4)), 20);
    });
    expect(await transportTo(server.url).post(POST)).toMatchObject({
      body: Buffer.from('<b>žšč</b>'),
    });
  });

  test('uses one connection after the other', async () => {
    const server = await serve(say('ok'));
    const transport = transportTo(server.url);
    for (let exchange = 0; exchange < 5; exchange += 1) {
      expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
    }
    expect(server.connections()).toBe(1);
  });

  test('does not follow a redirection', async () => {
    const server = await serve((response) => {
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect(await transportTo(server.url).post(POST)).toMatchObject({ httpStatus: 307 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a connection that fails', () => {
  test('before it stands leaves no doubt that nothing was sent', async () => {
    const server = await serve(say(''));
    server.close();
    expect(await transportTo(server.url).post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      detail: expect.stringContaining('ECONNREFUSED'),
      wasSent: false,
      httpStatus: null,
      body: null,
    });
  });

  test('because the name is unknown leaves no doubt either', async () => {
    expect(await transportTo('http://efi.invalid/fs-v1').post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      wasSent: false,
    });
  });

  test('after the request was taken leaves it open, and is not repeated', async () => {
    const server = await serve((_, socket) => socket.destroy());
    expect(await transportTo(server.url).post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      wasSent: true,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('although it was used before leaves it open, and is not repeated', async () => {
    const server = await serve((response, socket) => {
      if (server.seen.length === 1) {
        say('ok')(response, socket);
      } else {
        socket.destroy();
      }
    });
    const transport = transportTo(server.url);
    expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
    expect(await transport.post(POST)).toMatchObject({ kind: 'failed', wasSent: true });
    expect(server.connections()).toBe(1);
    expect(server.seen).toHaveLength(2);
  });

  test('in the middle of the reply keeps what had come', async () => {
    const server = await serve((response, socket) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('<half', () => setTimeout(() => socket.destroy(), 50));
    });
    expect(await transportTo(server.url).post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      wasSent: true,
      httpStatus: 200,
      body: Buffer.from('<half'),
    });
  });

  test('does not spoil the next exchange', async () => {
    const server = await serve((response, socket) => {
      if (server.seen.length === 1) {
        socket.destroy();
      } else {
        say('ok')(response, socket);
      }
    });
    const transport = transportTo(server.url);
    expect(await transport.post(POST)).toMatchObject({ kind: 'failed' });
    expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
  });

  test('because the server closes idle connections is not noticed', async () => {
    let closed = Promise.resolve();
    const server = await serve((response, socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      response.on('finish', () => setTimeout(() => socket.end(), 20));
      say('ok')(response, socket);
    });
    const transport = transportTo(server.url);
    for (let exchange = 0; exchange < 3; exchange += 1) {
      expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
      await closed;
    }
    expect(server.connections()).toBe(3);
  });
});

describe('time', () => {
  test('is up for a server that never replies', async () => {
    const server = await serve(() => undefined);
    const startedAt = performance.now();
    expect(await transportTo(server.url, { timeoutMs: 2_000 }).post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      wasSent: true,
      body: null,
    });
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  test('is up for a server that replies byte by byte without an end', async () => {
    const server = await serve((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const result = await transportTo(server.url, { timeoutMs: 2_000 }).post(POST);
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout', httpStatus: 200 });
    expect(result.body?.toString()).toMatch(/^x+$/);
  });

  test('is up for a TLS handshake that never ends, and nothing was sent', async () => {
    const server = await startSilentServer();
    toClose.push(server.close);
    const transport = transportTo(server.url, { connectTimeoutMs: 200 });
    expect(await transport.post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'timeout',
      wasSent: false,
    });
  });

  test('is up when the caller says so', async () => {
    const late = new AbortController();
    const stop = new AbortController();
    let onRequest = () => {
      late.abort(new DOMException('The time is up.', 'TimeoutError'));
    };
    const server = await serve(() => {
      onRequest();
    });
    const transport = transportTo(server.url);
    const tooLate = await transport.post({ ...POST, signal: late.signal });
    expect(tooLate).toMatchObject({ reason: 'timeout' });
    onRequest = () => {
      stop.abort();
    };
    expect(await transport.post({ ...POST, signal: stop.signal })).toMatchObject({
      reason: 'connection',
      wasSent: true,
    });
    expect(await transport.post({ ...POST, signal: stop.signal })).toMatchObject({
      reason: 'connection',
      wasSent: false,
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('size', () => {
  test('is seen while the reply comes, and nothing is read beyond it', async () => {
    const server = await serve((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, 0x20);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    const result = await transportTo(server.url, { replyBytesMax: 100_000 }).post(POST);
    expect(result).toMatchObject({ kind: 'failed', reason: 'too-large', httpStatus: 200 });
    expect(result.body?.length).toBeLessThan(300_000);
  });

  test('at the limit is accepted', async () => {
    const server = await serve(say('x'.repeat(1000)));
    const transport = transportTo(server.url, { replyBytesMax: 1000 });
    expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
  });
});

describe('TLS', () => {
  const ca = makeCertificate({ commonName: 'Test CA', isCa: true });
  const host = makeCertificate({ commonName: '127.0.0.1', issuer: ca, ipAddress: '127.0.0.1' });
  const tls: ServerOptions = {
    key: host.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: host.certificate.toString(),
  };

  test('is trusted under a certificate that was named', async () => {
    const server = await serve(say('ok'), tls);
    const transport = transportTo(server.url, { tlsCa: ca.certificate.toString() });
    expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
    expect(await transport.post(POST)).toMatchObject({ kind: 'replied' });
    expect(server.connections()).toBe(1);
  });

  test('of another CA is not trusted, and nothing is sent to it', async () => {
    const server = await serve(say('ok'), tls);
    expect(await transportTo(server.url).post(POST)).toMatchObject({
      kind: 'failed',
      reason: 'connection',
      wasSent: false,
    });
    expect(server.seen).toHaveLength(0);
  });
});

test('a closed transport leaves nothing open', async () => {
  const server = await serve(() => undefined);
  const transport = transportTo(server.url);
  const result = transport.post(POST);
  while (server.seen.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  transport.close();
  expect(await result).toMatchObject({ kind: 'failed', reason: 'connection' });
});
