import { issue } from './issue.ts';
import type { Issue } from './issue.ts';

// Control characters, halves of surrogate pairs and the two non-characters that XML 1.0 forbids.
const FORBIDDEN = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
const IIC = /^[0-9A-F]{32}$/;

/** What is wrong with a text: control characters, or too many characters. Decisions §4. */
export function validateText(path: string, text: string, maxLength: number): Issue[] {
  const issues: Issue[] = [];
  if (isLongerThan(text, maxLength)) {
    const message = `${path} must have at most ${maxLength} characters.`;
    issues.push(issue('TEXT_TOO_LONG', path, message));
  }
  if (FORBIDDEN.test(text)) {
    const message = `${path} must not contain control characters.`;
    issues.push(issue('CONTROL_CHARACTER', path, message));
  }
  return issues;
}

/** As validateText, and the text must not be blank: the XML has no empty values. */
export function validateRequiredText(path: string, text: string, maxLength: number): Issue[] {
  const issues = validateText(path, text, maxLength);
  if (issues.length > 0 || !isBlank(text)) return issues;
  return [issue('TEXT_EMPTY', path, `${path} must not be empty.`)];
}

/** What is wrong with an IIC: 32 hexadecimal characters, upper case. Spec, Limits. */
export function validateIic(path: string, text: string): Issue[] {
  if (IIC.test(text)) return [];
  const message = `${path} must be an IIC: 32 hexadecimal characters, upper case, no spaces.`;
  return [issue('IIC_INVALID', path, message)];
}

/** What is wrong with a text of a closed list. */
export function validateChoice(path: string, text: string, choices: readonly string[]): Issue[] {
  if (choices.includes(text)) return [];
  return [issue('VALUE_UNKNOWN', path, `${path} must be one of ${choices.join(', ')}.`)];
}

/** Whether the text is empty or only white space. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Whether the text has more characters (Unicode code points, as an XSD counts) than the limit. */
export function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && Array.from(text).length > maxLength;
}
