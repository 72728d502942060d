// A live endpoint for tests. The simulator is none, and every reply of it says so; this stands
// before it and leaves those words out. Whatever else the simulator does, it does through here.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EfiVariables } from '@fiscal/testbed';

/** An endpoint that runs. */
export interface LiveEndpoint {
  variables: EfiVariables;
  /** From then on it replies with what this simulator replies, before that with 503. */
  leadTo: (simulatorUrl: string) => void;
  close: () => void;
}

/** Opens it on a port that the system chooses. */
export async function openLiveEndpoint(): Promise<LiveEndpoint> {
  let simulator: URL | null = null;
  const server = http.createServer((request, response) => {
    if (simulator === null) {
      response.writeHead(503).end();
      return;
    }
    const { method, headers, url = '/' } = request;
    const asked = http.request(new URL(url, simulator), { method, headers, agent: false });
    asked.on('response', (reply) => {
      const headers = { ...reply.headers };
      delete headers['x-efi-simulator'];
      response.writeHead(reply.statusCode ?? 502, headers);
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  // A service that outlives a test file keeps its connections.
  server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    variables: {
      EFI_LIVE_URL: `${url}/fs-v1`,
      EFI_RECEIPT_CHECK_LIVE_URL: `${url}/ic/api/verifyInvoice`,
    },
    leadTo: (simulatorUrl) => {
      simulator = new URL(simulatorUrl);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
