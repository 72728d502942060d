// Which Node the processes need: each says it in one sentence, before it does anything else, and
// whatever its modules need of Node. The bootstrap, `npm start` and `npm test`, needs less.

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const OLD = '20.20.2';

/** What is started by hand or by a deployment, with what it calls itself. */
const ENTRIES = [
  ['apps/api/src/main.ts', 'The API'],
  ['apps/api/src/doctor.ts', 'The doctor of the API'],
  ['apps/archive/src/main.ts', 'The archive'],
  ['apps/worker/src/main.ts', 'The worker'],
  ['apps/worker/src/doctor.ts', 'The doctor of a worker'],
  ['apps/efi-simulator/src/main.ts', 'The simulator'],
  ['packages/db/src/command.ts', 'The command of the database'],
] as const;

const sentence = (what: string, node: string) =>
  `${what} needs Node 24 or newer and this is ${node}: ` +
  'use node_modules/.bin/node, which npm start installs, or one of nodejs.org.\n';

const folder = mkdtempSync(join(tmpdir(), 'fiscal-node-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The first older Node on the PATH; undefined where there is none. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((program) => {
    const args = ['-p', 'process.versions.node'];
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
    return status === 0 && Number.parseInt(stdout, 10) < 24;
  });

test('every process that the operator’s guide names is one of them', () => {
  const named = [...read('docs/operators-guide.md').matchAll(/`node (\S+)\/dist\/(\w+)\.js/g)];
  const entries = new Set(named.map(([, room, file]) => `${room}/src/${file}.ts`));
  expect([...entries].sort()).toEqual(ENTRIES.map(([entry]) => entry).sort());
});

test.each(ENTRIES)('%s says which Node it needs, and nothing else', (entry, what) => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '${OLD}' } })`;
  const args = ['--conditions=source', `--import=data:text/javascript,${older}`, join(ROOT, entry)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: sentence(what, OLD),
  });
});

// A module that names what an older Node lacks fails before anything is run, so no entry may import
// one.
const onOldNode = oldNode === undefined ? test.skip : test;
onOldNode('an older Node itself gets no further (needs a Node before 24 on the PATH)', () => {
  const runtime = join(folder, 'node_modules/@fiscal/runtime');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const javascript = (path: string) => stripTypeScriptTypes(read(path));
  write(join(runtime, 'node-version.mjs'), javascript('packages/runtime/src/node-version.ts'));
  const exports = { './node-version': './node-version.mjs' };
  write(join(runtime, 'package.json'), JSON.stringify({ exports }));
  const said = ENTRIES.map(([entry]) => {
    const file = join(folder, 'entry.mjs');
    write(file, javascript(entry));
    return spawnSync(oldNode!, [file], { encoding: 'utf8' }).stderr;
  });
  const version = spawnSync(oldNode!, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout;
  expect(said).toEqual(ENTRIES.map(([, what]) => sentence(what, version.trim())));
});

test('the manifests say the same, and CI starts the bootstrap on the oldest Node that it allows', () => {
  const rooms = globSync('{apps,packages}/*/package.json', { cwd: ROOT });
  const needs = (path: string) =>
    (JSON.parse(read(path)) as { engines?: { node: string } }).engines?.node;
  // Their code runs in browsers and at shops.
  const elsewhere = ['apps/admin/package.json', 'packages/client/package.json'];
  const ours = rooms.filter((path) => !elsewhere.includes(path));
  expect(ours.map((path) => [path, needs(path)])).toEqual(ours.map((path) => [path, '>=24']));
  expect(needs('package.json')).toBe('>=20');
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<string, { steps: { run?: string; with?: Record<string, unknown> }[] }>;
  };
  const { steps } = jobs.run!;
  expect(steps.some(({ run }) => run === 'bash .ci/run')).toBe(true);
  expect(steps.flatMap((step) => step.with?.['node-version'] ?? [])).toEqual([20]);
});
