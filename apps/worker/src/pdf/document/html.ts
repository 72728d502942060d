// Markup that cannot be injected into: the only way to make an `Html` is the tagged template below,
// and it escapes whatever is not an `Html` already. It must not know anything about invoices.

/** Finished markup. Made by `html` alone, so everything in it was escaped or written by us. */
export interface Html {
  readonly markup: string;
}

/** What may stand in an `html` template. Null and undefined print nothing. */
export type HtmlValue = Html | readonly Html[] | string | number | null | undefined;

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

// Written as escapes: most of these characters are invisible. The first set is C0 and C1 without
// the line feed, the byte order mark and the non-characters; the second are the characters that
// turn the direction of the text around them (each value is isolated with <bdi> instead).
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\uFEFF\uFFFE\uFFFF]/g;
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const LINE_ENDS = /\r\n?|\u2028|\u2029|\u0085/g;
// No name needs more than a few marks on one letter; a tower of them runs over other lines.
const MARK_TOWERS = /(\p{M}{4})\p{M}+/gu;

/** The text without what could disturb the print: controls, direction marks, lone surrogates. */
export function harmlessText(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, ' ')
    .replace(CONTROLS, '')
    .replace(DIRECTION_MARKS, '')
    .replace(MARK_TOWERS, '$1');
}

/** Harmless text, safe between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return harmlessText(text).replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}

/** Text as a CSS string with its quotes; everything but letters, digits and blanks is a code. */
export function cssString(text: string): string {
  const escaped = harmlessText(text).replace(
    /[^A-Za-z0-9 ]/gu,
    (character) => `\\${(character.codePointAt(0) ?? 0xfffd).toString(16)} `,
  );
  return `"${escaped}"`;
}

/** Builds markup; strings and numbers among the values are escaped, `Html` is taken as it is. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((literal, index) => literal + toMarkup(values[index]));
  return { markup: parts.join('') };
}

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeHtml(value);
  if ('markup' in value) return value.markup;
  return value.map((part) => part.markup).join('');
}
