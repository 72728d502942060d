import { describe, expect, test } from '@jest/globals';
import type { PartialBuyer } from './partial-invoice.ts';
import { validateBuyer } from './validate-buyer.ts';

/** As the message writes it: a letter more for each đ, nothing for the sign. */
const writtenText = (text: string): string => text.replaceAll('đ', 'dj').replaceAll('☺', '');
const buyer: PartialBuyer = { idType: 'TIN', idNumber: '02345678', name: 'Kupac d.o.o.' };

describe('a buyer', () => {
  test.each([
    [{}, []],
    [{ idNumber: '0101990210012' }, []],
    [{ idNumber: '123456789' }, ['idNumber BUYER_TIN_INVALID']],
    [{ idNumber: '010199021001' }, ['idNumber BUYER_TIN_INVALID']],
    [{ idNumber: '0234567a' }, ['idNumber BUYER_TIN_INVALID']],
    [{ idType: 'PASS', idNumber: 'AB 12345' }, []],
    [{ idType: undefined, idNumber: 'AB 12345' }, []],
    [{ idType: 'PASS', idNumber: ' ' }, ['idNumber TEXT_EMPTY']],
    [{ idType: 'VAT', idNumber: '1'.repeat(21) }, ['idNumber TEXT_TOO_LONG']],
    [{ idType: 'tin' }, ['idType VALUE_UNKNOWN']],
    [{ name: '' }, ['name TEXT_EMPTY']],
    [{ name: '\u200B\u2060' }, ['name TEXT_EMPTY']],
    [{ idType: 'PASS', idNumber: '\u200B' }, ['idNumber TEXT_EMPTY']],
    [{ name: 'n'.repeat(400) }, []],
    [{ name: 'n'.repeat(401) }, ['name TEXT_TOO_LONG']],
    [{ address: 'a'.repeat(201) }, ['address TEXT_TOO_LONG']],
    [{ city: 'c'.repeat(101) }, ['city TEXT_TOO_LONG']],
    [{ city: 'Bar\u001B' }, ['city CONTROL_CHARACTER']],
    [{ country: 'SRB', city: null, address: null }, []],
    [{ country: 'XXX' }, ['country COUNTRY_UNKNOWN']],
    [{ idType: 'VAT', idNumber: 'đ'.repeat(10) }, []],
    [{ idType: 'VAT', idNumber: `${'đ'.repeat(10)}1` }, ['idNumber TEXT_TOO_LONG']],
    [{ idType: 'PASS', idNumber: '☺' }, ['idNumber TEXT_EMPTY']],
    [{ name: 'đ'.repeat(400) }, []],
  ])('with %j has the issues %j', (fields: PartialBuyer, issues: string[]) => {
    expect(
      validateBuyer({ ...buyer, ...fields }, writtenText).map(
        ({ path, code }) => `${path.slice('buyer.'.length)} ${code}`,
      ),
    ).toEqual(issues);
  });

  test('of whom nothing could be read has no issues of its own', () => {
    expect(validateBuyer({}, writtenText)).toEqual([]);
  });

  test('whose number is no TIN is told where a foreign one goes, and what was too long', () => {
    const messageOf = (fields: PartialBuyer) =>
      validateBuyer({ ...buyer, ...fields }, writtenText)[0]?.message;
    expect(messageOf({ idNumber: 'DE123456789', country: 'DEU' })).toBe(
      'buyer.idNumber must be a TIN of 8 or 13 digits; ' +
        'the number of a foreign buyer has the idType TAX or VAT.',
    );
    expect(messageOf({ idType: 'PASS', idNumber: 'đ'.repeat(11) })).toBe(
      'buyer.idNumber must have at most 20 characters after transliteration, ' +
        `for the authority gets ${'dj'.repeat(11)}.`,
    );
  });
});
