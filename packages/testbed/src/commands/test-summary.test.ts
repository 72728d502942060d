import { expect, jest, test } from '@jest/globals';
import { showSummary } from './test-summary.ts';

test('the end of a run repeats every failure, and closes with the counts', () => {
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const running = ['c.test.ts'];
  const failure = { file: 'a.test.ts', name: 'adds up', words: 'Expected: 2\nReceived: 3' };
  const suite = { file: 'b.test.ts', name: 'a receipt (needs ../shared/efi)', tests: 2 };
  const counted = { isOver: false, passed: 4, failed: 1, skipped: 2 };
  showSummary({ ...counted, suites: [suite], failures: [failure], running });
  write.mockRestore();
  const lines = written.join('').split('\n');
  const said = ['a.test.ts: adds up', 'Received: 3', 'needs ../shared', '2 in b.test.ts'];
  for (const words of [...said, 'Still running:', '- c.test.ts']) {
    expect(lines.some((line) => line.includes(words))).toBe(true);
  }
  expect(lines.slice(-2)).toEqual(['4 passed, 1 failed, 2 skipped', '']);
});
