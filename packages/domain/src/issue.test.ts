import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ISSUE_CODES } from './issue.ts';

test('every declared issue code is reported by a rule, and the list is sorted', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'issue.ts')
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    .join('\n');
  expect(ISSUE_CODES.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  expect([...ISSUE_CODES].sort()).toEqual(ISSUE_CODES);
});
