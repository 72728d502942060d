// TCP proxies between our processes and what they stand on: PostgreSQL, the store of the queue, the
// authority. They run in the process that has started the stack, which pulls their plugs.

import type { Ground } from './ground.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The proxies of one stack. */
export interface Proxies {
  postgres: TcpProxy;
  /** Undefined where the queue lives in PostgreSQL. */
  redis: TcpProxy | undefined;
  efi: TcpProxy;
}

/** A ground whose URLs lead through proxies. */
export interface ProxiedGround {
  proxies: Proxies;
  ground: Ground;
  /** Base URL of the simulator. */
  efiUrl: string;
  close: () => Promise<void>;
}

/** Opens the proxies. @param simulatorPort where the simulator listens. */
export async function putProxiesBetween(
  ground: Ground,
  simulatorPort: number,
): Promise<ProxiedGround> {
  const postgres = await openTcpProxy(portOf(ground.databaseUrl));
  const efi = await openTcpProxy(simulatorPort);
  const { redisUrl, logins } = ground;
  const redis = redisUrl === undefined ? undefined : await openTcpProxy(portOf(redisUrl));
  return {
    proxies: { postgres, redis, efi },
    efiUrl: `http://127.0.0.1:${String(efi.port)}`,
    ground: {
      ...ground,
      databaseUrl: through(ground.databaseUrl, postgres),
      logins: {
        fiscal_api: through(logins.fiscal_api, postgres),
        fiscal_worker: through(logins.fiscal_worker, postgres),
      },
      redisUrl: redisUrl && redis && through(redisUrl, redis),
    },
    close: async () => {
      await Promise.all([postgres.close(), redis?.close(), efi.close()]);
    },
  };
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  const usual = protocol.startsWith('redis') ? 6379 : 5432;
  return port === '' ? usual : Number(port);
}

function through(url: string, proxy: TcpProxy): string {
  const parsed = new URL(url);
  parsed.hostname = '127.0.0.1';
  parsed.port = String(proxy.port);
  return parsed.href;
}
