// The order of the test files. What starts a service of its own takes longest and comes first. What
// shares the running service of its jest worker comes last: the service starts with the first of
// them, and polls from then on. Among equals jest knows how long each took on this machine.

import { readFileSync } from 'node:fs';
import TestSequencer from '@jest/test-sequencer';

/** What would end long after everything else, were it begun as late as a file of its kind. */
const LONGEST = /every-page|invoice-life|render-pdf|schema\/validate-request/;
/** Without options it is the shared one: e2e/src/service/running-service.ts. */
const SHARES_SERVICE = /\b(?:open|start)(?:Panel|Service)\(\);/;

function rankOf({ path }) {
  if (LONGEST.test(path)) return 3;
  if (!path.includes('/e2e/')) return 1;
  return SHARES_SERVICE.test(readFileSync(path, 'utf8')) ? 0 : 2;
}

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const ranks = new Map(tests.map((test) => [test, rankOf(test)]));
    return super.sort(tests).toSorted((one, other) => ranks.get(other) - ranks.get(one));
  }
}
