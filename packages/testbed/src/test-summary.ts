// The end of `npm test`: what was skipped, by name, with the way to get it; what failed; and the
// counts. What a suite needs stands in its name; here is only how to get it.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bold, dim, line, red } from '../../../scripts/bootstrap/terminal.mjs';
import { ROOT } from './folders.ts';

/** What the reporter of jest has counted. */
export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  /** Suites with skipped tests, with how many. */
  suites: { file: string; name: string; tests: number }[];
  /** Each failed test with the beginning of what it said. */
  failures: { file: string; name: string; words: string }[];
}

/** A failure is shown whole where it happened; its repetition at the end is only this long. */
const SHOWN_LINES = 12;

interface Need {
  /** How it is called in the names of suites. */
  words: RegExp;
  isThere: () => boolean;
  wayToGet: string;
}

const program = (words: RegExp, name: string, debianPackage: string): Need => ({
  words,
  isThere: () => isOnPath(name),
  wayToGet: `apt install ${debianPackage}`,
});

const needs: readonly Need[] = [
  {
    words: /reference data|\.\.\/shared/i,
    isThere: () => existsSync(join(ROOT, '../shared/efi')),
    wayToGet: 'lay the reference data beside the project, as ../shared',
  },
  program(/xmlsec1/i, 'xmlsec1', 'xmlsec1'),
  program(/xmllint/i, 'xmllint', 'libxml2-utils'),
  program(/redis/i, 'redis-server', 'redis-server'),
  program(/openssl/i, 'openssl', 'openssl'),
];

/** How to get what a skipped suite needs and this machine lacks, from the suite's name. */
export function wayToGet(name: string, isMissing = (need: Need) => !need.isThere()): string {
  const ways = needs.filter((need) => need.words.test(name) && isMissing(need));
  return ways.length > 0
    ? ways.map((need) => need.wayToGet).join('; ')
    : 'its name says what it needs';
}

/** Tells what was skipped and what failed; the last line is `N passed, N failed, N skipped`. */
export function tellSummary(summary: TestSummary): void {
  if (summary.suites.length > 0) {
    line();
    line(bold('Skipped, and how to get it:'));
    for (const { file, name, tests } of summary.suites) {
      line(`- ${name}`);
      line(dim(`    ${String(tests)} in ${file}: ${wayToGet(name)}`));
    }
  }
  if (summary.failures.length > 0) {
    line();
    line(bold('Failed:'));
    for (const { file, name, words } of summary.failures) {
      line(`${red('✗')} ${file}: ${name}`);
      for (const said of words.split('\n').slice(0, SHOWN_LINES)) line(dim(`    ${said}`));
    }
  }
  line();
  const { passed, failed, skipped } = summary;
  process.stdout.write(
    `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped\n`,
  );
}

function isOnPath(name: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}
