import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { identifierText, messageText, optionalMessageText } from './text.ts';

function ascii(value: string, maxLength = 400): string {
  return messageText(value, maxLength, 'ascii');
}

describe('a text in a message', () => {
  test.each([
    ['Đorđe Šćepan Žižić čaj', 'Djordje Scepan Zizic caj'],
    ['ĐORĐIJE ĐUKIĆ', 'DJORDJIJE DJUKIC'],
    ['Ђорђе Љиљана Његош Џез', 'Djordje Ljiljana Njegos Dzez'],
    ['ЊЕГУШИ', 'NJEGUSI'],
    ['Жућко, чеше ћошак; хотел', 'Zucko, cese cosak; hotel'],
    ['Црна Гора', 'Crna Gora'],
    ['śutra źenica', 'sutra zenica'],
    ['„Kafa“ – 5€', '"Kafa" - 5EUR'],
    ['Łódź, Müller, Ångström', 'Lodz, Muller, Angstrom'],
  ])('is transliterated to ASCII by Montenegrin rules: %s', (from, to) => {
    expect(ascii(from)).toBe(to);
  });

  test('is transliterated alike whether its letters are composed or not', () => {
    const decomposed = 'Šćepan Čađenović'.normalize('NFD');
    expect(ascii(decomposed)).toBe('Scepan Cadjenovic');
    expect(messageText('Š'.normalize('NFD'), 1, 'utf8')).toBe('Š');
  });

  test('is cut after it was transliterated, because letters become two', () => {
    expect(ascii('đđđđ', 6)).toBe('djdjdj');
  });

  test('is never cut through a character outside the basic plane', () => {
    expect(messageText('ab🎂🎂🎂', 4, 'utf8')).toBe('ab🎂🎂');
  });

  test('has no space at its ends, also where it was cut', () => {
    expect(ascii('  kafa s mlijekom ', 5)).toBe('kafa');
  });

  test('keeps its letters with utf8', () => {
    expect(messageText('Đorđe Шћепан', 100, 'utf8')).toBe('Đorđe Шћепан');
  });

  test('loses line breaks and characters that XML cannot hold', () => {
    expect(ascii('prva\r\ndruga\u0007\uFFFE')).toBe('prva druga');
    expect(messageText('a\uD83Db\uFFFF', 10, 'utf8')).toBe('a\uFFFDb');
  });

  test('that identifies something is whole, or the message is not written', () => {
    expect(identifierText('Đ'.repeat(10), 20, 'ascii')).toBe('DJ'.repeat(10));
    expect(identifierText('Đ'.repeat(20), 20, 'utf8')).toBe('Đ'.repeat(20));
    expect(optionalMessageText(' ', 20, 'ascii', identifierText)).toBeNull();
    for (const [text, encoding] of [
      [`${'Đ'.repeat(10)}1`, 'ascii'],
      ['1'.repeat(21), 'utf8'],
      ['\u200B', 'ascii'],
    ] as const) {
      const refused = expect.objectContaining({ code: 'REQUEST_NOT_VALID' });
      expect(() => identifierText(text, 20, encoding)).toThrow(refused);
    }
  });

  test('is never empty, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('ascii' as const, 'utf8' as const),
        (value, maxLength, encoding) => {
          const text = messageText(value, maxLength, encoding);
          expect(Array.from(text).length).toBeGreaterThan(0);
          expect(Array.from(text).length).toBeLessThanOrEqual(maxLength);
          expect(text).toBe(text.trim());
        },
      ),
    );
  });

  test('is printable ASCII, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(ascii(value)).toMatch(/^[ -~]+$/);
      }),
    );
  });

  test('stays out of the message if it may be left out and is blank', () => {
    expect(optionalMessageText(null, 50, 'ascii')).toBeNull();
    expect(optionalMessageText(undefined, 50, 'ascii')).toBeNull();
    expect(optionalMessageText(' ', 50, 'ascii')).toBeNull();
    expect(optionalMessageText('kom', 50, 'ascii')).toBe('kom');
  });
});
