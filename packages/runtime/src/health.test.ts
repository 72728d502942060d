import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sendHealth, startHealthServer } from './health.ts';
import { createMetrics } from './metrics.ts';

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const well = () => Promise.resolve();
  const remark = () => Promise.resolve('Chrome runs without its sandbox');
  const unwell = () => Promise.reject(new Error('ok is not what it is'));
  const health = { live: { well, remark }, ready: { well, unwell } };
  const metrics = createMetrics('test');
  ({ url, close } = await startHealthServer({ host: '127.0.0.1', port: 0, health, metrics }));
});
afterAll(() => close());

test('a part that works says what is to know about it, and stays healthy', async () => {
  const response = await fetch(`${url}/health/live`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'ok',
    checks: { well: 'ok', remark: 'ok: Chrome runs without its sandbox' },
  });
});

test('a part that fails says why, whatever the words are', async () => {
  const response = await fetch(`${url}/health/ready`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: 'unavailable',
    checks: { well: 'ok', unwell: 'ok is not what it is' },
  });
});

test('a port that is open to everybody says whether the process is well, and nothing else', async () => {
  const unwell = () => Promise.reject(new Error('postgresql://somewhere does not answer'));
  const server = createServer((request, response) => {
    void sendHealth({ live: {}, ready: { unwell } }, request, response).then((isAnswered) => {
      if (!isAnswered) response.writeHead(404).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };
  expect(await ask('/health/live')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/health/ready')).toEqual([503, '{"status":"unavailable"}']);
  expect(await ask('/metrics')).toEqual([404, '']);
  server.close();
});
