// Starting and stopping: connections that never end, options that cannot work.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { goodInvoice } from './testing/drafts.ts';
import { makeKeys, startRunning } from './testing/running.ts';

const keys = await makeKeys();

test('stopping cuts the connections that would stay silent for ever', async () => {
  const running = await startRunning(keys);
  await running.control('PUT', '/mode', { service: { type: 'silence' } });
  const never = expect(running.sendInvoice(goodInvoice())).rejects.toThrow('fetch failed');
  while (!running.lastMessage()) await new Promise((resolve) => setTimeout(resolve, 5));
  const started = performance.now();
  await running.stop();
  expect(performance.now() - started).toBeLessThan(60_000);
  await never;
});

test('a reply waits as long as the latency says', async () => {
  const running = await startRunning(keys, { latencyMs: 150 });
  const started = performance.now();
  expect(await running.sendInvoice(goodInvoice())).toMatchObject({ code: null });
  expect(performance.now() - started).toBeGreaterThan(145);
  await running.stop();
});

test('it is not made from a state file that cannot be read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
  const stateFile = join(directory, 'broken.jsonl');
  writeFileSync(stateFile, '{"type":"nothing"}\n');
  const code = 'STATE_FILE_UNREADABLE';
  await expect(startRunning(keys, { stateFile })).rejects.toMatchObject({ code });
  rmSync(directory, { recursive: true });
});

test('a port that is taken is an error of start', async () => {
  const running = await startRunning(keys);
  const port = Number(new URL(running.url).port);
  await expect(startRunning(keys, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await running.stop();
});

test('the simulator names itself, its health, and what it does not have', async () => {
  const { url, stop } = await startRunning(keys);
  const text = await (await fetch(url)).text();
  expect(text).toMatch(/^Simulator of the fiscalization service/);
  for (const path of ['/health/live', '/health/ready']) {
    expect((await fetch(url + path)).status).toBe(200);
  }
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  await stop();
});
