import { describe, expect, test } from '@jest/globals';
import { textIn } from './text-in.ts';

const messages = {
  title: 'Računi',
  list: {
    found_one: '{{count}} račun',
    found_few: '{{count}} računa',
    found_other: 'Svih {{count}}',
  },
  greeting: '{{name}}, {{name}} i {{other}}',
};
const say = (key: string, values?: Parameters<typeof textIn>[3]) =>
  textIn(messages, key, 'sr-Latn-ME', values);

describe('a text', () => {
  test('is found by its path; there is none for half a path or for what every object has', () => {
    expect(say('title')).toBe('Računi');
    for (const key of ['list', 'list.gone', 'title.length', 'constructor.name', '']) {
      expect(say(key)).toBeNull();
    }
    expect(textIn(undefined, 'title', 'en-GB')).toBeNull();
  });

  test.each([
    [1, '1 račun'],
    [3, '3 računa'],
    [11, 'Svih 11'],
    [21, '21 račun'],
  ])('is counted as Montenegrin counts: %i', (count, text) => {
    expect(say('list.found', { count })).toBe(text);
  });

  test('has a count filled in also where it has one form only', () => {
    expect(textIn({ all: 'Ukupno: {{count}}' }, 'all', 'en-GB', { count: 2 })).toBe('Ukupno: 2');
  });

  test('has every value filled in, and nothing where there is none', () => {
    expect(say('greeting', { name: '$& {{other}}' })).toBe('$& {{other}}, $& {{other}} i ');
  });

  test('keeps a value that turns the direction of writing from turning the rest', () => {
    expect(say('greeting', { name: '\u202Eana', other: 'b' })).toBe(
      '\u2068\u202Eana\u2069, \u2068\u202Eana\u2069 i b',
    );
  });
});
