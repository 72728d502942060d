// The worked examples of CONTRIBUTING.md name files and words in them; a newcomer finds each of
// them.

import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const ROW = /^\| `([^`]+)` +\| `([^`]+)` +\|/gm;
const rows = [...read('CONTRIBUTING.md').matchAll(ROW)].map(([, file, word]) => [file, word]);

test('CONTRIBUTING.md has worked examples', () => {
  expect(rows.length).toBeGreaterThanOrEqual(10);
});

test.each(rows)('CONTRIBUTING.md sends to %s, where %s is', (file, word) => {
  expect(read(file)).toContain(word);
});
