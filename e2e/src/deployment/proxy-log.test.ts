// What the shipped proxy logs of a call: the real Caddy, with production's Caddyfile.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@fiscal/testbed';
import { expect } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';

const CADDYFILE = new URL('../../../deploy/production/Caddyfile', import.meta.url);

testWith('caddy')(
  'no line of the proxy carries a query or a header, whether or not a call succeeds',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-proxy-'));
    const [port, healthPort] = [await freePort(), await freePort()];
    const config = join(folder, 'Caddyfile');
    writeFileSync(config, readFileSync(CADDYFILE, 'utf8').replace(':2020', `:${healthPort}`));
    const { PATH } = process.env;
    const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      env: { PATH, HOME: folder, FISCAL_HOST: `http://127.0.0.1:${port}` },
    });
    let log = '';
    for (const output of [proxy.stdout, proxy.stderr]) output.on('data', (part) => (log += part));
    const ended = once(proxy, 'exit');
    try {
      const url = `http://127.0.0.1:${port}`;
      const secrets = ['Authorization', 'Cookie', 'X-Csrf-Token', 'X-Another'];
      const headers = Object.fromEntries(secrets.map((name) => [name, `secret-${name}`]));
      const isUp = () =>
        fetch(`http://127.0.0.1:${healthPort}`).then(
          () => true,
          () => false,
        );
      while (proxy.exitCode === null && !(await isUp())) await sleep(50);
      const refused = await fetch(`${url}/metrics?buyer=secret-name`, { headers });
      // No API is there.
      const failed = await fetch(`${url}/admin/api/people?search=secret-name`, { headers });
      expect([refused.status, failed.status]).toEqual([404, 503]);
    } finally {
      proxy.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as { logger?: string; request?: object });
    const ofCalls = logged.filter(({ request }) => request);
    expect(ofCalls.map(({ logger }) => logger?.split('.')[2]).sort()).toEqual([
      'access',
      'access',
      'error',
    ]);
    expect(log).not.toContain('secret-');
    for (const call of ofCalls) expect(JSON.stringify(call)).not.toMatch(/headers/i);
  },
);
