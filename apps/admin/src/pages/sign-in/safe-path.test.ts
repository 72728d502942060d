import { expect, test } from '@jest/globals';
import { safePath } from './safe-path.ts';

test('sign-in leads back to the page that was asked for', () => {
  expect(safePath('/companies/1/invoices?environment=test')).toBe(
    '/companies/1/invoices?environment=test',
  );
});

test.each([null, '', 'https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example'])(
  'sign-in never leads to another site (%p)',
  (next) => {
    expect(safePath(next)).toBe('/');
  },
);
