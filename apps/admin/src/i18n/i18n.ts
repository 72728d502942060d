// The texts of the panel. Each area has its file in src/messages, loaded together with its pages; keys
// are checked by the compiler, also that both languages have the same.

import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import * as problems from '../messages/problems.ts';
import * as shell from '../messages/shell.ts';
import { languageOf, LANGUAGES, localeOf } from './language.ts';
import type { Language } from './language.ts';
import { loadMessages } from './namespaces.ts';
import type { Namespace } from './namespaces.ts';

const stored = 'fiscal-language';

/** Starts with the language of the last visit, else with the browser's. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: localeOf(languageOf(localStorage.getItem(stored) ?? navigator.language)),
    fallbackLng: false,
    interpolation: { escape: isolated },
    react: { useSuspense: false },
    defaultNS: 'shell',
    resources: {},
  });
  add('shell', shell);
  add('problems', problems);
  document.documentElement.lang = i18next.language;
}

/**
 * React escapes what it renders. What is left to do: a name that turns the direction of writing turns
 * it for itself alone, not for the rest of the sentence (U+2068 and U+2069 enclose it).
 */
function isolated(value: string): string {
  return /[\u202A-\u202E\u2066-\u2069]/.test(value) ? `\u2068${value}\u2069` : value;
}

function add(namespace: Namespace, messages: { me: object; en: object }): void {
  for (const language of LANGUAGES) {
    i18next.addResourceBundle(localeOf(language), namespace, messages[language]);
  }
}

/** Loads the texts of these areas, before the page that needs them is shown. */
export async function ensureTexts(namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(localeOf('me'), name));
  await Promise.all(missing.map(async (name) => add(name, await loadMessages(name))));
}

/** Switches everything on the screen at once and remembers it for the next visit. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(stored, language);
  await i18next.changeLanguage(localeOf(language));
  document.documentElement.lang = localeOf(language);
}

/** The language on the screen. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}
