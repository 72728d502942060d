import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { openHttpServer } from './server.ts';
import type { HttpServerOptions } from './server.ts';

const MUCH = Buffer.alloc(64 * 1024 * 1024);
const SOON_MS = 100;
const NEVER_MS = 3_600_000;

const HERE = { host: '127.0.0.1', port: 0 };

/**
 * A client that takes nothing of a response that is more than any buffer on the way holds; resolves
 * when the server has its call.
 */
async function stalled(limits: Partial<HttpServerOptions>) {
  const reached = Promise.withResolvers<null>();
  const dropped = Promise.withResolvers<null>();
  const server = await openHttpServer(
    (request, response) => {
      request.socket.once('close', () => dropped.resolve(null));
      response.end(MUCH);
      reached.resolve(null);
    },
    { ...HERE, ...limits },
  );
  const client = connect(server.address.port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await reached.promise;
  return { server, client, dropped: dropped.promise };
}

test('a client that stops taking its response is dropped', async () => {
  const { server, client, dropped } = await stalled({ stalledAfterMs: SOON_MS });
  await dropped;
  client.destroy();
  await server.close();
});

test('a client that stops taking its response does not keep the process from ending', async () => {
  const limits = { stalledAfterMs: NEVER_MS, closeWithinMs: SOON_MS };
  const { server, client, dropped } = await stalled(limits);
  await server.close();
  await dropped;
  client.destroy();
});

test.each([
  [
    'a call in progress gets its response before the server has closed',
    { Connection: 'close' },
    'close',
  ],
  ['a connection may rest for longer than proxies keep theirs', {}, 'keep-alive'],
])('%s, and keeps it from ending no longer', async (_what, headers, connection) => {
  const reached = Promise.withResolvers<() => void>();
  const server = await openHttpServer(
    (_request, response) => reached.resolve(() => response.end('done')),
    { ...HERE, closeWithinMs: NEVER_MS },
  );
  const call = fetch(`http://127.0.0.1:${server.address.port}/`, { headers });
  const respond = await reached.promise;
  const closed = server.close();
  respond();
  const response = await call;
  expect(response.headers.get('connection')).toBe(connection);
  if (connection === 'keep-alive') expect(response.headers.get('keep-alive')).toBe('timeout=75');
  expect(await response.text()).toBe('done');
  await closed;
});

test('connections that are made when it begins to close are taken', async () => {
  const server = await openHttpServer((_request, response) => response.end('done'), HERE);
  const { port } = server.address;
  const responses = Array.from({ length: 20 }, async () => {
    const client = connect(port, '127.0.0.1');
    client.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return (await client.setEncoding('utf8').toArray()).join('');
  });
  // The sockets connect within this tick; the server takes them in later ones.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  const closed = server.close();
  // A busy process: by its next iteration every time is over.
  for (const until = Date.now() + 300; Date.now() < until;);
  await closed;
  for (const response of await Promise.all(responses)) expect(response).toMatch(/done$/);
});

/** A client that has sent so much; what it reads until its connection is closed. */
function client(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  let read = '';
  socket.setEncoding('utf8').on('data', (data) => (read += String(data)));
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      resolve(read);
    });
  });
  return { socket, closed };
}

const BEGUN = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{';

describe('a call that does not come to its end', () => {
  test.each([
    ['silent after its headers', BEGUN],
    ['silent in its headers', 'GET / HTTP/1.1\r\nHost'],
    ['silent from the beginning', ''],
  ])('is ended, %s', async (_what, text) => {
    const server = await openHttpServer(() => undefined, { ...HERE, bodyWithinMs: SOON_MS });
    const { closed } = client(server.address.port, text);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
    await server.close();
  });

  test('is ended, a byte at a time', async () => {
    const server = await openHttpServer(() => undefined, { ...HERE, bodyWithinMs: SOON_MS });
    const { socket, closed } = client(server.address.port, BEGUN);
    const dripping = setInterval(() => socket.write(' '), SOON_MS / 10);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(dripping);
    await server.close();
  });

  test.each(['keep-alive', 'close'])(
    'and has its response is closed in time, and the response read, with Connection: %s',
    async (connection) => {
      const limits = { bodyWithinMs: NEVER_MS, drainedForMs: SOON_MS };
      const server = await openHttpServer(
        (_request, response) => {
          response.statusCode = 413;
          response.end('too large');
        },
        { ...HERE, ...limits },
      );
      const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n`;
      const { socket, closed } = client(
        server.address.port,
        `${head}Content-Length: 1000000\r\n\r\n`,
      );
      const sending = setInterval(() => socket.write(Buffer.alloc(1_000)), 1);
      expect(await closed).toMatch(/ 413 [^]*too large$/);
      clearInterval(sending);
      await server.close();
    },
  );
});

test('a connection beyond the most replaces one that rests, not of one in a call', async () => {
  const reached = Promise.withResolvers<() => void>();
  const server = await openHttpServer(
    (request, response) => {
      if (request.url === '/waits') reached.resolve(() => response.end('done'));
      else response.end('at once');
    },
    { ...HERE, mostConnections: 2 },
  );
  const { port } = server.address;
  const busy = client(port, 'GET /waits HTTP/1.1\r\nHost: x\r\n\r\n');
  const response = await reached.promise;
  const resting = client(port, '');
  while (server.connections() < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  const next = client(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await next.closed).toMatch(/at once$/);
  await resting.closed;
  response();
  busy.socket.end();
  expect(await busy.closed).toMatch(/done$/);
  await server.close();
});
