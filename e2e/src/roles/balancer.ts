// What stands before several APIs, as small as a test needs it: each call goes to the next one, and
// is not repeated.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** @param rotation the URLs of those that get calls now; asked for each call. */
export async function openBalancer(
  rotation: ReadonlySet<string>,
): Promise<{ url: string; close: () => void }> {
  let calls = 0;
  const server = createServer((call, outgoing) => {
    const urls = [...rotation];
    const url = urls[(calls += 1) % urls.length] ?? '';
    passOn(url, call, outgoing).catch((error: unknown) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function passOn(url: string, call: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, headers } = call;
  const passed = request(new URL(call.url ?? '/', url), { method, headers, agent: false });
  const [[response]] = await Promise.all([
    once(passed, 'response') as Promise<[IncomingMessage]>,
    pipeline(call, passed),
  ]);
  outgoing.writeHead(response.statusCode ?? 502, response.headers);
  await pipeline(response, outgoing);
}
