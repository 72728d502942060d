// `npm test` as a person sees it at a terminal: what tests start knows nothing of the terminal, a
// hang ends, the line of progress names what still runs, and Ctrl-C shows what was counted. And how
// .ci/run reads that.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testWith } from './external-programs.ts';

// The whole of `npm test` is started within a test.
jest.setTimeout(300_000);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CI_RUN = readFileSync(join(ROOT, '.ci/run'), 'utf8');
/** Of the tests below, for the one that hangs. */
const LIMIT_MS = 3_000;

/** By the names of their files; jest puts `test` and `beforeAll` there. */
const FILES = {
  'child.test.mjs': `
    import { spawnSync } from 'node:child_process';
    beforeAll(() => new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS + 500})));
    test.each([undefined, process.env])('prints a number without colours', (env) => {
      const { stdout } = spawnSync(process.execPath, ['-e', 'console.log(1)'], { env });
      if (String(stdout) !== '1\\n') throw new Error(JSON.stringify(String(stdout)));
    }, 60_000);
    test.skip('lacks something (needs what is not there)', () => undefined);`,
  'hang.test.mjs': `test('never ends', () => new Promise(() => undefined));`,
  'still.long.test.mjs': `
    test('is over', () => undefined);
    test('never ends either', () => new Promise(() => undefined));`,
};

const folder = mkdtempSync(join(tmpdir(), 'fiscal-runner-'));
const config = join(folder, 'jest.config.json');

beforeAll(() => {
  // A path of this clone that the tests below have in theirs, so that the runner takes no other
  // tests.
  mkdirSync(join(folder, 'scripts/jest'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, 'scripts/jest', name), text);
  }
  const testEnvironment = join(ROOT, 'scripts/jest/environment.mjs');
  const testMatch = ['**/*.test.mjs'];
  const settings = { testEnvironment, testMatch, testTimeout: LIMIT_MS, transform: {} };
  writeFileSync(config, JSON.stringify(settings));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What .ci/run makes of a terminal's output. */
function plain(output: string): string {
  const [definition = ''] = /^plain\(\) \{\n[^]*?^\}$/m.exec(CI_RUN) ?? [];
  const args = ['-c', `${definition}\nplain`];
  return spawnSync('bash', args, { input: output, encoding: 'utf8' }).stdout;
}

testWith('script')('npm test at a terminal, ended by Ctrl-C', async () => {
  const command = `"${process.execPath}" scripts/test.mjs --config="${config}" scripts/jest`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ROOT,
    // jest asks these whether it may colour.
    env: { ...process.env, TERM: 'xterm-256color', CI: undefined, NO_COLOR: undefined },
  });
  let output = '';
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (isStopped || !/2 of 3 files, \d failed; still\.long/.test(output)) return;
    isStopped = true;
    child.stdin.write('\u0003');
  });
  const [code] = (await once(child, 'close')) as [number];

  expect(output).toContain('\u001b[1mFailed:');
  const lines = plain(output).split('\n');
  expect(code).toBe(130);
  expect(lines.filter((line) => /^ *✗ .*[\w/]\.test\.mjs/.test(line))).toEqual([
    expect.stringMatching(/hang\.test\.mjs$/),
    expect.stringMatching(/hang\.test\.mjs: never ends$/),
  ]);
  const still = lines.indexOf('  Still running:');
  expect(lines[still + 1]).toMatch(/^ {2}- .*\/still\.long\.test\.mjs$/);
  expect(lines[still + 2]).toBe('');
  expect(lines.at(-2)).toBe('3 passed, 1 failed, 1 skipped');
});

/** Notes whose modules it sees, and changes the process. */
const COUNTING = `
  import { appendFileSync } from 'node:fs';
  import { later, visits } from './visits.mjs';
  await later();
  test('sees the process as it was', () => {
    if (process.env.LEFT !== undefined) throw new Error('another file has changed it');
    process.env.LEFT = 'by this file';
    appendFileSync(new URL('visits.txt', import.meta.url), String(visits.push(1)));
  });`;

test('the files of a worker load a module once, unless they change clocks or functions', () => {
  const room = join(folder, 'counting');
  mkdirSync(room);
  const files = {
    'visits.mjs': "export const visits = []; export const later = () => import('./later.mjs');",
    'later.mjs': '',
    'one.test.mjs': COUNTING,
    'two.test.mjs': COUNTING,
    'with-clock.test.mjs': `${COUNTING}\n// jest.useFakeTimers()`,
    'jest.json': JSON.stringify({
      rootDir: room,
      testMatch: ['**/*.test.mjs'],
      transform: {},
      testEnvironment: join(ROOT, 'scripts/jest/environment.mjs'),
      runtime: join(ROOT, 'scripts/jest/runtime.mjs'),
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(room, name), text);
  const jestFile = createRequire(join(ROOT, 'package.json')).resolve('jest/bin/jest');
  const args = ['--experimental-vm-modules', jestFile, '-i', `--config=${join(room, 'jest.json')}`];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(stderr).toContain('3 passed, 3 total');
  expect(status).toBe(0);
  // The third is the only one that has the module for itself.
  expect(readFileSync(join(room, 'visits.txt'), 'utf8')).toMatch(/^(112|121)$/);
});

test('.ci/run starts npm test at a terminal, once, and brings what the tests need', () => {
  const runs = Array.from(CI_RUN.matchAll(/^ *run_tests (.*)$/gm), ([, script]) => script);
  expect(runs).toEqual(['test:nightly', 'test:day']);
  expect(CI_RUN).toContain('script -qec "$1"');
  expect(CI_RUN).toContain('  at_terminal "npm run --silent $1"\n');
  for (const program of ['git', 'script']) expect(CI_RUN).toContain(`\n  [${program}]=`);
});
