import { expect, test } from '@jest/globals';
import { isRegistrationCode, tidyCode } from './registration-code.ts';

test('a pasted code loses its spaces and capitals', () => {
  expect(tidyCode(' AB123 cd456 ')).toBe('ab123cd456');
});

test('a code is two letters and three digits, twice', () => {
  expect(isRegistrationCode('ab123cd456')).toBe(true);
});

test.each([
  '',
  'ab123cd45',
  'ab123cd4567',
  'ab12cd3456',
  'AB123CD456',
  'čb123cd456',
  'ab123cd456\n',
])('%p is none', (code) => {
  expect(isRegistrationCode(code)).toBe(false);
});
