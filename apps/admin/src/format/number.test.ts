import { expect, test } from '@jest/globals';
import { formatMoney, formatNumber, formatUnitPrice } from './number.ts';

/** Between amount and sign stands a space that does not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0,00 €', '€0.00'],
  ['1234.5', '1.234,50 €', '€1,234.50'],
  [-99.01, '-99,01 €', '-€99.01'],
  ['1.2345', '1,23 €', '€1.23'],
  ['0.2362', '0,24 €', '€0.24'],
  [1.8, '1,80 €', '€1.80'],
  ['1234567.89', '1.234.567,89 €', '€1,234,567.89'],
])('%p euro is %p in Montenegrin, as on invoices, and %p in English', (amount, me, en) => {
  expect(plain(formatMoney(amount, 'me'))).toBe(me);
  expect(formatMoney(amount, 'en')).toBe(en);
});

test('the price of a unit keeps every digit that was sent', () => {
  expect(plain(formatUnitPrice('1.2345', 'me'))).toBe('1,2345 €');
  expect(plain(formatUnitPrice(2.5, 'me'))).toBe('2,50 €');
  expect(formatUnitPrice('1.2345', 'en')).toBe('€1.2345');
});

test('quantities have at most four decimals', () => {
  expect(formatNumber(1234.5, 'me')).toBe('1.234,5');
  expect(formatNumber('0.12345', 'me')).toBe('0,1235');
  expect(formatNumber(1234.5, 'en')).toBe('1,234.5');
});
