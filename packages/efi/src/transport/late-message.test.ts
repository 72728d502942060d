import { afterEach, describe, expect, test } from '@jest/globals';
import { say, startServer } from '../testing/server.ts';
import type { TestServer } from '../testing/server.ts';
import { createTransport } from './transport.ts';
import type { Post, Transport } from './transport.ts';

const POST: Post = { body: '<a/>', headers: { 'Content-Type': 'text/xml' } };
const toClose: (() => void)[] = [];

afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

async function serve(): Promise<{ server: TestServer; transport: Transport }> {
  const server = await startServer(say('<b/>'));
  const limits = { timeoutMs: 60_000, connectTimeoutMs: 30_000, replyBytesMax: 1024 };
  const transport = createTransport({ url: server.url, ...limits });
  toClose.push(server.close, transport.close);
  return { server, transport };
}

describe('a message whose time was up when the connection stood', () => {
  const late = { reason: 'timeout', wasSent: false };

  test('is not sent: the process may have stood still while it was made', async () => {
    const { server, transport } = await serve();
    const deadline = performance.now() + 20;
    const mayBeSent = () => performance.now() < deadline;
    const result = transport.post({ ...POST, mayBeSent });
    while (performance.now() < deadline);
    expect(await result).toMatchObject({ kind: 'failed', ...late });
    expect(server.seen).toEqual([]);
  });

  test('is not sent over a connection that stood before either, and the next one is', async () => {
    const { server, transport } = await serve();
    await transport.post(POST);
    const result = await transport.post({ ...POST, mayBeSent: () => false });
    expect(result).toMatchObject({ kind: 'failed', ...late });
    expect(await transport.post({ ...POST, mayBeSent: () => true })).toMatchObject({
      kind: 'replied',
    });
    expect(server.seen).toHaveLength(2);
  });
});
