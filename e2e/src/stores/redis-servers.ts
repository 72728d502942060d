// Servers of Redis that a test starts and kills, and what it sells meanwhile.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel, issueServer, makeAuthority } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { Redis } from 'ioredis';
import type { RunningService } from '../service/running-service.ts';

const SALES = 120;

export interface RedisServers {
  /** Theirs, which goes with them. */
  folder: string;
  start(args: readonly string[]): ChildProcess;
  close(): Promise<void>;
}

export function redisServers(): RedisServers {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-redis-servers-'));
  const started: ChildProcess[] = [];
  return {
    folder,
    start(args) {
      const server = spawn('redis-server', args, { stdio: 'ignore' });
      started.push(server);
      return server;
    },
    async close() {
      for (const server of started) await kill(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A connection that is made again for as long as it is open; a command fails where there is none.
 */
export function connectTo(url: string, ca?: string): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    retryStrategy: () => 50,
    ...(ca !== undefined && { tls: { ca } }),
  });
  return redis.on('error', () => undefined);
}

/**
 * A certificate for localhost and no address, and the settings of servers and sentinels that have
 * it.
 */
export function certificateIn(folder: string) {
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const authority = makeAuthority();
  const { certificatePem, privateKeyPem } = issueServer(authority, ['localhost']);
  const authorityFile = fileOf('ca.pem', authority.certificatePem);
  const settings: [name: string, value: string][] = [
    ['tls-cert-file', fileOf('server.pem', certificatePem)],
    ['tls-key-file', fileOf('server.key', privateKeyPem)],
    ['tls-ca-cert-file', authorityFile],
    ['tls-auth-clients', 'no'],
    ['tls-replication', 'yes'],
  ];
  return { ca: authority.certificatePem, authorityFile, settings };
}

/** Ends it without warning, if it runs. */
export async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

/** Sells before, during and after; every sale is fiscalized, once. */
export async function sellThrough(
  service: RunningService,
  failOver: () => Promise<void>,
): Promise<void> {
  let sold = 0;
  let failingOver: Promise<void> | undefined;
  const sales = await inParallel(Array(SALES).keys(), 4, async () => {
    const sale = await service.fiscalized();
    sold += 1;
    if (sold === SALES / 4) failingOver = failOver();
    return sale;
  });
  await failingOver;
  expect(new Set(sales.map(({ id }) => id)).size).toBe(SALES);
}
