// docker-compose.yml and its overlay for TLS, read as compose reads them; and what they say of
// Redis tried on a real one: its arguments, its password's file and its health check.

import { randomUUID } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort } from '@fiscal/testbed';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { parse } from 'yaml';
import { createWaker, examineEvictionPolicy } from '../../../packages/queue/src/waker.ts';
import type { RedisStore } from '../../../packages/queue/src/waker.ts';
import { expectWakeUp, listening } from '../../../packages/queue/src/testing/wake-ups.ts';
import { hasRedisServer } from '../../../packages/queue/src/testing/private-redis.ts';
import { openRedisStore } from '../../../apps/api/src/limits/rate-limit-store.ts';

// Servers and processes are started within a test.
jest.setTimeout(300_000);

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) =>
  parse(readFileSync(join(root, path), 'utf8'), { merge: true }) as Compose;
const plain = read('docker-compose.yml');
const overlay = read('deploy/tls/docker-compose.tls.yml');

/** As compose puts files together: fields one by one, secrets of both, every other list anew. */
const encrypted: Compose = {
  services: Object.fromEntries(
    Object.entries(plain.services).map(([name, service]) => {
      const own = overlay.services[name] ?? {};
      const environment = { ...service.environment, ...own.environment };
      const secrets = [...(service.secrets ?? []), ...(own.secrets ?? [])];
      return [name, { ...service, ...own, environment, secrets }];
    }),
  ),
  secrets: { ...plain.secrets, ...overlay.secrets },
};

describe.each([
  ['docker-compose.yml', plain],
  ['docker-compose.yml with deploy/tls/docker-compose.tls.yml', encrypted],
] as const)('%s', (_what, { services, secrets }) => {
  test('mounts secrets that there are', () => {
    const named = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect(named.filter((name) => !(name in secrets))).toEqual([]);
    expect(Object.keys(secrets).filter((name) => !named.includes(name))).toEqual([]);
  });

  test('asks for a password of Redis, which no argument and no variable of Redis holds', () => {
    for (const name of ['api', 'worker']) {
      const { REDIS_URL: url } = services[name]?.environment ?? {};
      expect(url).toMatch(/^rediss?:\/\/:\$\{REDIS_PASSWORD:[?-].*\}@redis:6379$/);
    }
    expect(plain.services.api?.environment?.REDIS_URL).toContain('REDIS_PASSWORD:?');
    const { redis } = services;
    expect(redis?.command?.slice(0, 2)).toEqual(['redis-server', '/run/secrets/redis-config']);
    expect(JSON.stringify(redis)).not.toContain('REDIS_PASSWORD');
  });
});

