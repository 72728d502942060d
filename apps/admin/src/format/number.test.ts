import { expect, test } from '@jest/globals';
import { formatMoney, formatNumber, formatUnitPrice } from './number.ts';

/** Between amount and sign stands a space that does not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [0, '0,00 €'],
  ['1234.5', '1.234,50 €'],
  [-99.01, '-99,01 €'],
  ['1.2345', '1,23 €'],
  ['0.2362', '0,24 €'],
  [1.8, '1,80 €'],
  ['1234567.89', '1.234.567,89 €'],
])('%p euro is written as on invoices: %p', (amount, text) => {
  expect(plain(formatMoney(amount))).toBe(text);
});

test('the price of a unit keeps every digit that was sent', () => {
  expect(plain(formatUnitPrice('1.2345'))).toBe('1,2345 €');
  expect(plain(formatUnitPrice(2.5))).toBe('2,50 €');
});

test('quantities have at most four decimals and a comma', () => {
  expect(formatNumber(1234.5)).toBe('1.234,5');
  expect(formatNumber('0.12345')).toBe('0,1235');
});
