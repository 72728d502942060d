import { expect, test } from '@jest/globals';
import { noteVisit, pageBefore } from './visits.ts';

test('the page before is known, also after the visit has changed its own URL', () => {
  noteVisit('b', { key: 'a', pathname: '/invoices' }, false);
  expect(pageBefore('b')).toBe('/invoices');
  noteVisit('c', { key: 'b', pathname: '/invoices/1' }, true);
  expect(pageBefore('c')).toBe('/invoices');
  noteVisit('d', { key: 'c', pathname: '/invoices/1' }, false);
  expect(pageBefore('d')).toBe('/invoices/1');
});

test('before the first visit there is none', () => {
  expect(pageBefore('first')).toBeUndefined();
  noteVisit('second', { key: 'first', pathname: '/' }, true);
  expect(pageBefore('second')).toBeUndefined();
});