describe('the overlay for TLS', () => {
  test('changes services that there are', () => {
    const known = Object.keys(plain.services);
    expect(Object.keys(overlay.services).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('has every process check whom it speaks to, and no process speaks in the clear', () => {
    const processes = Object.entries(encrypted.services).filter(
      ([, { environment }]) => environment?.DATABASE_URL !== undefined,
    );
    expect(processes.map(([name]) => name).sort()).toEqual(['api', 'demo', 'migrations', 'worker']);
    for (const [name, { environment = {}, secrets }] of processes) {
      const urls = Object.entries(environment).filter(([key]) => key.endsWith('DATABASE_URL'));
      for (const [, url] of urls) {
        expect(url).toMatch(/\?sslmode=verify-full&sslrootcert=\/run\/secrets\/stores-ca$/);
        const inTheClear = Object.values(plain.services[name]?.environment ?? {});
        // The same login as without TLS; there a missing password is said in words.
        expect(inTheClear.map((plainUrl) => plainUrl.replace(/:\?[^}]*/, ':-'))).toContain(
          url.replace(/\?sslmode.*/, ''),
        );
      }
      if ('REDIS_URL' in environment) {
        expect(environment.REDIS_URL).toMatch(/^rediss:/);
        expect(environment.REDIS_TLS_CA).toBe('/run/secrets/stores-ca');
      }
      expect(secrets).toContain('stores-ca');
    }
    const hba = readFileSync(join(root, 'deploy/tls/pg_hba.conf'), 'utf8');
    expect(hba).not.toMatch(/^host(?:nossl)?\s/m);
    const redis = encrypted.services.redis?.command ?? [];
    expect(redis[redis.indexOf('--port') + 1]).toBe('0');
    expect(redis.slice(0, plain.services.redis?.command?.length)).toEqual(
      plain.services.redis?.command,
    );
  });
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-compose-'));
  mkdirSync(join(folder, 'deploy'));
  cpSync(join(root, 'deploy/make-env.sh'), join(folder, 'deploy/make-env.sh'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const inFolder = (path: string) => readFileSync(join(folder, path), 'utf8');
const passwordIn = (env: string) => /^REDIS_PASSWORD=([0-9a-f]{48})$/m.exec(env)?.[1];

/** An `.env` as an older version has written it, and what make-env.sh makes of it. */
function makeEnv(lines: string[]): { status: number | null; env: string } {
  rmSync(join(folder, 'deploy/secrets'), { recursive: true, force: true });
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
  return makeEnvAgain();
}
function makeEnvAgain() {
  const { status } = spawnSync('sh', [join(folder, 'deploy/make-env.sh')]);
  return { status, env: inFolder('.env') };
}

const OLDER = ['POSTGRES_PASSWORD=0a', 'CERTIFICATE_RECIPIENT=age1x'];
const LOGINS = ['API_DATABASE_PASSWORD=0b', 'WORKER_DATABASE_PASSWORD=0c'];

describe('make-env.sh', () => {
  test.each([
    ['without logins', OLDER],
    ['with logins', [...OLDER, ...LOGINS]],
    ['with the vault’s identity', [...OLDER, 'CERTIFICATE_IDENTITY=AGE-SECRET-KEY-1X']],
  ])('gives an .env %s a password of Redis, once', (_what, lines) => {
    const { status, env } = makeEnv(lines);
    expect(status).toBe(0);
    expect(env).toContain(OLDER.join('\n'));
    const password = passwordIn(env);
    expect(inFolder('deploy/secrets/redis-config')).toContain(` >${password} `);
    expect(statSync(join(folder, 'deploy/secrets')).mode & 0o777).toBe(0o700);
    expect(makeEnvAgain()).toEqual({ status: 1, env });
  });

  test('writes a password of Redis that was changed by hand where Redis reads it', () => {
    const { env } = makeEnv([...OLDER, ...LOGINS]);
    writeFileSync(join(folder, '.env'), env.replace(/^REDIS_PASSWORD=.*/m, 'REDIS_PASSWORD=0d'));
    expect(makeEnvAgain().status).toBe(0);
    expect(inFolder('deploy/secrets/redis-config')).toContain(' >0d ');
  });
});

const withRedis = hasRedisServer ? describe : describe.skip;
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

withRedis('Redis as compose starts it (needs redis-server: apt install redis-server)', () => {
  let server: ChildProcess | undefined;
  afterEach(async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = undefined;
  });

  /** Its own command, with the paths of the container found in the folder of the test. */
  async function start({ services, secrets }: Compose) {
    const { redis } = services;
    const port = await freePort();
    const here = (text: string) =>
      // What the entrypoint of the overlay copies.
      text
        .replace('/run/redis.key', '/run/secrets/redis-key')
        .replaceAll(/\/run\/secrets\/([\w-]+)/g, (_all, name: string) =>
          join(folder, secrets[name]?.file ?? 'nowhere'),
        );
    const [program = '', ...args] = (redis?.command ?? []).map((argument) =>
      argument === '6379' ? String(port) : argument === '/data' ? folder : here(argument),
    );
    const own = args.includes('--tls-port') ? [] : ['--port', String(port)];
    server = spawn(program, [...args, ...own, '--bind', '127.0.0.1'], { stdio: 'ignore' });
    const password = passwordIn(inFolder('.env')) ?? '';
    return {
      port,
      password,
      args: server.spawnargs,
      isHealthy: () => {
        const [, test = ''] = redis?.healthcheck?.test ?? [];
        const command = here(test.replaceAll('$$', '$')).replace(
          'redis-cli',
          `redis-cli -p ${port}`,
        );
        return spawnSync('sh', ['-c', command]).status === 0;
      },
    };
  }

  async function expectUsed(store: RedisStore): Promise<void> {
    const errors: Error[] = [];
    expect(await examineEvictionPolicy(store)).toBeNull();
    const waker = createWaker(store, (error) => errors.push(error));
    const listener = listening(store);
    await expectWakeUp(waker, () => listener.received());
    await waker.ping();
    const rates = openRedisStore(store);
    const counted = () => rates.add(randomUUID(), 1).catch(() => null);
    expect(await eventually(counted, (count) => count !== null)).toMatchObject({ calls: 1 });
    rates.close();
    await listener.close();
    await waker.close();
    expect([...errors, ...listener.errors]).toEqual([]);
  }

  test('asks for the password, and lets queue and rate limits do all that they do and no more', async () => {
    makeEnv(OLDER);
    const { port, password, args, isHealthy } = await start(plain);
    await eventually(
      () => Promise.resolve(isHealthy()),
      (healthy) => healthy,
    );
    expect(args.join(' ')).not.toContain(password);
    const url = `redis://:${password}@127.0.0.1:${port}`;
    await expectUsed({ url, prefix: 'fiscal' });

    const client = new Redis(url);
    for (const [command = '', ...rest] of [
      ['flushall'],
      ['keys', '*'],
      ['shutdown', 'nosave'],
      ['config', 'set', 'dir', '/'],
      ['replicaof', 'attacker.example', '6379'],
      ['acl', 'setuser', 'another'],
      ['monitor'],
    ]) {
      await expect(client.call(command, ...rest)).rejects.toThrow('NOPERM');
    }
    client.disconnect();
    const anonymous = new Redis(`redis://127.0.0.1:${port}`, { retryStrategy: () => null });
    const [refused] = (await once(anonymous, 'error')) as [Error];
    expect(refused.message).toContain('NOAUTH');
    anonymous.disconnect();
  });

  (hasOpenssl ? test : test.skip)(
    'over TLS proves itself with the certificates of the script',
    async () => {
      makeEnv(OLDER);
      const script = join(root, 'deploy/tls/make-certificates.sh');
      const certificates = join(folder, 'deploy/secrets/tls');
      const make = () => spawnSync('sh', [script, certificates, 'postgres', 'localhost']).status;
      expect(make()).toBe(0);
      const ca = inFolder('deploy/secrets/tls/ca.pem');
      const certificate = inFolder('deploy/secrets/tls/redis.pem');
      expect(make()).toBe(0);
      expect(inFolder('deploy/secrets/tls/ca.pem')).toBe(ca);
      expect(inFolder('deploy/secrets/tls/redis.pem')).not.toBe(certificate);
      const { port, password, isHealthy } = await start(encrypted);
      await eventually(
        () => Promise.resolve(isHealthy()),
        (healthy) => healthy,
      );
      const url = `rediss://:${password}@localhost:${port}`;
      await expectUsed({ url, prefix: 'fiscal', ca });
    },
  );
});
