// A service that answers as it is told, one answer a call: what a network can do to a client.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** One answer; `drop` closes the connection without a word. */
export type ScriptedAnswer =
  'drop' | { status: number; body?: object | string; headers?: Record<string, string> };

/** What came in. */
export interface SeenCall {
  call: string;
  prefer: string | undefined;
  authorization: string | undefined;
  atMs: number;
}

/** Listens on a free port of this machine. Calls beyond the script are answered 599. */
export async function startScriptedService(script: ScriptedAnswer[]) {
  const seen: SeenCall[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    seen.push({
      call: `${method} ${url}`,
      prefer: headers.prefer as string | undefined,
      authorization: headers.authorization,
      atMs: Date.now(),
    });
    const answer = script.shift() ?? { status: 599 };
    if (answer === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, body = {}, headers: more } = answer;
    response.writeHead(status, { 'Content-Type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
