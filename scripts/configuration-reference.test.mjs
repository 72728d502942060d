import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { configurationReference } from './configuration-reference.mjs';

/** Without what the formatter of Markdown adds and takes. */
const plain = (text) =>
  text
    .replaceAll(/ +/g, ' ')
    .replaceAll(/\| -+ /g, '| --- ')
    .trim();

test('docs/configuration.md is what the schemas of the processes say', () => {
  const written = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  expect(plain(written)).toBe(plain(configurationReference()));
});
