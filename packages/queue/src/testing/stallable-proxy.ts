// A TCP proxy that can fall silent: it takes connections and bytes, forwards nothing and closes
// nothing, as a firewall that has forgotten a connection does.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface StallableProxy {
  port: number;
  /** From now on nothing comes through. Connections made later are as silent as `newOnes` says. */
  stall(newOnes: 'silent' | 'forwarded'): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 and forwards to the target. @param port 0 takes any. */
export async function stallableProxy(
  target: { host: string; port: number },
  port = 0,
): Promise<StallableProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [socket, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    if (!isSilent) forward(pair);
    else client.resume();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall(newOnes) {
      isSilent = newOnes === 'silent';
      for (const pair of pairs) silence(pair);
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward([client, upstream]: [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function silence([client, upstream]: [Socket, Socket]): void {
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.resume();
  upstream.resume();
}
