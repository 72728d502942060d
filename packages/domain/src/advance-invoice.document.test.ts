import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { RULES } from './advance-invoice.ts';

const PAGE = new URL('../../../ARCHITECTURE.md', import.meta.url);

test('ARCHITECTURE.md shows every rule of the state machine, in the order in which they are asked', () => {
  const page = readFileSync(PAGE, 'utf8');
  const table = /<!-- steps: begin -->\s*(.*?)\s*<!-- steps: end -->/s.exec(page)?.[1] ?? '';
  const rows = table.split('\n').slice(2);
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells).toEqual(RULES.map(({ when, then }) => ['', when, then, '']));
});
