// How a JSON text is built, told from its bytes before anything is made of it: what is read from a
// few bytes may take a hundred times their memory, and a value that is nested without end breaks
// whatever walks through it.

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** What a body may be made of. */
export interface JsonLimits {
  /** Arrays and objects inside each other. */
  depth: number;
  /** Elements and members, of all arrays and objects together. */
  values: number;
}

/**
 * What of the limits a text exceeds first; null where it keeps to them. Of a text that is no JSON it
 * says nothing: the parser will.
 * @param text in UTF-8.
 */
export function exceededLimit(text: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return null;
}
