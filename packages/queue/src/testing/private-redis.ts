// A redis-server of a test's own, which it may empty, kill and starve. It keeps nothing on disk, so
// that a restart comes back empty.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Whether there is a redis-server on the PATH. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface PrivateRedis {
  url: string;
  port: number;
  /** For what a test asks or does besides. */
  admin: Redis;
  /** Starts it, on the same port each time; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** Freezes it, and lets it go on: connections stay and nothing answers. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** How it is protected; without anything by nothing. */
export interface Protection {
  password?: string;
  /** Speaks TLS alone, for the host localhost; `settings` name its certificate. */
  tls?: { ca: string; settings: string[] };
}

/** Reserves a port; nothing runs before `start`. @param args further settings of redis-server. */
export async function privateRedis(
  args: string[] = [],
  { password, tls }: Protection = {},
): Promise<PrivateRedis> {
  const port = await freePort();
  const user = password === undefined ? '' : `:${password}@`;
  const url = tls ? `rediss://${user}localhost:${port}` : `redis://${user}127.0.0.1:${port}`;
  const admin = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => 50,
    ...(tls ? { tls: { ca: tls.ca } } : {}),
  });
  const ports = tls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  const secrets = password === undefined ? [] : ['--requirepass', password];
  const protection = [...ports, ...secrets, ...(tls?.settings ?? [])];
  admin.on('error', () => undefined);
  let server: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const killed = server;
    server = undefined;
    if (!killed) return;
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
  }
  return {
    url,
    port,
    admin,
    async start() {
      const settings = [...protection, '--bind', '127.0.0.1', '--save', '', ...args];
      server = spawn('redis-server', settings, { stdio: 'ignore' });
      while ((await admin.ping().catch(() => 'away')) !== 'PONG') await sleep(50);
    },
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async close() {
      admin.disconnect();
      await kill();
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
