import { describe, expect, test } from '@jest/globals';
import {
  MAX_ORDINAL,
  formatInvoiceNumber,
  isRegistrationCode,
  largestOrderNumber,
} from './invoice-number.ts';

describe('invoice numbers', () => {
  test('are business unit, ordinal, year and cash register', () => {
    const parts = {
      businessUnitCode: 'bb123bb123',
      ordinal: 9952,
      year: 2019,
      tcrCode: 'cc123cc123',
    };
    expect(formatInvoiceNumber(parts)).toBe('bb123bb123/9952/2019/cc123cc123');
  });

  test('may be chosen as far ahead as is configured, and never above the largest', () => {
    expect(largestOrderNumber(7, 10)).toBe(17);
    expect(largestOrderNumber(MAX_ORDINAL - 5, 10)).toBe(MAX_ORDINAL);
  });

  test('a registration code is two letters, three digits, twice', () => {
    expect(isRegistrationCode('si747we972')).toBe(true);
    for (const text of [
      '',
      'si747we97',
      'si747we9721',
      'SI747WE972',
      'si747we972\n',
      'ši747we972',
    ]) {
      expect(isRegistrationCode(text)).toBe(false);
    }
  });
});
