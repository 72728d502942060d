// The files that take longest come first, so that no worker ends long after the others: jest knows
// how long each took on this machine; where it does not, what starts the whole service is taken for
// longer.

import TestSequencer from '@jest/test-sequencer';

/** What would end long after everything else, were it begun as late as a file of its kind. */
const LONGEST = /every-page|invoice-life|render-pdf|schema\/validate-request/;

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => Number(LONGEST.test(path)) * 2 + Number(path.includes('/e2e/'));
    return super.sort(tests).toSorted((one, other) => rank(other) - rank(one));
  }
}
