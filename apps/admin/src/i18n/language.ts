/** The languages of the panel, as the API names them: Montenegrin and English. */
export const LANGUAGES = ['me', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

/** As browsers know the language. `cnr` is not in their data; Serbian in Latin script as used in Montenegro is. */
export function localeOf(language: Language): string {
  return language === 'me' ? 'sr-Latn-ME' : 'en-GB';
}

/** Anything else is Montenegrin: most readers are. */
export function languageOf(text: string | null | undefined): Language {
  return text?.startsWith('en') ? 'en' : 'me';
}

/** Same keys, other words: what every English text is checked against. */
export type SameKeys<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : SameKeys<Messages[Key]>;
};
