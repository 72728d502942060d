import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../eventually.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Says everything back. */
let echo: Server;
let proxy: TcpProxy;
const clients = new Set<Socket>();

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await openTcpProxy(typeof address === 'object' ? (address?.port ?? 0) : 0);
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await proxy.close();
  echo.close();
});

/** A client of the proxy: what it has received, and whether it was cut off. */
async function dial() {
  const socket = connect(proxy.port, '127.0.0.1');
  clients.add(socket);
  const client = { socket, received: '', isCut: false };
  socket.on('data', (chunk: Buffer) => (client.received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (client.isCut = true));
  await once(socket, 'connect');
  return client;
}

const until = (isSo: () => boolean) => eventually(isSo, Boolean, { everyMs: 10 });

describe('a proxy before a server', () => {
  test('passes on what both sides say', async () => {
    const client = await dial();
    client.socket.write('kafa');
    await until(() => client.received === 'kafa');
  });

  test('stalled, it moves no byte and breaks nothing; what was held back follows', async () => {
    const before = await dial();
    await proxy.setMode('stall');
    const during = await dial();
    before.socket.write('a');
    during.socket.write('b');
    await sleep(200);
    expect([before.received, during.received]).toEqual(['', '']);
    await proxy.setMode('pass');
    await until(() => before.received === 'a' && during.received === 'b');
    expect([before.isCut, during.isCut]).toEqual([false, false]);
  });

  test('cuts the connections that are open and takes new ones', async () => {
    const first = await dial();
    first.socket.write('x');
    await until(() => first.received === 'x');
    expect(proxy.cut()).toBe(1);
    await until(() => first.isCut);
    const second = await dial();
    second.socket.write('y');
    await until(() => second.received === 'y');
  });

  test('refusing, it cuts what is open and is not there; then it is back on the same port', async () => {
    const { port } = proxy;
    const client = await dial();
    await proxy.setMode('refuse');
    await until(() => client.isCut);
    await expect(dial()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.setMode('pass');
    expect(proxy.port).toBe(port);
    const later = await dial();
    later.socket.write('z');
    await until(() => later.received === 'z');
  });

  test('led to another server, what was open hears nothing more, and what is new is led there', async () => {
    const other = createServer((socket) => socket.end('the other')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const before = await dial();
    before.socket.write('a');
    await until(() => before.received === 'a');
    proxy.leadTo((other.address() as AddressInfo).port);
    // Its server is gone, and its client does not know.
    echo.close();
    before.socket.write('b');
    const after = await dial();
    await until(() => after.received === 'the other');
    expect(before).toMatchObject({ received: 'a', isCut: false });
    await proxy.close();
    await until(() => before.isCut);
    other.close();
  });
});
