import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  MAX_ORDINAL,
  formatInvoiceNumber,
  isRegistrationCode,
  largestOrderNumber,
  parseInvoiceNumber,
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
    expect(parseInvoiceNumber('bb123bb123/9952/2019/cc123cc123')).toEqual(parts);
  });

  test('are read back as they were written, up to the largest ordinal', () => {
    const code = fc.stringMatching(/^[a-z]{2}[0-9]{3}[a-z]{2}[0-9]{3}$/);
    const parts = fc.record({
      businessUnitCode: code,
      ordinal: fc.oneof(fc.constant(MAX_ORDINAL), fc.integer({ min: 1, max: MAX_ORDINAL })),
      year: fc.integer({ min: 2000, max: 2999 }),
      tcrCode: code,
    });
    fc.assert(
      fc.property(parts, (any) => {
        expect(parseInvoiceNumber(formatInvoiceNumber(any))).toEqual(any);
      }),
    );
  });

  test.each([
    '',
    'bb123bb123/0/2019/cc123cc123',
    'bb123bb123/01/2019/cc123cc123',
    'bb123bb123/1000000000000000/2019/cc123cc123',
    'bb123bb123/1/19/cc123cc123',
    'BB123BB123/1/2019/cc123cc123',
    'bb123bb123/1/2019/cc123cc123/1',
    'bb123bb123/1/2019/cc123cc123\n',
    'bb123bb123/1/2019',
  ])('%j is not one', (text) => {
    expect(parseInvoiceNumber(text)).toBeNull();
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
