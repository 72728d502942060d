import { expect, test } from '@jest/globals';
import { formatDate, formatDateTime, formatDuration, formatRelative, formatTime } from './time.ts';

const winter = '2026-11-21T23:30:05Z';
const summer = '2026-07-11T13:51:04Z';

test('instants are shown in Podgorica’s time, whatever the reader’s clock says', () => {
  expect(formatDate(winter, 'en')).toBe('22 Nov 2026');
  expect(formatDateTime(winter, 'en')).toBe('22 Nov 2026 00:30');
  expect(formatTime(summer, 'en')).toBe('15:51:04');
});

test('Montenegrin dates are written in Latin script', () => {
  expect(formatDateTime(summer, 'me')).toBe('11. jul 2026. 15:51');
  expect(formatDate(winter, 'me')).toMatch(/^22\. nov 2026\.$/);
});

test.each([
  [-200, 'prije 3 minuta', '3 minutes ago'],
  [-86_400, 'juče', 'yesterday'],
  [7_200, 'za 2 sata', 'in 2 hours'],
])('%p seconds away is said in words', (seconds, me, en) => {
  const then = new Date(new Date(winter).getTime() + seconds * 1000);
  expect(formatRelative(then, winter, 'me')).toBe(me);
  expect(formatRelative(then, winter, 'en')).toBe(en);
});

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [3_725, '1 h 2 min'],
  [100_800, '1 d 4 h'],
  [86_400 + 59, '1 d'],
])('%p seconds last %p', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
