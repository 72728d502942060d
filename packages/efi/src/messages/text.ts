// Names, addresses and notes as they go into a message. The authority's specification (Protocol §1)
// allows only printable ASCII in values, and its schema limits every length, so a text is
// transliterated first and cut afterwards. Only the message is changed: the printed invoice, the
// panel and the record show what the client sent (decisions §6).
import anyAscii from 'any-ascii';
import { MessageError } from './message-error.ts';

/** `ascii` transliterates; `utf8` sends the text as it is. Decisions §6, `EFI_TEXT`. */
export type TextEncoding = 'ascii' | 'utf8';

/** Stands where nothing of a text is left; the schema refuses an empty value. */
const PLACEHOLDER = '-';

// Montenegrin letters that any-ascii would read by other rules than ours: it knows Cyrillic by
// Russian romanization (ж → zh, х → kh) and đ without its j.
const SINGLE_LETTERS: ReadonlyMap<string, string> = new Map([
  ...Array.from(
    'абвгдежзијклмнопрстуфхцчћш',
    (letter, index) => [letter, 'abvgdezzijklmnoprstufhcccs'.charAt(index)] as const,
  ),
  ...Array.from(
    'АБВГДЕЖЗИЈКЛМНОПРСТУФХЦЧЋШ',
    (letter, index) => [letter, 'ABVGDEZZIJKLMNOPRSTUFHCCCS'.charAt(index)] as const,
  ),
]);

/** Letters that become two; the capital's second letter follows the case of the word. */
const DOUBLE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['љ', 'lj'],
  ['њ', 'nj'],
  ['џ', 'dz'],
  ['ђ', 'dj'],
  ['đ', 'dj'],
]);

const PRINTABLE_ASCII = /^[ -~]*$/;
const MONTENEGRIN_LETTER = /[Ѐ-ӿđĐ]/g;
const CAPITAL = /^\p{Lu}$/u;
const LETTER = /^\p{L}$/u;

/** `ĐORĐIJE` gives `DJORDJIJE`, `Đorđije` gives `Djordjije`. */
function romanize(letter: string, offset: number, text: string): string {
  const single = SINGLE_LETTERS.get(letter);
  if (single !== undefined) {
    return single;
  }
  const double = DOUBLE_LETTERS.get(letter.toLowerCase());
  if (double === undefined) {
    return letter;
  }
  if (!CAPITAL.test(letter)) {
    return double;
  }
  const next = text.charAt(offset + 1);
  const neighbour = LETTER.test(next) ? next : text.charAt(offset - 1);
  return CAPITAL.test(neighbour)
    ? double.toUpperCase()
    : double.charAt(0).toUpperCase() + double.slice(1);
}

function transliterate(text: string): string {
  return PRINTABLE_ASCII.test(text) ? text : anyAscii(text.replace(MONTENEGRIN_LETTER, romanize));
}

/**
 * `value` as a message writes it, whole: none of its characters is a control character (line breaks
 * are blanks) or one that XML cannot hold. Empty where nothing is left.
 */
export function writtenText(value: string, encoding: TextEncoding): string {
  // Nothing of most texts changes, and every text of an invoice is measured when it is accepted.
  if (PRINTABLE_ASCII.test(value)) return value.trim();
  // toWellFormed: half of a surrogate pair would make the whole message unwritable.
  const composed = value.toWellFormed().normalize('NFC');
  return (encoding === 'ascii' ? transliterate(composed) : composed)
    .replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim();
}

/**
 * `value` as the message carries it: at most `maxLength` characters (code points, as the schema
 * counts), and never empty.
 */
export function messageText(value: string, maxLength: number, encoding: TextEncoding): string {
  const text = writtenText(value, encoding);
  const cut =
    text.length <= maxLength ? text : Array.from(text).slice(0, maxLength).join('').trimEnd();
  return cut === '' ? PLACEHOLDER : cut;
}

/**
 * The same for a value that identifies something: a part of it would identify something else, so it
 * is whole or there is no message. What is accepted fits. Throws `MessageError`.
 */
export function identifierText(value: string, maxLength: number, encoding: TextEncoding): string {
  const text = writtenText(value, encoding);
  if (text !== '' && Array.from(text).length <= maxLength) return text;
  const message = `An identifier must have 1 to ${maxLength} characters after transliteration.`;
  throw new MessageError('REQUEST_NOT_VALID', message);
}

/** The same for a value that may be left out: null, undefined and blank stay out of the message. */
export function optionalMessageText(
  value: string | null | undefined,
  maxLength: number,
  encoding: TextEncoding,
  write = messageText,
): string | null {
  return value === null || value === undefined || value.trim() === ''
    ? null
    : write(value, maxLength, encoding);
}
