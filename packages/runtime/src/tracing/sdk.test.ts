import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { currentTrace, inSpan, openSpan } from './spans.ts';
import { startSdk } from './sdk.ts';
import type { TracingEnv } from './tracing-env.ts';

/** So many spans are sent at once. */
const BATCH = 512;
const CALLER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const UNKEPT_CALLER = CALLER.replace(/01$/, '00');

/** A collector: each call waits in `calls` until it is answered. */
const calls: ServerResponse[] = [];
const collector = createServer((request, response) => {
  request.resume().once('end', () => calls.push(response));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const warn = jest.fn();

async function nextCall(): Promise<ServerResponse> {
  for (;;) {
    const call = calls.shift();
    if (call) return call;
    await sleep(5);
  }
}

const start = (env: Partial<TracingEnv> = {}) =>
  startSdk(
    { OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: 1, ...env },
    endpoint,
    'fiscal-test',
    { warn },
  );

afterEach(() => {
  warn.mockClear();
  trace.disable();
  context.disable();
  propagation.disable();
});
afterAll(() => {
  collector.close();
  collector.closeAllConnections();
});

test('a collector that refuses is said once, and once again after it has taken some', async () => {
  const sdk = start();
  const said: [number, number][] = [];
  for (const status of [400, 400, 200, 400]) {
    for (let each = 0; each < BATCH; each += 1) openSpan('span').span.end();
    (await nextCall()).writeHead(status).end('{}');
    // The SDK sends the next batch once it has read this answer.
    await sleep(100);
    said.push([status, warn.mock.calls.length]);
  }
  expect(said).toEqual([
    [400, 1],
    [400, 1],
    [200, 1],
    [400, 2],
  ]);
  await sdk.close();
});

test('a process ends although its last spans are not taken', async () => {
  const sdk = start();
  openSpan('span').span.end();
  await sdk.close();
  // It is asked and has not answered yet.
  (await nextCall()).end('{}');
});

test.each([
  ['parentbased_always_on', 1, CALLER, '01'],
  ['parentbased_always_on', 1, UNKEPT_CALLER, '00'],
  ['parentbased_always_on', 1, null, '01'],
  ['parentbased_always_off', 1, null, '00'],
  ['parentbased_traceidratio', 0, CALLER, '01'],
  ['traceidratio', 0, CALLER, '00'],
  ['traceidratio', 1, UNKEPT_CALLER, '01'],
  ['always_off', 1, CALLER, '00'],
] as const)(
  'with %s, %d, a call of %s goes on with the flag %s',
  async (name, ratio, from, flag) => {
    const sdk = start({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio });
    const seen = await inSpan('span', { trace: from }, () => Promise.resolve(currentTrace()));
    expect(seen?.slice(-2)).toBe(flag);
    if (from !== null) expect(seen).toContain(CALLER.slice(3, 35));
    const closed = sdk.close();
    if (flag === '01') (await nextCall()).end('{}');
    await closed;
  },
);

test('without the SDK nothing is traced, and errors pass', async () => {
  const seen = await inSpan('span', { trace: CALLER }, () => Promise.resolve(currentTrace()));
  expect(seen).toBeNull();
  await expect(inSpan('span', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
