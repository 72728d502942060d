import { expect, test } from '@jest/globals';
import { parseDay } from './day-text.ts';

test.each([
  ['24.12.2026.', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  [' 4. 2. 2026. ', '2026-02-04'],
  ['24/12/26', '2026-12-24'],
  ['2026-12-24', '2026-12-24'],
  ['29.02.2028.', '2028-02-29'],
  ['29.02.2026.', null],
  ['31.11.2026.', null],
  ['12.24.2026.', null],
  ['24.12.', null],
  ['sutra', null],
  ['', null],
])('the day "%s" that is typed is %p', (text, day) => {
  expect(parseDay(text)).toBe(day);
});
