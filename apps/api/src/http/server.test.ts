import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { openHttpServer } from './server.ts';
import type { HttpServerOptions } from './server.ts';

const MUCH = Buffer.alloc(64 * 1024 * 1024);
const SOON_MS = 100;
const NEVER_MS = 3_600_000;

const HERE = { host: '127.0.0.1', port: 0 };

/**
 * A client that asks, and takes nothing of an answer that is more than any buffer on the way holds;
 * resolves when the server has its call.
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

test('a client that stops taking its answer is dropped', async () => {
  const { server, client, dropped } = await stalled({ stalledAfterMs: SOON_MS });
  await dropped;
  client.destroy();
  await server.close();
});

test('a client that stops taking its answer does not keep the process from ending', async () => {
  const limits = { stalledAfterMs: NEVER_MS, closeWithinMs: SOON_MS };
  const { server, client, dropped } = await stalled(limits);
  await server.close();
  await dropped;
  client.destroy();
});

test.each([
  ['a call in progress is answered before the server has closed', { Connection: 'close' }, 'close'],
  ['a connection may rest for longer than proxies keep theirs', {}, 'keep-alive'],
])('%s, and keeps it from ending no longer', async (_what, headers, connection) => {
  const reached = Promise.withResolvers<() => void>();
  const server = await openHttpServer(
    (_request, response) => reached.resolve(() => response.end('answered')),
    { ...HERE, closeWithinMs: NEVER_MS },
  );
  const call = fetch(`http://127.0.0.1:${server.address.port}/`, { headers });
  const answer = await reached.promise;
  const closed = server.close();
  answer();
  const response = await call;
  expect(response.headers.get('connection')).toBe(connection);
  if (connection === 'keep-alive') expect(response.headers.get('keep-alive')).toBe('timeout=75');
  expect(await response.text()).toBe('answered');
  await closed;
});

test('connections that are made when it begins to close are taken', async () => {
  const server = await openHttpServer((_request, response) => response.end('answered'), HERE);
  const { port } = server.address;
  const answers = Array.from({ length: 20 }, async () => {
    const client = connect(port, '127.0.0.1');
    client.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return (await client.setEncoding('utf8').toArray()).join('');
  });
  // The sockets connect within this tick; the server takes them in later ones.
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
  const closed = server.close();
  // A busy process: by its next turn every time is over.
  for (const until = Date.now() + 300; Date.now() < until;);
  await closed;
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/answered$/);
});
