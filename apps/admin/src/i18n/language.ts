/** The languages of the panel, as the API names them, in the order in which a text has them. */
export const LANGUAGES = ['me', 'en'] as const;

/** Montenegrin or English. */
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES = { me: 'Crnogorski', en: 'English' } as const;

/**
 * As browsers know the language. `cnr` is not in their data; Serbian in Latin script as used in
 * Montenegro is.
 */
export function localeOf(language: Language): string {
  return language === 'me' ? 'sr-Latn-ME' : 'en-GB';
}

/** Anything else is Montenegrin: most readers are. */
export function languageOf(text: string | null | undefined): Language {
  return text?.startsWith('en') ? 'en' : 'me';
}
