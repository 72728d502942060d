// TCP proxies between our processes and what they stand on: PostgreSQL, the store of the queue, the
// authority. They run in the process that has started the stack, which cuts and stalls them.

import type { Dependencies } from '../servers/dependencies.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The proxies of one stack. */
export interface Proxies {
  postgres: TcpProxy;
  /** Undefined where the queue lives in PostgreSQL. */
  redis: TcpProxy | undefined;
  efi: TcpProxy;
}

/** A dependencies whose URLs lead through proxies. */
export interface ProxiedDependencies {
  proxies: Proxies;
  dependencies: Dependencies;
  /** Base URL of the simulator. */
  efiUrl: string;
  close: () => Promise<void>;
}

/** Opens the proxies. @param simulatorPort where the simulator listens. */
export async function putProxiesBetween(
  dependencies: Dependencies,
  simulatorPort: number,
): Promise<ProxiedDependencies> {
  const postgres = await openTcpProxy(portOf(dependencies.databaseUrl));
  const efi = await openTcpProxy(simulatorPort);
  const { redisUrl, logins } = dependencies;
  const redis = redisUrl === undefined ? undefined : await openTcpProxy(portOf(redisUrl));
  return {
    proxies: { postgres, redis, efi },
    efiUrl: `http://127.0.0.1:${String(efi.port)}`,
    dependencies: {
      ...dependencies,
      databaseUrl: through(dependencies.databaseUrl, postgres),
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
