// A TCP proxy between a process of ours and what it stands on, for fault runs: it passes
// everything on, cuts every connection, holds back every byte, or is not there at all. It knows
// nothing of what passes through.

import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `pass`: bytes go through. `stall`: connections stay open, new ones are taken, no byte moves; what
 * was held back goes on afterwards. `refuse`: nobody listens, every connection is cut.
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

interface Pair {
  near: Socket;
  far: Socket;
}

/** Opens a proxy on a free port in front of `target`, a port of 127.0.0.1. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let mode: ProxyMode = 'pass';
  let server: Server | undefined;

  const accept = (near: Socket) => {
    const far = connect({ host: '127.0.0.1', port: target });
    const pair = { near, far };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    forward(near, far, () => mode, end);
    forward(far, near, () => mode, end);
    if (mode === 'stall') hold(pair);
  };
  const listen = async (port: number) => {
    server = createServer({ noDelay: true }, accept);
    return listenOn(server, port);
  };
  const stopListening = async () => {
    const listening = server;
    server = undefined;
    const closed = listening && closeServer(listening);
    cut();
    await closed;
  };
  const cut = () => {
    const open = [...pairs];
    for (const { near, far } of open) {
      // Without the goodbye of an orderly end: the far end of a broken line hears none either.
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
    pairs.clear();
    return open.length;
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
      for (const pair of pairs) (next === 'stall' ? hold : letGo)(pair);
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

function hold({ near, far }: Pair): void {
  near.pause();
  far.pause();
}

function letGo({ near, far }: Pair): void {
  near.resume();
  far.resume();
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : port);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
