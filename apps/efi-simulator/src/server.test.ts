// Starting and stopping: TLS, connections that never end, options that do not belong together.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createSimulator } from './server.ts';
import { goodInvoice } from './testing/drafts.ts';
import { makeKeys, startRunning } from './testing/running.ts';

const keys = await makeKeys();
const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function optionsWith(change: object) {
  return {
    registeredCas: keys.ca.certificate,
    signingKey: keys.administration.key,
    signingCertificate: keys.administration.certificate,
    ...change,
  };
}

test('with a TLS identity it speaks HTTPS', async () => {
  const { key, certificate } = keys.administration;
  const running = await startRunning(keys, { tls: { key, certificate } });
  try {
    expect(running.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const status = await new Promise((resolve, reject) => {
      const options = { ca: keys.ca.certificate, checkServerIdentity: () => undefined };
      request(`${running.url}/health/live`, options, (response) => {
        resolve(response.statusCode);
        response.resume();
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  } finally {
    await running.stop();
  }
});

test('stopping cuts the connections that would stay silent for ever', async () => {
  const running = await startRunning(keys);
  await running.control('PUT', '/mode', { service: { type: 'silence' } });
  const never = expect(running.sendInvoice(goodInvoice())).rejects.toThrow('fetch failed');
  while (running.simulator.ledger.summary().messages === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const started = performance.now();
  await running.stop();
  expect(performance.now() - started).toBeLessThan(60_000);
  await never;
});

test('an answer waits as long as the latency says', async () => {
  const running = await startRunning(keys, { latencyMs: 150 });
  try {
    const started = performance.now();
    expect(await running.sendInvoice(goodInvoice())).toMatchObject({ code: null });
    expect(performance.now() - started).toBeGreaterThan(145);
  } finally {
    await running.stop();
  }
});

test('with the schema of a file it refuses by that schema', async () => {
  const schemaFile = join(directory, 'strange.xsd');
  writeFileSync(
    schemaFile,
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="other"/></xs:schema>',
  );
  const running = await startRunning(keys, { schemaFile });
  try {
    expect(await running.sendInvoice(goodInvoice())).toMatchObject({ code: 11 });
  } finally {
    await running.stop();
  }
});

test.each([
  ['SCHEMA_UNUSABLE', () => ({ schemaFile: join(directory, 'broken.xsd') })],
  ['STATE_FILE_UNREADABLE', () => ({ stateFile: join(directory, 'broken.jsonl') })],
  ['SIMULATOR_OPTIONS', () => ({ signingKey: keys.taxpayer.key })],
])('it is not made from options that cannot work: %s', (code, change) => {
  writeFileSync(join(directory, 'broken.xsd'), '<not-a-schema/>');
  writeFileSync(join(directory, 'broken.jsonl'), '{"type":"nothing"}\n');
  expect(() => createSimulator(optionsWith(change()))).toThrow(expect.objectContaining({ code }));
});

test('a port that is taken is an error of start', async () => {
  const running = await startRunning(keys);
  const port = Number(new URL(running.url).port);
  const second = createSimulator(optionsWith({ port }));
  await expect(second.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop();
  await running.stop();
});
