// What a browser has to fetch before the panel shows its first page. On a phone in a shop's back room
// this is what makes it quick or slow.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const BUILT = fileURLToPath(new URL('../../../apps/admin/dist', import.meta.url));
/** Of scripts, compressed. */
const BUDGET_BYTES = 250_000;

test('the scripts of the first page stay within their budget', () => {
  expect(existsSync(`${BUILT}/index.html`)).toBe(true);
  const page = readFileSync(`${BUILT}/index.html`, 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/admin(\/assets\/[^"]+\.js)"/g)];
  expect(scripts.length).toBeGreaterThan(1);
  const sizes = scripts.map(([, path = '']) => gzipSync(readFileSync(BUILT + path)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET_BYTES);
});
