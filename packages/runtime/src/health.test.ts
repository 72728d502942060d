import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startHealthServer } from './health.ts';
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
