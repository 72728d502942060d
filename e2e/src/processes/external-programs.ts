import { spawnSync } from 'node:child_process';
import { test } from '@jest/globals';

/** Debian's package of each program that some tests need. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  xmllint: 'libxml2-utils',
  promtool: 'prometheus',
  script: 'bsdutils',
};

type Testing = (name: string, run: () => Promise<void> | void) => void;

/**
 * `test` where all programs are there; else a test that is skipped by name, with the way to them.
 */
export function testWith(...programs: string[]): Testing {
  const missing = programs.filter((program) => spawnSync(program, ['--version']).error);
  if (missing.length === 0) return test;
  const packages = new Set(missing.map((program) => PACKAGE_OF[program] ?? program));
  // No package of Debian has helm.
  const way = missing.includes('helm')
    ? 'needs helm: .ci/run installs it for itself'
    : `needs ${missing.join(', ')}: apt install ${[...packages].join(' ')}`;
  return (name, run) => {
    test.skip(`${name} (${way})`, run);
  };
}
