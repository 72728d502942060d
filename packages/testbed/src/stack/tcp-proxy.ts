// A TCP proxy between a process of ours and what it stands on, for fault runs: it passes
// everything on, cuts every connection, holds back every byte, or is not there at all. It knows
// nothing of what passes through.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: bytes go through. `stall`: connections stay open, new ones are taken, no byte moves; what
 * was held back goes on afterwards. `refuse`: the port is closed, every connection is cut.
 */
export type ProxyMode = 'pass' | 'stall' | 'refuse';

/** A proxy that listens on 127.0.0.1. */
export interface TcpProxy {
  /** Stays the same for the life of the proxy. */
  port: number;
  setMode: (mode: ProxyMode) => Promise<void>;
  /** Cuts every connection that is open now. @returns how many there were. */
  cut: () => number;
  /** Cuts everything and stops listening. */
  close: () => Promise<void>;
}

/** Opens a proxy on a free port in front of `target`, a port of 127.0.0.1. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  /** Two for each connection. */
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  let server: Server | undefined;

  const accept = (near: Socket) => {
    const far = connect({ host: '127.0.0.1', port: target });
    const ends = [near, far] as const;
    const end = () => {
      for (const socket of ends) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    forward(near, far, () => mode, end);
    forward(far, near, () => mode, end);
    for (const socket of ends) {
      sockets.add(socket);
      if (mode === 'stall') socket.pause();
    }
  };
  const listen = async (port: number) => {
    server = createServer({ noDelay: true }, accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = () => {
    const connections = sockets.size / 2;
    // Without the goodbye of an orderly end: the far end of a broken line gets none either.
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
    return connections;
  };
  const stopListening = async () => {
    const closed = server && once(server.close(), 'close');
    server = undefined;
    cut();
    await closed;
  };

  const port = await listen(0);
  return {
    port,
    cut,
    close: stopListening,
    setMode: async (next) => {
      mode = next;
      if (next === 'refuse') return stopListening();
      if (server === undefined) await listen(port);
      for (const socket of sockets) {
        if (next === 'stall') socket.pause();
        else socket.resume();
      }
    },
  };
}

function forward(from: Socket, to: Socket, mode: () => ProxyMode, end: () => void): void {
  from.setNoDelay(true);
  from.on('data', (chunk: Buffer) => {
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => {
    if (mode() !== 'stall') from.resume();
  });
  from.on('end', () => to.end());
  from.on('close', end);
  // The close that follows says all there is to say.
  from.on('error', () => undefined);
}
