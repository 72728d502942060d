// What the text can be that a person types, or pastes, to find an invoice.

import { MAX_ORDINAL } from '@fiscal/domain';
import { validate as isUuid } from 'uuid';
import { literal } from '../connection/conditions.ts';

/** Everything that a text can be; absent where it is not. */
export interface SearchTerms {
  /** Parts of note, buyer's name and number: patterns of LIKE, each of which has to match. */
  patterns: string[];
  /** Those of them that an index can look up. */
  indexed: string[];
  id?: string;
  /** Hexadecimal digits, upper case: the beginning or the end of an IIC or FIC. */
  code?: string;
  ordinal?: number;
  /** The ordinal and year of an invoice number, and what of it was written, in lower case. */
  number?: { ordinal: number; year: number; part: string };
  /** Euros, decimal text. One without a sign also finds what takes the sale back. */
  totals?: string[];
}

/** Enough to tell invoices apart; fewer would find every thousandth. */
const CODE = /^[0-9A-F]{6,32}$/;
const DIGITS = /^\d{1,15}$/;
const NUMBER = /^(?:[^/]*\/)?(\d{1,15})\/(\d{4})(?:\/[^/]*)?$/;
/** A QR code's link: `…/ic/#/verify?iic=…&tin=…`. */
const LINKED_IIC = /[?&]iic=([0-9A-F]{32})(?:&|$)/i;
/** `1.234,56` or `1234,56`, and `1,234.56` or `1234.56`. */
const LOCAL_AMOUNT = /^(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,2}))?$/;
const ENGLISH_AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/;
/** The index holds three characters at a time. */
const LONG_WORD = /[\p{L}\p{N}]{3}/u;
/** A pasted note is found by as many words. */
const MOST_WORDS = 8;

/** Reads what a person has typed. */
export function searchTermsOf(text: string): SearchTerms {
  const linked = LINKED_IIC.exec(text)?.[1];
  if (linked !== undefined) return { patterns: [], indexed: [], code: linked.toUpperCase() };
  const tight = text.replaceAll(/\s/g, '');
  const code = tight.replaceAll('-', '').toUpperCase();
  const [, ordinal, year] = NUMBER.exec(tight) ?? [];
  const totals = totalsOf(tight);
  const known = {
    ...(isUuid(tight) && { id: tight }),
    ...(CODE.test(code) && { code }),
    ...(DIGITS.test(tight) && isOrdinal(tight) && { ordinal: Number(tight) }),
    ...(isOrdinal(ordinal) && {
      number: { ordinal: Number(ordinal), year: Number(year), part: tight.toLowerCase() },
    }),
    ...(totals !== null && { totals }),
  };
  return { ...patternsOf(text, Object.keys(known).length > 0), ...known };
}

function isOrdinal(digits: string | undefined): boolean {
  return digits !== undefined && Number(digits) > 0 && Number(digits) <= MAX_ORDINAL;
}

function totalsOf(tight: string): string[] | null {
  const amount = tight.replaceAll(/€|EUR/gi, '').replace('−', '-');
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(amount) ?? [];
  const [, whole, cents = '0'] = LOCAL_AMOUNT.exec(digits) ?? ENGLISH_AMOUNT.exec(digits) ?? [];
  if (whole === undefined) return null;
  const total = `${whole.replaceAll(/[.,]/g, '')}.${cents}`;
  return sign === '' ? [total, `-${total}`] : [sign === '-' ? `-${total}` : total];
}

/**
 * @param isKnown an index has the text by something else than words, and what it finds waits for no
 * walk: shorter words are looked for at the beginnings of words, of which the index of words has
 * the blank before and two characters.
 */
function patternsOf(text: string, isKnown: boolean): Pick<SearchTerms, 'patterns' | 'indexed'> {
  const words = text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);
  const patternOf = (word: string) => {
    const before = isKnown && !LONG_WORD.test(word) ? ' ' : '';
    return `%${before}${literal(word)}%`;
  };
  const indexed = isKnown ? words : words.filter((word) => LONG_WORD.test(word));
  return { patterns: words.map(patternOf), indexed: indexed.map(patternOf) };
}
