// The end of `npm test`: what was skipped, by names that say what the suite needs; what still ran
// when it was stopped; what failed; and the counts.

import { bold, dim, line, red } from '../../../../scripts/bootstrap/terminal.mjs';

/** What the reporter of jest has counted. */
export interface TestSummary {
  /** Whether jest came to its end; else the rest is what was counted until then. */
  isOver: boolean;
  passed: number;
  failed: number;
  skipped: number;
  /** Suites with skipped tests, with how many. */
  suites: { file: string; name: string; tests: number }[];
  /** Each failed test with the beginning of what it said. */
  failures: { file: string; name: string; words: string }[];
  /** The files that were begun and had not ended, first begun first. */
  running: string[];
}

/** A failure is shown whole where it happened; its repetition at the end is only this long. */
const SHOWN_LINES = 12;

/**
 * Shows what was skipped, what still ran and what failed; the last line is `N passed, N failed, N
 * skipped`.
 */
export function showSummary(summary: TestSummary): void {
  if (summary.suites.length > 0) {
    line();
    line(bold('Skipped, because this machine lacks what its name says:'));
    for (const { file, name, tests } of summary.suites) {
      line(`- ${name}`);
      line(dim(`    ${String(tests)} in ${file}`));
    }
  }
  if (summary.running.length > 0) {
    line();
    line(bold('Still running:'));
    for (const file of summary.running) line(`- ${file}`);
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
