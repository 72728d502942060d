import { describe, expect, test } from '@jest/globals';
import { wayToGet } from './test-summary.ts';

const everythingIsMissing = () => true;

describe('the way to get what a skipped suite needs', () => {
  test.each([
    ['a signed request (needs xmlsec1 on the PATH)', 'apt install xmlsec1'],
    ['a receipt (needs ../shared/efi/samples)', /reference data .* \.\.\/shared/],
    ['the QR code (needs Chrome, poppler-utils and zbarimg)', /poppler-utils; .*zbar-tools/],
  ])('is told from its name: %s', (name, way) => {
    expect(wayToGet(name, everythingIsMissing)).toMatch(way);
  });

  test('names only what this machine lacks', () => {
    const name = 'the QR code (needs Chrome, poppler-utils and zbarimg)';
    expect(wayToGet(name, ({ wayToGet: way }) => way.includes('zbar'))).toBe(
      'apt install zbar-tools',
    );
  });

  test('is left to the name where nobody knows it', () => {
    expect(wayToGet('on the full moon', everythingIsMissing)).toBe('its name says what it needs');
  });
});
