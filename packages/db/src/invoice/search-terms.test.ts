import { describe, expect, test } from '@jest/globals';
import { searchTermsOf } from './search-terms.ts';

const IIC = '0123456789ABCDEF0123456789ABCDEF';

describe('an amount', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234.56', '1234.56'],
    ['1 234,56 €', '1234.56'],
    ['€1,234.56', '1234.56'],
    ['12,5 eur', '12.5'],
    ['1.234', '1234.0'],
    ['45', '45.0'],
    ['0,99', '0.99'],
  ])('%s is found on a sale and on what takes it back', (text, total) => {
    expect(searchTermsOf(text).totals).toEqual([total, `-${total}`]);
  });

  test('with a minus is only found on what takes a sale back', () => {
    expect(searchTermsOf('-1.234,56').totals).toEqual(['-1234.56']);
    expect(searchTermsOf('−5,00 €').totals).toEqual(['-5.00']);
  });

  test.each(['1,2345', '1.2.3', '12,345,6', '1.23,45', 'kafa', '', '€', '1234567890123'])(
    '%j is none',
    (text) => {
      expect(searchTermsOf(text).totals).toBeUndefined();
    },
  );
});

describe('a number', () => {
  test('by itself is an ordinal', () => {
    expect(searchTermsOf('4711')).toMatchObject({ ordinal: 4711 });
    for (const text of ['0', '2147483648', '12a']) {
      expect(searchTermsOf(text).ordinal).toBeUndefined();
    }
  });

  test.each(['12/2026', '12 / 2026', 'bb123bb123/12/2026', 'bb123bb123/12/2026/CC123cc123'])(
    '%s is ordinal and year, whatever else of it is written',
    (text) => {
      const part = text.replaceAll(' ', '').toLowerCase();
      expect(searchTermsOf(text).number).toEqual({ ordinal: 12, year: 2026, part });
    },
  );

  test.each(['12/26', '0/2026', '/2026', '1/2/3', '12/2026/a/b'])('%s is none', (text) => {
    expect(searchTermsOf(text).number).toBeUndefined();
  });
});

describe('a code', () => {
  test.each([
    ['0b9cbb', '0B9CBB'],
    [IIC.toLowerCase(), IIC],
    ['0b9cbb0e-9c5c', '0B9CBB0E9C5C'],
  ])('%s is the beginning or the end of one', (text, code) => {
    expect(searchTermsOf(text)).toMatchObject({ code });
  });

  test.each(['0b9cb', 'xyzxyz', `${IIC}0`])('%s is none', (text) => {
    expect(searchTermsOf(text).code).toBeUndefined();
  });

  test('in the link of a QR code is all that the link is searched by', () => {
    const link = `https://mapr.tax.gov.me/ic/#/verify?iic=${IIC}&tin=12345678&crtd=2026-11-21T10:00:00+01:00&ord=1&prc=9.99`;
    expect(searchTermsOf(link)).toEqual({ patterns: [], indexed: [], code: IIC });
  });
});

describe('words', () => {
  test('are parts of what is written, in any order, and mean nothing but themselves', () => {
    expect(searchTermsOf('50%_ \\ petrović').patterns).toEqual(['%petrović%', '%50\\%\\_%']);
  });

  test('that are short are parts as well, which no index has', () => {
    expect(searchTermsOf('d.o.o. ab')).toEqual({ patterns: ['%d.o.o.%', '%ab%'], indexed: [] });
    expect(searchTermsOf('Kupac 47')).toEqual({
      patterns: ['%Kupac%', '%47%'],
      indexed: ['%Kupac%'],
    });
  });

  test.each(['47', '1,21', '12 34'])(
    'that are short are beginnings, which an index has, where %j is a number, too',
    (text) => {
      const patterns = text.split(' ').map((word) => `% ${word}%`);
      expect(searchTermsOf(text)).toMatchObject({ patterns, indexed: patterns });
    },
  );

  test('without a letter or digit are left out, and of many the longest are enough', () => {
    expect(searchTermsOf('-- € …').patterns).toEqual([]);
    const note = Array.from({ length: 200 }, (_, at) => `riječ${at}`).join(' ');
    expect(searchTermsOf(note).patterns).toHaveLength(8);
  });
});
