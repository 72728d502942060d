import { describe, expect, test } from '@jest/globals';
import { textIn } from './text-in.ts';

const messages = {
  title: ['Računi', 'Invoices'],
  list: {
    found_one: ['{{count}} račun', '{{count}} invoice'],
    found_few: ['{{count}} računa', '{{count}} invoices'],
    found_other: ['Svih {{count}}', 'All {{count}}'],
  },
  all: ['Ukupno: {{count}}', 'In all: {{count}}'],
  greeting: ['{{name}}, {{name}} i {{other}}', '{{name}}, {{name}} and {{other}}'],
} as const;
const say = (key: string, values?: Parameters<typeof textIn>[3]) =>
  textIn(messages, key, 'me', values);

describe('a text', () => {
  test('is found by its path; there is none for half a path or for what every object has', () => {
    expect([say('title'), textIn(messages, 'title', 'en')]).toEqual(['Računi', 'Invoices']);
    for (const key of ['list', 'list.gone', 'title.length', 'title.0', 'constructor.name', '']) {
      expect(say(key)).toBeNull();
    }
    expect(textIn(undefined, 'title', 'en')).toBeNull();
  });

  test.each([
    [1, '1 račun', '1 invoice'],
    [3, '3 računa', 'All 3'],
    [11, 'Svih 11', 'All 11'],
    [21, '21 račun', 'All 21'],
  ])('is counted as its language counts: %i', (count, me, en) => {
    expect(say('list.found', { count })).toBe(me);
    expect(textIn(messages, 'list.found', 'en', { count })).toBe(en);
  });

  test('has a count filled in also where it has one form only', () => {
    expect(textIn(messages, 'all', 'en', { count: 2 })).toBe('In all: 2');
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
