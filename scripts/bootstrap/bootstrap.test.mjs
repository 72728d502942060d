// The parts of the bootstrap that decide something. That the whole works on a bare machine is tried
// where there is one: .ci/run.

import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from './failure.mjs';
import { installEnvironment, installProgress } from './install.mjs';
import { releaseLock, takeLock } from './run-lock.mjs';

const facts = { root: tmpdir(), command: 'npm start', pnpm: '1.2.3', logFile: '.run/logs/x.log' };

describe('a failed installation', () => {
  test.each([
    ['npm error code ENOTFOUND registry', /registry does not respond. Check the network/],
    ['ERR_PNPM_META_FETCH_FAIL GET https://…', /registry does not respond/],
    ['ENOSPC: no space left on device, write', /The disk is full/],
    ["EACCES: permission denied, mkdir '/home/x/.npm'", /cannot be written. Check who owns/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['ERR_PNPM_OUTDATED_LOCKFILE', /npx -y pnpm@1.2.3 install and commit the lockfile/],
  ])('with %s ends in a sentence that says what to do', (output, sentence) => {
    const { message } = explain('Installing', output, facts);
    expect(message).toMatch(sentence);
    expect(message).not.toMatch(/COMMAND|PNPM\b/);
  });

  test('of an unknown cause names its log', () => {
    expect(explain('Installing', 'boom', facts).message).toBe(
      'Installing failed; the end of .run/logs/x.log says why.',
    );
  });

  test('on a full disk is not taken for a missing permission', () => {
    const both = 'EACCES: permission denied\nENOSPC: no space left on device';
    expect(explain('Installing', both, facts).message).toMatch(/disk is full/);
  });
});

describe('the environment of the installation', () => {
  test('keeps the registry and the proxy, and nothing else that npm has set for its script', () => {
    const environment = installEnvironment({
      PATH: '/bin',
      npm_config_registry: 'https://mirror.example',
      npm_config_https_proxy: 'http://proxy',
      npm_config_prefix: '/usr',
      npm_config_nodedir: '/x',
      npm_package_name: 'x',
      npm_lifecycle_event: 'start',
      NODE_OPTIONS: '--inspect',
      INIT_CWD: '/x',
    });
    expect(environment).toMatchObject({
      PATH: expect.stringMatching(/:\/bin$/),
      npm_config_registry: 'https://mirror.example',
      npm_config_https_proxy: 'http://proxy',
      CI: 'true',
    });
    const gone = ['npm_config_prefix', 'npm_config_nodedir', 'npm_package_name', 'NODE_OPTIONS'];
    for (const name of gone) expect(environment).not.toHaveProperty(name);
  });
});

describe('the progress of the installation', () => {
  test('is read from the report of pnpm', () => {
    const row = 'Progress: resolved 655, reused 100, downloaded 412, added 300';
    expect(installProgress(row)).toBe('512 of 655 packages');
    expect(installProgress('Progress: resolved 0, reused 0, downloaded 0, added 0')).toBe(
      undefined,
    );
    expect(installProgress('Done in 3 s')).toBe(undefined);
  });
});

describe('the lock of a run', () => {
  const inFolder = async (use) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-lock-'));
    try {
      await use(join(folder, 'start.lock'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('is held by one process until that gives it back', async () => {
    await inFolder(async (file) => {
      const script = 'setInterval(() => {}, 1000) // scripts/start.mjs';
      const owner = spawn(process.execPath, ['-e', script]);
      writeFileSync(file, `${owner.pid}\n`);
      expect(takeLock(file)).toBe(owner.pid);
      releaseLock(file);
      expect(existsSync(file)).toBe(true);
      owner.kill();
      await new Promise((resolve) => owner.once('exit', resolve));
      expect(takeLock(file)).toBe(null);
      expect(Number(readFileSync(file, 'utf8'))).toBe(process.pid);
      releaseLock(file);
      expect(existsSync(file)).toBe(false);
    });
  });

  test('of a process whose number was used again by another program is taken over', async () => {
    await inFolder((file) => {
      writeFileSync(file, '1\n');
      expect(takeLock(file)).toBe(null);
    });
  });
});

// Both commands as npm runs them, with a program in the place of the service that notes how it
// ends.
describe.each(['start', 'test'])('npm %s', (name) => {
  const bootstrap = import.meta.dirname;
  const { scripts } = JSON.parse(readFileSync(resolve(bootstrap, '../../package.json'), 'utf8'));
  const service = `
    process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300));
    setInterval(() => undefined, 1_000);
    process.stdout.write('ready');`;
  const script = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { listenForInterrupt } from '${bootstrap}/interrupt.mjs';
    const interrupt = listenForInterrupt();
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(service)}], { detached: true });
    interrupt.guard(child, { politely: true, graceMs: 20_000 });
    child.stdout.once('data', () => process.stdout.write('is ready'));
    child.once('exit', (code) => {
      writeFileSync('ended', \`\${code} \${interrupt.exitCode()}\`);
      process.exit(interrupt.exitCode());
    });`;

  test.each([
    ['SIGTERM', '0 143', true],
    ['SIGHUP', '0 129', false],
    ['SIGKILL', '0 129', false],
  ])('ends what it has started when npm gets %s', async (signal, ended, isWaitedFor) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-npm-'));
    try {
      mkdirSync(join(folder, 'scripts'));
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
      writeFileSync(join(folder, `scripts/${name}.mjs`), script);
      const npm = spawn('npm', [name], { cwd: folder, detached: true });
      let output = '';
      npm.stdout.on('data', (chunk) => (output += chunk));
      while (!output.includes('is ready')) await once(npm.stdout, 'data');
      npm.kill(signal);
      await once(npm, 'exit');
      const file = join(folder, 'ended');
      // npm itself waits where it passes the signal on.
      expect(isWaitedFor && !existsSync(file)).toBe(false);
      while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20);
      expect(readFileSync(file, 'utf8')).toBe(ended);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
