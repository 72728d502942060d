// What is pinned must be watched, or it stays as old as it is. The service of the repository's host
// does the watching; that it does so, these files say.

import { describe, expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
/** Without its comments, which promise nothing. */
const readSettings = (path) => read(path).replaceAll(/^\s*#.*\n/gm, '');

const WORKFLOWS = readdirSync(join(root, '.github/workflows'));

describe('published weaknesses of packages', () => {
  const audit = readSettings('.github/workflows/audit.yml');

  test('are looked for on each push to main, each pull request and every night', () => {
    expect(audit).toMatch(/^on:\n {2}push:\n {4}branches: \[main\]\n {2}pull_request:\n/m);
    expect(audit).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \*'\n/m);
  });

  test('end the run where one is high or critical and what is shipped has it', () => {
    const [command = ''] = /- run: >-\n(?: {10}.*\n)+/.exec(audit) ?? [];
    expect(command.replaceAll(/\s+/g, ' ')).toContain('audit --prod --audit-level=high');
    // In the version that the lockfile was written with.
    expect(command).toContain(`"$(node -p "require('./package.json').packageManager")"`);
    expect(audit).not.toMatch(/continue-on-error|ignore-registry-errors|\|\|/);
  });

  test('are no part of what passes on a machine that reaches a registry of packages alone', () => {
    expect(read('.ci/run')).not.toMatch(/\baudit --/);
  });
});

describe('new versions', () => {
  const [, ...watched] = readSettings('.github/dependabot.yml').split(
    /^ {2}- package-ecosystem: /m,
  );
  const kindOf = (entry) => entry.split('\n')[0];

  test('are looked for of packages, actions and images', () => {
    expect(watched.map(kindOf).sort()).toEqual([
      'docker',
      'docker-compose',
      'github-actions',
      'npm',
    ]);
  });

  test.each(watched.map((entry) => [kindOf(entry), entry]))(
    'of %s come once a week, in one pull request',
    (kind, entry) => {
      expect(entry).toMatch(/^ {6}interval: weekly$/m);
      expect(entry).toMatch(/^ {8}patterns: \['\*'\]$/m);
      const [, directory = ''] = /^ {4}directory: (\S+)$/m.exec(entry) ?? [];
      const file = {
        npm: 'pnpm-lock.yaml',
        docker: 'Dockerfile',
        'docker-compose': 'docker-compose.yml',
        'github-actions': '.github/workflows',
      }[kind];
      expect(existsSync(join(root, directory, file))).toBe(true);
    },
  );
});

describe('what is fetched', () => {
  test.each(WORKFLOWS)('by the actions of %s is pinned by commit', (workflow) => {
    const uses = [...read(join('.github/workflows', workflow)).matchAll(/uses: (.*)/g)];
    expect(uses.length).toBeGreaterThan(0);
    for (const [, action] of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v/);
  });

  test('as the base of our images is the one that is watched, by its digest', () => {
    const [, watched] = /^FROM (node:\S+@sha256:[0-9a-f]{64})$/m.exec(
      read('deploy/base-image/Dockerfile'),
    ) ?? [null, 'no image'];
    expect(read('deploy/Dockerfile')).toContain(`ARG BASE_IMAGE=${watched}\n`);
    expect(read('docker-compose.yml')).toContain(`BASE_IMAGE: '\${BASE_IMAGE:-${watched}}'`);
  });

  test('by compose is pinned by digest', () => {
    const images = [...read('docker-compose.yml').matchAll(/^ {4}image: (.*)$/gm)]
      .map(([, image]) => image)
      .filter((image) => !image.startsWith('fiscal-'));
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(/:-[\w:]+@sha256:[0-9a-f]{64}\}$/);
  });
});
