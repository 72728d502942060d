import { describe, expect, test } from '@jest/globals';
import {
  formatDecimal,
  formatEuro,
  formatInstant,
  formatIssueDateTime,
  formatPercent,
} from './format.ts';

describe('numbers as Montenegro writes them', () => {
  test.each([
    ['0', 2, '0,00'],
    ['1234.56', 2, '1.234,56'],
    ['-1234567.5', 2, '-1.234.567,50'],
    ['999.9990', 2, '999,999'],
    ['9999999999.9999', 4, '9.999.999.999,9999'],
    ['12', 4, '12,0000'],
    ['-2', 0, '-2'],
    ['1500.250', 0, '1.500,25'],
    ['-0.00', 2, '0,00'],
  ])('%s with %i decimals is %s', (value, decimals, expected) => {
    expect(formatDecimal(value, decimals)).toBe(expected);
  });

  test('an amount in euros does not break before its sign', () => {
    expect(formatEuro('59.1')).toBe('59,10\u00A0€');
  });

  test('percentages are as short as they can be', () => {
    expect(formatPercent('21.00')).toBe('21%');
    expect(formatPercent('7.50')).toBe('7,5%');
  });

  test.each(['', 'abc', '1,5', '1e5', '--1', '1.', 'NaN', ' 1'])(
    '"%s" is refused instead of printed',
    (text) => {
      expect(() => formatDecimal(text, 2)).toThrow(
        expect.objectContaining({ code: 'PDF_DOCUMENT_INVALID' }),
      );
    },
  );
});

describe('dates and times', () => {
  test('the issue time is printed as it was signed', () => {
    const expected = { date: '11.07.2026.', time: '15:51:04' };
    expect(formatIssueDateTime('2026-07-11T15:51:04+02:00')).toEqual(expected);
  });

  test.each([
    ['2026-07-24T22:00:00Z', '25.07.2026.', '00:00:00'],
    ['2026-01-31T23:30:00.123Z', '01.02.2026.', '00:30:00'],
    ['2026-07-11T15:51:04+02:00', '11.07.2026.', '15:51:04'],
    ['2026-10-25T00:30:00Z', '25.10.2026.', '02:30:00'],
    ['2026-10-25T01:30:00Z', '25.10.2026.', '02:30:00'],
  ])('the instant %s is %s %s in Podgorica', (iso, date, time) => {
    expect(formatInstant(iso)).toEqual({ date, time });
  });

  test('what is no time is refused instead of printed', () => {
    const refused = expect.objectContaining({ code: 'PDF_DOCUMENT_INVALID' });
    expect(() => formatInstant('soon')).toThrow(refused);
    expect(() => formatIssueDateTime('11.07.2026.')).toThrow(refused);
  });
});
