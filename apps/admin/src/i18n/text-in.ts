// One text of an area by its key: found, put into the right number, filled with values.

import { LANGUAGES, localeOf } from './language.ts';
import type { Language } from './language.ts';
import type { Message, Messages } from '../message.ts';

/** What is filled into a text; `count` also chooses between the forms of a plural. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

type Path<Area> = {
  [Name in keyof Area & string]: Area[Name] extends readonly string[]
    ? Name
    : `${Name}.${Path<Area[Name]>}`;
}[keyof Area & string];

type StemOf<Key extends string> = Key extends `${infer Stem}_${'one' | 'few' | 'other'}`
  ? Stem
  : Key;

/**
 * The keys of an area's texts: `list.title`; of `found_one`, `found_few` and `found_other`,
 * `found`.
 */
export type TextKey<Area> = StemOf<Path<Area>>;

/** @returns null where the area has no text of this key. */
export function textIn(
  messages: Messages | undefined,
  key: string,
  language: Language,
  values: TextValues = {},
): string | null {
  const { count } = values;
  const message =
    (typeof count === 'number' ? find(messages, `${key}_${pluralOf(count, language)}`) : null) ??
    find(messages, key);
  const text = message?.[LANGUAGES.indexOf(language)];
  return text === undefined ? null : filled(text, values);
}

/** A text with its values; nothing where there is none. */
export function filled(text: string, values: TextValues): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => isolated(values[name] ?? ''));
}

function find(messages: Messages | undefined, key: string): Message | null {
  let found: unknown = messages;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return null;
    found = (found as Messages)[name];
  }
  return Array.isArray(found) ? (found as unknown as Message) : null;
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralOf(count: number, language: Language): string {
  const known = rules.get(language) ?? new Intl.PluralRules(localeOf(language));
  rules.set(language, known);
  return known.select(count);
}

/**
 * React escapes what it renders. What is left to do: a name that changes the direction of writing
 * changes it for itself alone, not for the rest of the sentence (U+2068 and U+2069 enclose it).
 */
function isolated(value: string | number): string {
  const text = String(value);
  return /[\u202A-\u202E\u2066-\u2069]/.test(text) ? `\u2068${text}\u2069` : text;
}
