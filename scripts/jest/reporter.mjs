// What `npm test` shows while jest runs: one line of progress with the files that still run, each
// failure as soon as its file has ended, and every test by name where only a file or two were asked
// for. What was counted goes into the file SUMMARY_FILE all the time, so that it is known however
// the run ends.

import { renameSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { line, step } from '../bootstrap/terminal.mjs';

/** Up to so many files, each test is shown by name. */
const FEW_FILES = 2;
const MARKS = { passed: '✓', failed: '✗' };
const WRITE_EVERY_MS = 500;

export default class Reporter {
  /** What is known of each file that was begun, by its path; `isOver` when it has ended. */
  #files = new Map();
  #total = 0;
  #progress = step('tests');
  #writing;

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
    this.#update();
    this.#writing = setInterval(() => this.#write(false), WRITE_EVERY_MS);
    this.#writing.unref();
  }

  onTestFileStart({ path }) {
    this.#files.set(path, { file: relative(process.cwd(), path), tests: [], isOver: false });
    this.#update();
  }

  onTestCaseResult({ path }, test) {
    this.#files.get(path)?.tests.push(test);
    this.#update();
    if (test.status === 'failed') this.#write(false);
  }

  onTestFileResult({ path }, { testResults, testExecError, failureMessage, console: said }) {
    const file = relative(process.cwd(), path);
    this.#files.set(path, { file, tests: testResults, testExecError, isOver: true });
    this.#progress.above(() => {
      if (this.#total <= FEW_FILES) showTests(file, testResults);
      if (failureMessage) showFailure(file, failureMessage, said ?? []);
    });
    this.#update();
    this.#write(false);
  }

  onRunComplete() {
    this.#progress.done();
    clearInterval(this.#writing);
    this.#write(true);
  }

  #update() {
    const files = [...this.#files.values()];
    const failed = files.reduce((sum, each) => sum + failuresOf(each).length, 0);
    const ended = files.filter(({ isOver }) => isOver).length;
    // In the order in which they were begun: what hangs comes first.
    const running = runningOf(files).map((file) => basename(file).replace(/\.test\.\w+$/, ''));
    const words = `${ended} of ${this.#total} files, ${failed} failed`;
    this.#progress.update(running.length > 0 ? `${words}; ${running.join(', ')}` : words);
  }

  // In one step, because the reader may end the process at any time.
  #write(isOver) {
    const file = process.env.SUMMARY_FILE;
    writeFileSync(`${file}.part`, JSON.stringify(summaryOf([...this.#files.values()], isOver)));
    renameSync(`${file}.part`, file);
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

function summaryOf(files, isOver) {
  const tests = files.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })));
  const skippedTests = tests.filter(({ status }) => status === 'pending' || status === 'todo');
  const skipped = new Map();
  for (const { file, ancestorTitles, title } of skippedTests) {
    // What is needed stands in the name of the suite, or in that of the test itself.
    const name = title.includes('(needs ') ? title : ancestorTitles.join(' › ') || title;
    const key = `${file}\n${name}`;
    skipped.set(key, (skipped.get(key) ?? 0) + 1);
  }
  const failures = files.flatMap(failuresOf);
  return {
    isOver,
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: skippedTests.length,
    suites: [...skipped].map(([key, tests]) => {
      const [file, name] = key.split('\n');
      return { file, name, tests };
    }),
    failures,
    running: runningOf(files),
  };
}

function runningOf(files) {
  return files.filter(({ isOver }) => !isOver).map(({ file }) => file);
}

function failuresOf({ file, tests, testExecError }) {
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ file, name: fullName, words: failureMessages[0] }));
  // A file that could not even be loaded has no tests to count, and is a failure all the same.
  if (testExecError) {
    failed.push({ file, name: 'could not be run', words: testExecError.message });
  }
  return failed;
}
