// The texts of the panel. Each area has its file in src/messages, loaded together with its pages; keys
// are checked by the compiler, also that both languages have the same.

import { useSyncExternalStore } from 'react';
import * as problems from '../messages/problems.ts';
import * as shell from '../messages/shell.ts';
import { languageOf, localeOf } from './language.ts';
import type { Language } from './language.ts';
import { loadMessages } from './namespaces.ts';
import type { Namespace, Texts } from './namespaces.ts';
import { textIn } from './text-in.ts';
import type { TextKey, TextValues } from './text-in.ts';

const stored = 'fiscal-language';

/** By area, both languages. */
const loaded = new Map<Namespace, { me: object; en: object }>([
  ['shell', shell],
  ['problems', problems],
]);
const listeners = new Set<() => void>();
let current: Language = 'me';

/** Starts with the language of the last visit, else with the browser's. */
export function startTexts(): void {
  show(languageOf(localStorage.getItem(stored) ?? navigator.language));
}

/** Loads the texts of these areas, before the page that needs them is shown. */
export async function ensureTexts(namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((name) => !loaded.has(name));
  await Promise.all(missing.map(async (name) => loaded.set(name, await loadMessages(name))));
}

/** Switches everything on the screen at once and remembers it for the next visit. */
export function setLanguage(language: Language): void {
  localStorage.setItem(stored, language);
  show(language);
}

function show(language: Language): void {
  current = language;
  document.documentElement.lang = localeOf(language);
  for (const listener of listeners) listener();
}

/** The language on the screen. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The words of one area. */
interface Words<Key extends string> {
  /** A text with its values filled in; the key itself where there is none. */
  t: (key: Key, values?: TextValues) => string;
  /** Whether the area has a text of this key, for keys that are made of the API's codes. */
  has: (key: string) => boolean;
}

const made = new Map<string, Words<string>>();

/** The words of an area in the language on the screen; the shell's if no area is named. */
export function useTranslation<Area extends Namespace = 'shell'>(
  area?: Area,
): Words<TextKey<Texts[Area]>> {
  const language = useLanguage();
  const name = area ?? 'shell';
  const known = made.get(`${language} ${name}`);
  // The same functions each time: effects and callbacks may depend on them.
  const words = known ?? wordsOf(name, language);
  made.set(`${language} ${name}`, words);
  return words;
}

function wordsOf(area: Namespace, language: Language): Words<string> {
  const find = (key: string, values?: TextValues) =>
    textIn(loaded.get(area)?.[language], key, localeOf(language), values);
  return {
    t: (key, values) => find(key, values) ?? key,
    has: (key) => find(key) !== null,
  };
}
