// A reporter for jest that writes what `npm test` tells at its end into the file SUMMARY_FILE: the
// counts, and what was skipped by name. Prints nothing itself.

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class JestSummary {
  onRunComplete(_contexts, results) {
    const root = process.cwd();
    const skipped = new Map();
    for (const { testFilePath, testResults } of results.testResults) {
      for (const { status, ancestorTitles, title } of testResults) {
        if (status !== 'pending' && status !== 'todo') continue;
        const key = `${relative(root, testFilePath)}\n${ancestorTitles.join(' › ') || title}`;
        skipped.set(key, (skipped.get(key) ?? 0) + 1);
      }
    }
    const summary = {
      passed: results.numPassedTests,
      // A file that could not even be loaded has no tests to count, and is a failure all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      suites: [...skipped].map(([key, tests]) => {
        const [file, name] = key.split('\n');
        return { file, name, tests };
      }),
    };
    writeFileSync(process.env.SUMMARY_FILE, JSON.stringify(summary));
  }
}
