import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { tellSummary, wayToGet } from './test-summary.ts';

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

  test('is left to the name where it is not known', () => {
    expect(wayToGet('on the full moon', everythingIsMissing)).toBe('its name says what it needs');
  });
});

describe('the end of a run', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('repeats every failure, and closes with the counts', () => {
    const written: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const failure = { file: 'a.test.ts', name: 'adds up', words: 'Expected: 2\nReceived: 3' };
    tellSummary({ passed: 4, failed: 1, skipped: 0, suites: [], failures: [failure] });
    const lines = written.join('').split('\n');
    expect(lines.some((line) => line.includes('a.test.ts: adds up'))).toBe(true);
    expect(lines.some((line) => line.includes('Received: 3'))).toBe(true);
    expect(lines.slice(-2)).toEqual(['4 passed, 1 failed, 0 skipped', '']);
  });
});
