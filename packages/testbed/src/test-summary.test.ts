import { describe, expect, test } from '@jest/globals';
import { wayToGet } from './test-summary.ts';

const everythingIsMissing = () => true;

describe('the way to get what a skipped suite needs', () => {
  test.each([
    ['a signed request (needs xmlsec1 on the PATH)', 'apt install xmlsec1'],
    ['a receipt (needs ../shared/efi/samples)', /reference data .* \.\.\/shared/],
    ['two referees (need xmllint and xmlsec1)', /xmlsec1; .*libxml2-utils/],
  ])('is told from its name: %s', (name, way) => {
    expect(wayToGet(name, everythingIsMissing)).toMatch(way);
  });

  test('names only what this machine lacks', () => {
    const name = 'two referees (need xmllint and xmlsec1)';
    expect(wayToGet(name, ({ wayToGet: way }) => way.includes('xmlsec1'))).toBe(
      'apt install xmlsec1',
    );
  });

  test('is left to the name where nobody knows it', () => {
    expect(wayToGet('on the full moon', everythingIsMissing)).toBe('its name says what it needs');
  });
});
