// A real store that speaks S3, for tests: OpenStack Swift with its S3 API, which verifies
// signatures and digests. All of its servers run on this machine and keep everything in one folder.

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { eventually, freePort } from '@fiscal/testbed';

/** Null where all programs are there; else how to get them. */
export const whyNoS3Server = ['swift-proxy-server', 'swift-object-server', 'swift-container-server']
  .concat('swift-account-server', 'swift-ring-builder')
  .some((program) => spawnSync(program, ['--help']).error)
  ? 'needs Swift: apt install swift-proxy swift-account swift-container swift-object'
  : null;

export const S3_KEYS = { accessKey: 'fiscal:store', secretKey: 'a-secret-of-the-tests' } as const;
export const S3_REGION = 'us-east-1';

export interface S3Server {
  /** Endpoint and bucket. */
  url: string;
  /**
   * Stops the server process, and lets it go on: connections are taken and nothing responds.
   */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const SERVERS = ['account', 'container', 'object'] as const;

/** Resolves when it responds, and has a bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-s3-'));
  mkdirSync(join(folder, 'disk/d1'), { recursive: true });
  const start = (name: string, settings: string[]) => {
    const file = join(folder, `${name}-server.conf`);
    writeFileSync(file, settings.join('\n'));
    return spawn(`swift-${name}-server`, [file], { stdio: 'ignore' });
  };
  const stores: ChildProcess[] = [];
  for (const name of SERVERS) {
    const port = await freePort();
    for (const step of [
      ['create', '1', '1', '0'],
      ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
      ['rebalance'],
    ]) {
      spawnSync('swift-ring-builder', [join(folder, `${name}.builder`), ...step]);
    }
    stores.push(
      start(name, [
        ...defaults(folder, port),
        `devices = ${join(folder, 'disk')}`,
        'mount_check = false',
        '[pipeline:main]',
        `pipeline = ${name}-server`,
        `[app:${name}-server]`,
        `use = egg:swift#${name}`,
      ]),
    );
  }
  const port = await freePort();
  const proxy = start('proxy', [...defaults(folder, port), ...PROXY]);
  const url = `http://127.0.0.1:${port}/fiscal`;
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = S3_KEYS;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', retries: 0 });
  const makeBucket = () => client.fetch(url, { method: 'PUT' }).catch(() => null);
  await eventually(makeBucket, (response) => response?.ok === true);
  return {
    url,
    freeze: () => void proxy.kill('SIGSTOP'),
    thaw: () => void proxy.kill('SIGCONT'),
    async close() {
      for (const server of [proxy, ...stores]) {
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function defaults(folder: string, port: number): string[] {
  return [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    'workers = 0',
    `swift_dir = ${folder}`,
    `user = ${userInfo().username}`,
  ];
}

const PROXY = [
  '[pipeline:main]',
  'pipeline = catch_errors cache s3api tempauth copy dlo proxy-server',
  '[app:proxy-server]',
  'use = egg:swift#proxy',
  'account_autocreate = true',
  '[filter:catch_errors]',
  'use = egg:swift#catch_errors',
  // There is none; everything is looked up.
  '[filter:cache]',
  'use = egg:swift#memcache',
  'memcache_servers = 127.0.0.1:1',
  '[filter:s3api]',
  'use = egg:swift#s3api',
  `location = ${S3_REGION}`,
  // Processes of some tests have another calendar.
  `allowable_clock_skew = ${30 * 24 * 3_600}`,
  '[filter:tempauth]',
  'use = egg:swift#tempauth',
  `user_${S3_KEYS.accessKey.replace(':', '_')} = ${S3_KEYS.secretKey} .admin`,
  '[filter:copy]',
  'use = egg:swift#copy',
  '[filter:dlo]',
  'use = egg:swift#dlo',
];
