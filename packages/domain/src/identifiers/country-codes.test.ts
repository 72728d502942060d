import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isCountryCode } from './country-codes.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const accepted = LETTERS.flatMap((a) =>
  LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)),
).filter(isCountryCode);

describe('country codes', () => {
  test('are the alpha-3 codes of ISO 3166 and Kosovo, upper case', () => {
    expect(accepted).toHaveLength(250);
    expect(['MNE', 'SRB', 'HRV', 'DEU', 'RKS'].every(isCountryCode)).toBe(true);
    expect(['ME', 'mne', 'YUG', 'XXX', '', 'MNE '].some(isCountryCode)).toBe(false);
  });
});

const schemaFile = new URL(
  '../../../../../shared/efi/schema/eficg-fiscalization-service.xsd',
  import.meta.url,
);
const suite = existsSync(schemaFile) ? describe : describe.skip;

suite('country codes (needs ../shared/efi/schema beside the project)', () => {
  test('are exactly those that the schema of the authority enumerates', () => {
    const schema = readFileSync(schemaFile, 'utf8');
    const start = schema.indexOf('<simpleType name="CountryCodeSType">');
    const type = schema.slice(start, schema.indexOf('</simpleType>', start));
    const listed = [...type.matchAll(/<enumeration value="([^"]*)"/g)].map((match) => match[1]!);
    expect(listed.sort()).toEqual(accepted);
  });
});
