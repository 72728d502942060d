import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { serve } from '../../testing/running-api.ts';
import { ANONYMOUS, KNOWN } from './body-bytes.ts';
import { jsonBody } from './json-body.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

// The sender as the guards would have found it; the address as a proxy would have sent it.
const app = express().set('trust proxy', 1);
let begun = 0;
app.use((request, response, next) => {
  const company = request.get('Company');
  if (company !== undefined) response.locals.caller = { company: { id: company } };
  begun += 1;
  next();
});
app.post('/', ...jsonBody, (request, response) => {
  response.json(request.body);
});
const server = await serve(app);
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
  // What they have reserved is free once the server has seen it, too.
  while (server.connections() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
afterAll(() => server.close());

/** Begins a call; resolves when it has arrived. */
async function begin(headers: Record<string, string>, bytes = '') {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers });
  const before = begun;
  socket.write(`POST / HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`);
  socket.write(bytes);
  while (begun === before) await new Promise((resolve) => setTimeout(resolve, 1));
  return socket;
}

/** The status and the body of the response that has come, or comes next. */
async function responseOf(socket: Socket) {
  let text = '';
  for await (const data of socket) {
    text += String(data);
    const [head = '', body] = text.split('\r\n\r\n');
    if (body !== undefined && (body.endsWith('}') || head.startsWith('HTTP/1.1 408'))) break;
  }
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: body === '' ? {} : JSON.parse(body) };
}

const declared = (bytes: number, sender: Record<string, string>) => ({
  'Content-Length': String(bytes),
  ...sender,
});
const CHUNKED = { 'Transfer-Encoding': 'chunked' };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test('bytes are reserved by sender before they are read, and given back', async () => {
  const [a, b] = [{ Company: 'a' }, { Company: 'b' }];
  for (let held = 0; held < KNOWN.sender; held += KNOWN.body) await begin(declared(KNOWN.body, a));
  const refused = await responseOf(await begin(declared(2, a)));
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(await responseOf(await begin(declared(2, b), '{}'))).toEqual({ status: 200, body: {} });
  sockets[0]?.destroy();
  let status = 429;
  while (status === 429) ({ status } = await responseOf(await begin(declared(2, a), '{}')));
  expect(status).toBe(200);
});

test('bytes are reserved of the process, and others than strangers’ stay readable', async () => {
  for (let held = 0; held < KNOWN.process; held += KNOWN.body) {
    await begin(declared(KNOWN.body, { Company: String(Math.floor(held / KNOWN.sender)) }));
  }
  const busy = await responseOf(await begin(declared(2, { Company: 'another' })));
  expect(busy).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY', stored: 'no' } });
  expect((await responseOf(await begin(declared(2, {}), '{}'))).status).toBe(200);
});

test('without a key or a session a body has 8 KiB, an address 64 and all together 4 MiB', async () => {
  const { body, sender, process } = ANONYMOUS;
  const large = await responseOf(await begin(declared(body + 1, {})));
  expect(large).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  const from = (address: number) => ({ 'X-Forwarded-For': `198.18.0.${address}` });
  for (let address = 0; address < process / sender; address += 1) {
    for (let held = 0; held < sender; held += body) await begin(declared(body, from(address)));
  }
  expect((await responseOf(await begin(declared(2, from(1))))).status).toBe(429);
  expect((await responseOf(await begin(declared(2, from(200))))).status).toBe(503);
  const known = await begin(declared(2, { Company: 'a' }), '{}');
  expect((await responseOf(known)).status).toBe(200);
});

test('a body without a length is reserved as it comes, and refused in the middle', async () => {
  const company = { Company: 'a' };
  for (let held = MIB; held < KNOWN.sender; held += MIB) await begin(declared(MIB, company));
  await begin(declared(MIB - 64 * KIB, company));
  const socket = await begin({ ...company, ...CHUNKED }, chunk(' '.repeat(KIB)));
  socket.write(chunk(' '.repeat(100 * KIB)));
  expect((await responseOf(socket)).status).toBe(429);
  const tooLarge = await begin({ Company: 'b', ...CHUNKED }, chunk(' '.repeat(MIB + 1)));
  expect((await responseOf(tooLarge)).status).toBe(413);
});

test('a body in several pieces is read as one, and one of thousands of single bytes is not', async () => {
  const company = { Company: 'a', ...CHUNKED };
  const text = JSON.stringify({ note: 'č'.repeat(5_000) });
  const bytes = Buffer.from(`\ufeff${text}`).toString('latin1');
  const socket = await begin(company);
  for (let at = 0; at < bytes.length; at += 999) {
    socket.write(chunk(bytes.slice(at, at + 999)), 'latin1');
  }
  socket.write('0\r\n\r\n');
  expect((await responseOf(socket)).body).toEqual(JSON.parse(text));
  const tiny = await begin(company, chunk(' ').repeat(5_000));
  expect((await responseOf(tiny)).body).toMatchObject({ code: 'BODY_TOO_LARGE' });
});
