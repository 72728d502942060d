// The files that take longest come first, so that no worker ends long after the others.

import TestSequencer from '@jest/test-sequencer';
import { planRun } from './durations.mjs';

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const byPath = new Map(tests.map((test) => [test.path, test]));
    return planRun(byPath.keys()).map((path) => byPath.get(path));
  }
}
