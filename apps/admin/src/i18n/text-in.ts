// One text of an area by its key: found, put into the right number, filled with values.

/** What is filled into a text; `count` also chooses between the forms of a plural. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

type Plural = 'one' | 'few' | 'other';

type Path<Messages> = {
  [Name in keyof Messages & string]: Messages[Name] extends string
    ? Name
    : `${Name}.${Path<Messages[Name]>}`;
}[keyof Messages & string];

/** The keys of an area's texts: `list.title`; of `found_one`, `found_few` and `found_other`, `found`. */
export type TextKey<Messages> = StemOf<Path<Messages>>;

type StemOf<Key extends string> = Key extends `${infer Stem}_${Plural}` ? Stem : Key;

/** @returns null where the area has no text of this key. */
export function textIn(
  messages: object | undefined,
  key: string,
  locale: string,
  values: TextValues = {},
): string | null {
  const { count } = values;
  const text =
    (typeof count === 'number' ? find(messages, `${key}_${pluralOf(count, locale)}`) : null) ??
    find(messages, key);
  if (text === null) return null;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => isolated(values[name] ?? ''));
}

function find(messages: unknown, key: string): string | null {
  let found = messages;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return null;
    found = (found as Record<string, unknown>)[name];
  }
  return typeof found === 'string' ? found : null;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(count: number, locale: string): string {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, known);
  return known.select(count);
}

/**
 * React escapes what it renders. What is left to do: a name that turns the direction of writing turns
 * it for itself alone, not for the rest of the sentence (U+2068 and U+2069 enclose it).
 */
function isolated(value: string | number): string {
  const text = String(value);
  return /[\u202A-\u202E\u2066-\u2069]/.test(text) ? `\u2068${text}\u2069` : text;
}
