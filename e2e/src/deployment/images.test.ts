// The images that are shipped: what is in each of them, that they say which version and commit they
// are, and that CI builds and scans them all.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { stageOf, stages } from './dockerfile.ts';
import { testWith } from '../processes/external-programs.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** As the head of the Dockerfile lists them. */
const TARGETS = [...read('deploy/Dockerfile').matchAll(/^# {3}([\w-]+) {2,}/gm)].map(
  ([, name = '']) => name,
);

test('everything has one version', () => {
  const manifests = globSync('{.,apps/*,packages/*,e2e,bench}/package.json', { cwd: ROOT });
  const versionOf = (text: string) => (JSON.parse(text) as { version: string }).version;
  const version = versionOf(read('package.json'));
  expect(manifests.length).toBeGreaterThan(10);
  expect(manifests.filter((path) => versionOf(read(path)) !== version)).toEqual([]);
  const chart = parse(read('deploy/helm/fiscal/Chart.yaml')) as Record<string, string>;
  expect(chart).toMatchObject({ version, appVersion: version });
  expect(/^## (.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

describe('deploy/Dockerfile', () => {
  test('lists stages that there are', () => {
    expect(TARGETS).toHaveLength(8);
    expect(TARGETS.filter((name) => stageOf(name) === '')).toEqual([]);
  });

  test('puts a browser into the images that print alone, and no compiler or testbed into any', () => {
    const withBrowser = TARGETS.filter((name) => /install .*chromium/.test(stageOf(name)));
    expect(withBrowser).toEqual(['worker', 'worker-print']);
    const built = TARGETS.filter((name) => /^(build|packages)\b|testbed/m.test(stageOf(name)));
    expect(built).toEqual([]);
  });

  test('puts the archive, which runs each night, into the image that the chart runs it in', () => {
    const chart = read('deploy/helm/fiscal/templates/archive.yaml');
    const [, image = ''] = /"image" "([\w-]+)"/.exec(chart) ?? [];
    const [, room = ''] = /"node" "(apps\/[\w-]+)\/dist\/main\.js"/.exec(chart) ?? [];
    const { name } = JSON.parse(read(`${room}/package.json`)) as { name: string };
    const isIn = (script: string) => new RegExp(`${script}( \\S+)* ${name}( |$)`, 'm');
    expect(stageOf(`${image}-packages`)).toMatch(isIn('install-packages.sh production'));
    expect(stageOf('build')).toMatch(isIn(`collect-built.sh ${image}`));
  });

  test('keeps every layer for another commit', () => {
    for (const name of ['api', 'worker', 'worker-fiscalize', 'worker-print']) {
      expect([name, stageOf(name)]).toEqual([
        name,
        expect.stringContaining('ARG COMMIT=unknown\nENV BUILD_COMMIT=${COMMIT}\n'),
      ]);
    }
    const behind = stages.flatMap((stage) => stage.split(/^ARG COMMIT/m).slice(1));
    expect(behind).toHaveLength(3);
    for (const text of behind) expect(text).not.toMatch(/^(COPY|RUN)/m);
  });
});

describe('build-images.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-images-'));
  const calls = join(folder, 'calls');
  const tree = join(folder, 'tree');
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example',
  };
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: tree, env, encoding: 'utf8' }).stdout.trim();
  const build = (...args: string[]) => {
    writeFileSync(calls, '');
    const script = join(tree, 'deploy/build-images.sh');
    const { status, stdout } = spawnSync('sh', [script, ...args], {
      env: { ...env, BASE_IMAGE: 'a-base' },
      encoding: 'utf8',
    });
    return { status, stdout, calls: readFileSync(calls, 'utf8').trim().split('\n') };
  };

  testWith('git')('tags and labels every image, and refuses what is not committed', () => {
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho built\necho "$*" >>${calls}\n`);
    chmodSync(join(folder, 'docker'), 0o755);
    mkdirSync(join(tree, 'deploy'), { recursive: true });
    cpSync(join(ROOT, 'deploy/build-images.sh'), join(tree, 'deploy/build-images.sh'));
    cpSync(join(ROOT, 'package.json'), join(tree, 'package.json'));
    git('init', '--quiet');
    git('add', '.');
    expect(build()).toMatchObject({ status: 1, stdout: '', calls: [''] });

    git('commit', '--quiet', '--message', 'A');
    const commit = git('rev-parse', 'HEAD');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const tag = `${version}-${commit.slice(0, 7)}`;
    const all = build();
    expect(all).toMatchObject({ status: 0, stdout: `FISCAL_VERSION=${tag}\n` });
    const expected = TARGETS.map((name) =>
      [
        `build --file deploy/Dockerfile --target ${name} --build-arg BASE_IMAGE=a-base`,
        `--build-arg COMMIT=${commit} --label org.opencontainers.image.version=${version}`,
        `--label org.opencontainers.image.revision=${commit}`,
        `--tag fiscal-${name}:${tag} --tag fiscal-${name}:latest .`,
      ].join(' '),
    );
    expect(all.calls.sort()).toEqual(expected.sort());
    expect(build('api').calls).toEqual(expected.filter((call) => call.includes('fiscal-api:')));
  });

  test('names what production runs: one variable leads to all of its images', () => {
    const { services } = parse(read('deploy/production/compose.yml')) as {
      services: Record<string, { image: string }>;
    };
    const own = Object.entries(services).filter(([, { image }]) => image.includes('fiscal-'));
    expect(own.map(([name]) => name)).toHaveLength(6);
    for (const [service, { image }] of own) {
      // Each with another role.
      const shared = { panel: 'api', 'worker-notify': 'worker-fiscalize' };
      const { [service]: name = service }: Record<string, string> = shared;
      const variable = `FISCAL_${name.replaceAll('-', '_').toUpperCase()}_IMAGE`;
      expect(image).toBe(`\${${variable}:-fiscal-${name}:\${FISCAL_VERSION:-latest}}`);
    }
  });
});

test('CI builds every image as it is released, and scans each', () => {
  const ci = read('.github/workflows/ci.yml');
  expect(ci).toMatch(/run: sh deploy\/build-images\.sh$/m);
  const scanned = [...ci.matchAll(/image: 'fiscal-([\w-]+)'/g)].map(([, name]) => name);
  expect(scanned.sort()).toEqual([...TARGETS].sort());
});
