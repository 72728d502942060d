import { issue } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { parseInstant } from '../local-time.ts';

// Control characters, halves of surrogate pairs and the two non-characters that XML 1.0 forbids.
const FORBIDDEN = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
const LINE_BREAKS = /[\r\n]/g;
// What leaves no mark on paper: white space, format characters, combining marks without a letter,
// fillers that Unicode counts as letters, and the empty cell of Braille. A character that is not
// assigned yet counts as visible: it may be of a newer Unicode than ours.
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const IIC = /^[0-9A-F]{32}$/;

/**
 * What is wrong with a text: too many characters, control characters, or none that can be seen. A
 * blank text is no text, and has no fault. Decisions §4.
 */
export function validateText(path: string, text: string, maxLength: number): Issue[] {
  const issues: Issue[] = [];
  if (isLongerThan(text, maxLength)) {
    const message = `${path} must have at most ${maxLength} characters.`;
    issues.push(issue('TEXT_TOO_LONG', path, message));
  }
  if (FORBIDDEN.test(text)) {
    const message = `${path} must not contain control characters.`;
    issues.push(issue('CONTROL_CHARACTER', path, message));
  } else if (!isBlank(text) && INVISIBLE.test(text)) {
    issues.push(issue('TEXT_EMPTY', path, `${path} must have a visible character.`));
  }
  return issues;
}

/** As validateText, and the text must not be blank: the XML has no empty values. */
export function validateRequiredText(path: string, text: string, maxLength: number): Issue[] {
  const issues = validateText(path, text, maxLength);
  if (issues.length > 0 || !isBlank(text)) return issues;
  return [issue('TEXT_EMPTY', path, `${path} must not be empty.`)];
}

/** As validateText, of a text that may have several lines. */
export function validateLines(path: string, text: string, maxLength: number): Issue[] {
  return validateText(path, text.replaceAll(LINE_BREAKS, ' '), maxLength);
}

/** A text as the message writes it, before it is cut to its field; empty where nothing is left. */
export type WrittenText = (text: string) => string;

/**
 * As validateRequiredText, of a text that identifies something: what the message cuts of others is
 * refused here. Decisions §4.
 */
export function validateIdentifier(
  path: string,
  text: string,
  maxLength: number,
  writtenText: WrittenText,
): Issue[] {
  const issues = validateRequiredText(path, text, maxLength);
  if (issues.length > 0) return issues;
  const written = writtenText(text);
  if (written === '') {
    const message = `${path} must have a character that a message can carry.`;
    return [issue('TEXT_EMPTY', path, message)];
  }
  if (!isLongerThan(written, maxLength)) return [];
  const message =
    `${path} must have at most ${maxLength} characters after transliteration, ` +
    `for the authority gets ${written}.`;
  return [issue('TEXT_TOO_LONG', path, message)];
}

/** Whether the text has the form of an IIC. */
export function isIic(text: string): boolean {
  return IIC.test(text);
}

/** What is wrong with an IIC: 32 hexadecimal characters, upper case. Spec, Limits. */
export function validateIic(path: string, text: string): Issue[] {
  if (isIic(text)) return [];
  const message = `${path} must be an IIC: 32 hexadecimal characters, upper case, no spaces.`;
  return [issue('IIC_INVALID', path, message)];
}

/** What is wrong with a text of a closed list. */
export function validateChoice(path: string, text: string, choices: readonly string[]): Issue[] {
  if (choices.includes(text)) return [];
  return [issue('VALUE_UNKNOWN', path, `${path} must be one of ${choices.join(', ')}.`)];
}

/** What is wrong with a text that is to name an instant. */
export function validateInstant(path: string, text: string): Issue[] {
  if (parseInstant(text) !== null) return [];
  const message =
    `${path} must be an ISO 8601 date-time of the years 1900 to 9998, ` +
    'like 2026-07-11T15:51:04Z.';
  return [issue('DATE_TIME_INVALID', path, message)];
}

/** Whether the text is empty or only white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The text; null where none was given: it is absent, null or blank. */
export function givenText(text: string | null | undefined): string | null {
  return text === null || text === undefined || isBlank(text) ? null : text;
}

/** Whether the text has more characters (Unicode code points, as an XSD counts) than the limit. */
export function isLongerThan(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false;
  // A code point has two units at most: what is far too long is not counted.
  return text.length > 2 * maxLength || Array.from(text).length > maxLength;
}
