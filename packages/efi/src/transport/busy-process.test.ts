import { afterEach, expect, test } from '@jest/globals';
import { startServer } from '../testing/server.ts';
import { createTransport } from './transport.ts';

const TIMEOUT_MS = 3_000;
const toClose: (() => void)[] = [];

afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

test('a reply that arrived while this process was busy until its time was up is taken', async () => {
  const busyUntil = performance.now() + TIMEOUT_MS + 200;
  const server = await startServer((response) => {
    // The reply is on its way when nothing else of this process can run any more.
    response.writeHead(200).end('<b/>', () => {
      const leftMs = busyUntil - performance.now();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
    });
  });
  const transport = createTransport({
    url: server.url,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
    replyBytesMax: 1_024,
  });
  toClose.push(server.close, transport.close);
  const result = await transport.post({ body: '<a/>', headers: {} });
  expect(result).toMatchObject({ kind: 'replied', httpStatus: 200 });
});
