// A service that responds as a script says: for tests of the client.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One response of the service; `drop` closes the connection without a word. */
export type ScriptedResponse =
  'drop' | { status: number; body?: object | string; headers?: Record<string, string> };

export interface SeenCall {
  call: string;
  body: string;
  prefer: unknown;
  authorization: string | undefined;
  atMs: number;
}

/**
 * A service that responds as the script says, one response a call; calls beyond it get 599.
 */
export async function startScriptedService(script: ScriptedResponse[]) {
  const seen: SeenCall[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const { prefer, authorization } = headers;
    const call = `${method} ${url}`;
    seen.push({ call, body: await text(request), prefer, authorization, atMs: Date.now() });
    const scripted = script.shift() ?? { status: 599 };
    if (scripted === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body = {}, headers: more } = scripted;
    response.writeHead(status, { 'Content-Type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { baseUrl: `http://127.0.0.1:${port}`, seen, close };
}
