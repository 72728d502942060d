// A sentinel of a test's own, which says that a Redis is the primary of the group `fiscal`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './private-redis.ts';

export interface PrivateSentinel {
  port: number;
  /** Connections to it stay, and nothing answers. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function privateSentinel(redisPort: number): Promise<PrivateSentinel> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor fiscal 127.0.0.1 ${redisPort} 1`,
  ];
  writeFileSync(file, settings.join('\n'));
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  return {
    port,
    freeze: () => void sentinel.kill('SIGSTOP'),
    thaw: () => void sentinel.kill('SIGCONT'),
    async close() {
      const ended = once(sentinel, 'exit');
      sentinel.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
