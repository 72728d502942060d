import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { openHttpServer } from './server.ts';

const MUCH = Buffer.alloc(64 * 1024 * 1024);
const SOON_MS = 100;
const NEVER_MS = 3_600_000;

/** A client that asks and takes nothing; resolves when the server has its call. */
async function ask(port: number, reached: Promise<void>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await reached;
  return socket;
}

/** Answers with more than any buffer on the way holds. */
function answering() {
  let tell: () => void;
  const reached = new Promise<void>((resolve) => (tell = resolve));
  let over: () => void;
  const dropped = new Promise<void>((resolve) => (over = resolve));
  const handle: RequestListener = (request, response) => {
    request.socket.once('close', over);
    response.end(MUCH);
    tell();
  };
  return { handle, reached, dropped };
}

const HERE = { host: '127.0.0.1', port: 0 };

test('a client that stops taking its answer is dropped', async () => {
  const { handle, reached, dropped } = answering();
  const server = await openHttpServer(handle, { ...HERE, stalledAfterMs: SOON_MS });
  const client = await ask(server.address.port, reached);
  await dropped;
  client.destroy();
  await server.close();
});

test('a client that stops taking its answer does not keep the process from ending', async () => {
  const { handle, reached, dropped } = answering();
  const limits = { stalledAfterMs: NEVER_MS, closeWithinMs: SOON_MS };
  const server = await openHttpServer(handle, { ...HERE, ...limits });
  const client = await ask(server.address.port, reached);
  await server.close();
  await dropped;
  client.destroy();
});

test('a call in hand is answered before the server has closed', async () => {
  let answer: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let finish: () => void = () => undefined;
  const server = await openHttpServer((_request, response) => {
    finish = () => response.end('answered');
    answer();
  }, HERE);
  const call = fetch(`http://127.0.0.1:${server.address.port}/`, {
    headers: { Connection: 'close' },
  });
  await reached;
  const closed = server.close();
  finish();
  expect(await (await call).text()).toBe('answered');
  await closed;
});

test('a connection may rest for longer than proxies keep theirs, but not beyond the end of the server', async () => {
  let finish: () => void = () => undefined;
  let tell: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (tell = resolve));
  const limits = { closeWithinMs: NEVER_MS };
  const server = await openHttpServer(
    (_request, response) => {
      finish = () => response.end('answered');
      tell();
    },
    { ...HERE, ...limits },
  );
  const call = fetch(`http://127.0.0.1:${server.address.port}/`);
  await reached;
  const closed = server.close();
  finish();
  const response = await call;
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
  expect(await response.text()).toBe('answered');
  await closed;
});
