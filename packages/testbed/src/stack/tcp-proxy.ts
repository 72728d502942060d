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
  /**
   * Leads new connections to another port of 127.0.0.1. Those that are open now are half open from
   * then on: no byte moves, and their clients do not hear of an end, as where a machine or a rule
   * of a firewall is gone.
   */
  leadTo: (port: number) => void;
  /** Cuts everything and stops listening. */
  close: () => Promise<void>;
}

/** From a client to the target. */
interface Connection {
  near: Socket;
  far: Socket;
}

/** Opens a proxy on a free port in front of `target`, a port of 127.0.0.1. */
export async function openTcpProxy(target: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  const halfOpen = new Set<Socket>();
  let leadsTo = target;
  let mode: ProxyMode = 'pass';
  let server: Server | undefined;

  const accept = (near: Socket) => {
    const connection = { near, far: connect({ host: '127.0.0.1', port: leadsTo }) };
    const { far } = connection;
    const end = () => {
      connections.delete(connection);
      near.destroy();
      far.destroy();
    };
    forward(near, far, () => mode, end);
    forward(far, near, () => mode, end);
    connections.add(connection);
    if (mode === 'stall') for (const socket of [near, far]) socket.pause();
  };
  const listen = async (port: number) => {
    server = createServer({ noDelay: true }, accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = () => {
    const count = connections.size;
    // Without the goodbye of an orderly end: the far end of a broken line gets none either.
    for (const { near, far } of connections)
      for (const socket of [near, far]) socket.resetAndDestroy();
    connections.clear();
    return count;
  };
  const stopListening = async () => {
    const closed = server && once(server.close(), 'close');
    server = undefined;
    cut();
    for (const near of halfOpen) near.resetAndDestroy();
    halfOpen.clear();
    await closed;
  };

  const port = await listen(0);
  return {
    port,
    cut,
    leadTo: (next) => {
      leadsTo = next;
      for (const { near, far } of connections) {
        for (const socket of [near, far]) socket.removeAllListeners('close');
        halfOpen.add(near.pause());
        far.destroy();
      }
      connections.clear();
    },
    close: stopListening,
    setMode: async (next) => {
      mode = next;
      if (next === 'refuse') return stopListening();
      if (server === undefined) await listen(port);
      for (const { near, far } of connections) {
        for (const socket of [near, far]) {
          if (next === 'stall') socket.pause();
          else socket.resume();
        }
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
