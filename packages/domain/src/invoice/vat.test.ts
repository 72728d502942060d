import { describe, expect, test } from '@jest/globals';
import { groupByVat, vatRateText } from './vat.ts';

describe('VAT groups', () => {
  test('there is one group per rate, highest rate first, with exact sums', () => {
    const lines = [
      { vatRate: '7.00', base: '0.1000', vat: '0.0070' },
      { vatRate: '21.00', base: '0.2000', vat: '0.0420' },
      { vatRate: '7.00', base: '0.2000', vat: '0.0140' },
      { vatRate: '15.00', base: '-1.0000', vat: '-0.1500' },
    ];
    expect(groupByVat(lines)).toEqual([
      { vatRate: '21.00', itemCount: 1, base: '0.2000', vat: '0.0420' },
      { vatRate: '15.00', itemCount: 1, base: '-1.0000', vat: '-0.1500' },
      { vatRate: '7.00', itemCount: 2, base: '0.3000', vat: '0.0210' },
    ]);
  });

  test('lines that cancel each other leave a group of zero without a sign', () => {
    const lines = [
      { vatRate: '21.00', base: '-1.0000', vat: '-0.2100' },
      { vatRate: '21.00', base: '1.0000', vat: '0.2100' },
    ];
    expect(groupByVat(lines)).toEqual([
      { vatRate: '21.00', itemCount: 2, base: '0.0000', vat: '0.0000' },
    ]);
  });

  test('lines without a rate belong to no group', () => {
    expect(groupByVat([{ vatRate: null, base: '1.0000', vat: '0.0000' }])).toEqual([]);
  });

  test('a rate is written in percent with two decimals', () => {
    expect([vatRateText(21), vatRateText(0), vatRateText(8.5)]).toEqual(['21.00', '0.00', '8.50']);
  });
});
