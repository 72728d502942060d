// What `npm test` shows while jest runs: one line of progress, each failure
// as soon as its file has ended, and every test by name where only a file or two were asked for. The
// counts for the end, with what was skipped by name, go into the file SUMMARY_FILE.

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { line, step } from '../bootstrap/terminal.mjs';

/** Up to so many files, each test is shown by name. */
const FEW_FILES = 2;
const MARKS = { passed: '✓', failed: '✗' };

export default class Reporter {
  #ended = 0;
  #progress = step('tests');

  onRunStart(counts) {
    this.#update(counts);
  }

  onTestFileResult({ path }, { testResults, failureMessage, console: said }, counts) {
    this.#ended += 1;
    this.#progress.above(() => {
      const file = relative(process.cwd(), path);
      if (counts.numTotalTestSuites <= FEW_FILES) showTests(file, testResults);
      if (failureMessage) showFailure(file, failureMessage, said ?? []);
    });
    this.#update(counts);
  }

  onRunComplete(_contexts, results) {
    this.#progress.done();
    writeFileSync(process.env.SUMMARY_FILE, JSON.stringify(summaryOf(results)));
  }

  #update({ numTotalTestSuites, numPassedTests, numFailedTests }) {
    this.#progress.update(
      `${this.#ended} of ${numTotalTestSuites} files, ` +
        `${numPassedTests} passed, ${numFailedTests} failed`,
    );
  }
}

function showTests(file, testResults) {
  line(file);
  for (const { status, ancestorTitles, title, duration } of testResults) {
    const name = [...ancestorTitles, title].join(' › ');
    line(`  ${MARKS[status] ?? '○'} ${name}${duration ? ` (${Math.round(duration)} ms)` : ''}`);
  }
}

// A failure is shown with what the test's process wrote, which often says why.
function showFailure(file, failureMessage, said) {
  line(`✗ ${file}`);
  process.stdout.write(`${failureMessage}\n`);
  for (const { type, message } of said) process.stdout.write(`console.${type}: ${message}\n`);
}

function summaryOf(results) {
  const skipped = new Map();
  for (const { testFilePath, testResults } of results.testResults) {
    for (const { status, ancestorTitles, title } of testResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      // What is needed stands in the name of the suite, or in that of the test itself.
      const name = title.includes('(needs ') ? title : ancestorTitles.join(' › ') || title;
      const key = `${relative(process.cwd(), testFilePath)}\n${name}`;
      skipped.set(key, (skipped.get(key) ?? 0) + 1);
    }
  }
  return {
    passed: results.numPassedTests,
    // A file that could not even be loaded has no tests to count, and is a failure all the same.
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    skipped: results.numPendingTests + results.numTodoTests,
    suites: [...skipped].map(([key, tests]) => {
      const [file, name] = key.split('\n');
      return { file, name, tests };
    }),
    failures: results.testResults.flatMap(failuresOf),
  };
}

function failuresOf({ testFilePath, testResults, testExecError }) {
  const file = relative(process.cwd(), testFilePath);
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ file, name: fullName, words: failureMessages[0] }));
  if (testExecError) {
    failed.push({ file, name: 'could not be run', words: testExecError.message });
  }
  return failed;
}
