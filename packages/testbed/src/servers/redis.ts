// The store of the queue: the Redis of REDIS_URL, else a redis-server of this machine, started
// privately with a log of every write, else none. Knows nothing of queues.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { childEnvironment } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { writePrivateFile } from '../processes/folders.ts';
import { freePort } from '../processes/ports.ts';
import {
  startProcess,
  type ProcessHost,
  type RunningProcess,
  type StartProcess,
} from '../processes/processes.ts';

const run = promisify(execFile);
const minimumVersion = [6, 2];

/** A Redis that can be reached. */
export interface RedisServer {
  url: string;
  /** One line for a person: what was chosen and why. */
  choice: string;
  /** The process, when it is ours. */
  process: RunningProcess | undefined;
}

/** A redis-server that could be started, or why there is none. */
export type RedisProgram = { isUsable: true; version: string } | { isUsable: false; why: string };

/** Looks for a redis-server on the PATH that is new enough. */
export async function findRedisProgram(): Promise<RedisProgram> {
  let text: string;
  try {
    text = (await run('redis-server', ['--version'], { timeout: 10_000 })).stdout;
  } catch {
    return { isUsable: false, why: 'there is no redis-server on the PATH' };
  }
  const version = /v=(\d+\.\d+\.\d+)/.exec(text)?.[1] ?? '';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = minimumVersion;
  const isNewEnough = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  if (isNewEnough) return { isUsable: true, version };
  return {
    isUsable: false,
    why: `redis-server ${version} is older than ${minimumVersion.join('.')}`,
  };
}

/**
 * Asks the Redis of `redisUrl` for its version. Throws TestbedFailure when it does not respond.
 * @param authorityFile PEM of the CAs of a `rediss:` server, where they are not the system's.
 */
export async function useExistingRedis(
  redisUrl: string,
  authorityFile?: string,
): Promise<RedisServer> {
  let version: string;
  try {
    version = await versionOf(redisUrl, authorityFile);
  } catch (cause) {
    throw new TestbedFailure(
      `The Redis of REDIS_URL does not respond (${messageOf(cause)}): start it, correct the URL, or ` +
        'unset REDIS_URL.',
      { cause },
    );
  }
  const choice = `Redis ${version} at ${hostOf(redisUrl)}, because REDIS_URL is set`;
  return { url: redisUrl, choice, process: undefined };
}

/** Starts the redis-server of this machine, with its data in `directory`. */
export async function startPrivateRedis(
  host: ProcessHost,
  directory: string,
  start: StartProcess = startProcess,
): Promise<RedisServer> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const password = randomBytes(24).toString('base64url');
  const configFile = join(directory, 'redis.conf');
  writePrivateFile(configFile, configuration(directory, port, password));
  const url = `redis://:${password}@127.0.0.1:${String(port)}`;
  const started = await start(host, {
    name: 'redis',
    command: 'redis-server',
    args: [configFile],
    env: childEnvironment(),
    cwd: directory,
    isReady: async () => (await versionOf(url)) !== '',
  });
  const version = await versionOf(url);
  const choice = `Redis ${version}, started on port ${String(port)}, because redis-server is on the PATH`;
  return { url, choice, process: started };
}

function configuration(directory: string, port: number, password: string): string {
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return [
    'bind 127.0.0.1',
    `port ${String(port)}`,
    `requirepass ${password}`,
    `dir ${quoted(directory)}`,
    // Jobs must survive a restart and must never be thrown away to make room.
    'appendonly yes',
    'maxmemory-policy noeviction',
    'save ""',
    'daemonize no',
    // Its title would overwrite the environment that marks it as a process of this run.
    'set-proc-title no',
    '',
  ].join('\n');
}

async function versionOf(redisUrl: string, authorityFile?: string): Promise<string> {
  const client = new Redis(redisUrl, {
    ...(authorityFile === undefined ? {} : { tls: { ca: readFileSync(authorityFile) } }),
    lazyConnect: true,
    connectTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The failed call only says that the connection is closed; this says why.
  let reason: Error | undefined;
  client.on('error', (error) => {
    reason = error;
  });
  try {
    await client.connect();
    const info = await client.info('server');
    return /redis_version:(\S+)/.exec(info)?.[1] ?? '';
  } catch (error) {
    throw reason ?? error;
  } finally {
    client.disconnect();
  }
}

function hostOf(redisUrl: string): string {
  return URL.canParse(redisUrl) && new URL(redisUrl).host !== ''
    ? new URL(redisUrl).host
    : redisUrl;
}
