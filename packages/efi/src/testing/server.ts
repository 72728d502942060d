// A server of the tests' own: it responds as scripted and records its requests. It listens on this
// machine only, on a port that the system chooses.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

/** One request as it arrived. */
export interface SeenRequest {
  method: string | undefined;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** How a request is responded to, or not. */
export type Respond = (response: http.ServerResponse, socket: net.Socket) => void;

/** A server that runs; `close` ends it with all its connections. */
export interface TestServer {
  url: string;
  seen: SeenRequest[];
  connections: () => number;
  close: () => void;
}

/** Responds with this body. */
export function say(body: string, httpStatus = 200): Respond {
  return (response) => {
    response.writeHead(httpStatus, { 'Content-Type': 'text/xml' }).end(body);
  };
}

/** Starts an HTTP server, or an HTTPS server if `tls` is given. */
export async function startServer(
  respond: Respond,
  tls?: https.ServerOptions,
): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const handler: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method, headers: request.headers, body });
      respond(response, request.socket);
    });
  };
  const server = tls === undefined ? http.createServer(handler) : https.createServer(tls, handler);
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/fs-v1`,
    seen,
    connections: () => connections,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts a server that accepts connections and never says a word, not even of TLS. */
export async function startSilentServer(): Promise<Pick<TestServer, 'url' | 'close'>> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}/fs-v1`,
    close: () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

function listen(server: net.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
