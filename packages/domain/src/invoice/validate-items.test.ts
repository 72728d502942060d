import type { DocumentType } from './documents/document-kinds.ts';
import { describe, expect, test } from '@jest/globals';
import type { PartialItem } from './partial-invoice.ts';
import { MAX_ITEMS, validateItems } from './validate-items.ts';

const writtenText = (text: string): string => text.replaceAll('đ', 'dj').replaceAll('☺', '');
const VAT = { isInVat: true, vatRates: [21, 15, 7, 0], writtenText };
const line: PartialItem = { name: 'Kafa', unitPrice: 1.5, quantity: 2, vat: { rate: 21 } };

/** The issues of one line as `field CODE`. */
function found(fields: PartialItem, type: DocumentType = 'Invoice', context = VAT): string[] {
  return validateItems([{ ...line, ...fields }], type, context).map(
    ({ path, code }) => `${path.slice('items[0]'.length)} ${code}`,
  );
}

describe('lines', () => {
  test('are 1 to 1000', () => {
    expect(validateItems([], 'Invoice', VAT)).toMatchObject([
      { path: 'items', code: 'ITEMS_REQUIRED' },
    ]);
    expect(validateItems(new Array<PartialItem>(MAX_ITEMS).fill(line), 'Invoice', VAT)).toEqual([]);
    const tooMany = new Array<PartialItem>(MAX_ITEMS + 1).fill({ ...line, name: '' });
    expect(validateItems(tooMany, 'Invoice', VAT)).toMatchObject([
      { path: 'items', code: 'TOO_MANY_ITEMS' },
    ]);
  });

  test.each([
    [{ name: '' }, ['.name TEXT_EMPTY']],
    [{ name: ' \u00A0' }, ['.name TEXT_EMPTY']],
    // Zero-width space and joiner, right-to-left mark, soft hyphen, Hangul filler, Braille's empty
    // cell, a combining accent alone, a variation selector alone.
    ...Array.from('\u200B\u200D\u200F\u00AD\u3164\u2800\u0301\uFE0F').map(
      (character): [PartialItem, string[]] => [{ name: ` ${character} ` }, ['.name TEXT_EMPTY']],
    ),
    [{ name: '\u200B\u0301', unit: '\u200B' }, ['.name TEXT_EMPTY', '.unit TEXT_EMPTY']],
    [{ name: 'š'.repeat(200) }, []],
    [{ name: '😀'.repeat(200) }, []],
    [{ name: 'š'.repeat(201) }, ['.name TEXT_TOO_LONG']],
    [{ name: 'a\nb' }, ['.name CONTROL_CHARACTER']],
    [{ name: 'a\u0085b' }, ['.name CONTROL_CHARACTER']],
    [{ name: 'a\uD800b' }, ['.name CONTROL_CHARACTER']],
    [{ name: 'a\uFFFEb' }, ['.name CONTROL_CHARACTER']],
    [{ code: 'đ'.repeat(25) }, []],
    [{ code: `${'đ'.repeat(25)}1` }, ['.code TEXT_TOO_LONG']],
    [{ code: '☺' }, ['.code TEXT_EMPTY']],
    [{ code: ' ', unit: 'đ'.repeat(50) }, []],
    [{ code: '1'.repeat(51), unit: '\u0007' }, ['.code TEXT_TOO_LONG', '.unit CONTROL_CHARACTER']],
    [{ unit: 'u'.repeat(51) }, ['.unit TEXT_TOO_LONG']],
    [{ unitPrice: 0 }, []],
    [{ unitPrice: 0.0001, quantity: 0.001 }, []],
    [{ unitPrice: 0.00001 }, ['.unitPrice TOO_MANY_DECIMALS']],
    [{ unitPrice: 1e-7 }, ['.unitPrice TOO_MANY_DECIMALS']],
    [{ unitPrice: 9999999999.9999 }, []],
    [{ unitPrice: 1e10 }, ['.unitPrice AMOUNT_TOO_LARGE']],
    [{ unitPrice: Infinity }, ['.unitPrice AMOUNT_TOO_LARGE']],
    [{ unitPrice: -1 }, ['.unitPrice NEGATIVE_NOT_ALLOWED']],
    [{ quantity: 0.1 + 0.2 }, ['.quantity TOO_MANY_DECIMALS']],
    [{ quantity: 0 }, ['.quantity QUANTITY_NOT_POSITIVE']],
    [{ quantity: -1 }, ['.quantity QUANTITY_NOT_POSITIVE']],
    [{ quantity: 1e300 }, ['.quantity AMOUNT_TOO_LARGE']],
    [{ rebatePercentage: null }, []],
    [{ rebatePercentage: 0 }, []],
    [{ rebatePercentage: 100 }, []],
    [{ rebatePercentage: 33.3333 }, []],
    [{ rebatePercentage: 33.33333 }, ['.rebatePercentage TOO_MANY_DECIMALS']],
    [{ rebatePercentage: 100.0001 }, ['.rebatePercentage PERCENTAGE_OUT_OF_RANGE']],
    [{ rebatePercentage: -0.0001 }, ['.rebatePercentage PERCENTAGE_OUT_OF_RANGE']],
    [{ rebatePercentage: Number.NaN }, ['.rebatePercentage PERCENTAGE_OUT_OF_RANGE']],
    [{ vat: { rate: 0 } }, []],
    [{ vat: { rate: 20 } }, ['.vat.rate VAT_RATE_NOT_ALLOWED']],
  ])('with %j have the issues %j', (fields: PartialItem, issues: string[]) => {
    expect(found(fields)).toEqual(issues);
    if (!('quantity' in fields)) expect(found(fields, 'Advance')).toEqual(issues);
  });

  test('skip what the check of shapes took out', () => {
    expect(validateItems([undefined, {}, { vat: {} }], 'Corrective', VAT)).toEqual([]);
    expect(validateItems([{ ...line, unitPrice: -1, quantity: -0 }], undefined, VAT)).toEqual([]);
  });

  test('of a company outside VAT have the rate 0', () => {
    const outside = { ...VAT, isInVat: false };
    expect(found({}, 'Invoice', outside)).toEqual(['.vat.rate COMPANY_NOT_IN_VAT']);
    expect(found({ vat: { rate: 0 } }, 'Invoice', outside)).toEqual([]);
  });
});

describe('lines of a corrective', () => {
  test.each([
    [{ unitPrice: -1.5, quantity: -2 }, []],
    [{ unitPrice: 1.5, quantity: 2 }, []],
    [{ unitPrice: 0, quantity: -2 }, []],
    [{ unitPrice: -1.5, quantity: 2 }, [' SIGN_MISMATCH']],
    [{ unitPrice: 1.5, quantity: -2 }, [' SIGN_MISMATCH']],
    [{ quantity: 0 }, ['.quantity QUANTITY_ZERO']],
  ])('with %j have the issues %j', (fields: PartialItem, issues: string[]) => {
    expect(found(fields, 'Corrective')).toEqual(issues);
  });

  test('with a quantity of 0 are refused in the words of the specification', () => {
    expect(validateItems([{ ...line, quantity: 0 }], 'Corrective', VAT)).toMatchObject([
      { message: 'Quantity on a corrective must not be 0.' },
    ]);
  });
});
