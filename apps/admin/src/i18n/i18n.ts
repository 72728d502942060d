// The texts of the panel. Each area has its file in src/messages, loaded together with its pages;
// keys are checked by the compiler.

import { useMemo } from 'react';
import { createStore, useStore } from '../store.ts';
import { messages as problems } from '../messages/problems.ts';
import { messages as shell } from '../messages/shell.ts';
import { languageOf, localeOf } from './language.ts';
import type { Language } from './language.ts';
import { textIn } from './text-in.ts';
import type { Messages } from '../message.ts';
import type { TextKey, TextValues } from './text-in.ts';

/** The areas of the panel that have texts. A new area: its file in src/messages and a line here. */
const loaders = {
  shell: () => import('../messages/shell.ts'),
  problems: () => import('../messages/problems.ts'),
  'sign-in': () => import('../messages/sign-in.ts'),
  account: () => import('../messages/account.ts'),
  people: () => import('../messages/people.ts'),
  audit: () => import('../messages/audit.ts'),
  companies: () => import('../messages/companies.ts'),
  today: () => import('../messages/today.ts'),
  overview: () => import('../messages/overview.ts'),
  start: () => import('../messages/start.ts'),
  certificates: () => import('../messages/certificates.ts'),
  'cash-registers': () => import('../messages/cash-registers.ts'),
  drawer: () => import('../messages/drawer.ts'),
  operators: () => import('../messages/operators.ts'),
  'api-keys': () => import('../messages/api-keys.ts'),
  inspector: () => import('../messages/inspector.ts'),
  invoices: () => import('../messages/invoices.ts'),
  reports: () => import('../messages/reports.ts'),
  'failed-work': () => import('../messages/failed-work.ts'),
  authority: () => import('../messages/authority.ts'),
  operations: () => import('../messages/operations.ts'),
};

/** An area: a file of src/messages. */
export type Area = keyof typeof loaders;

/** By area, the shape of its texts. */
export type Texts = {
  [Name in Area]: Awaited<ReturnType<(typeof loaders)[Name]>>['messages'];
};

const storageKey = 'fiscal-language';
const loaded = new Map<Area, Messages>([
  ['shell', shell],
  ['problems', problems],
]);
const shown = createStore<Language>('me');

/** Starts with the language of the last visit, else with the browser's. */
export function startTexts(): void {
  show(languageOf(localStorage.getItem(storageKey) ?? navigator.language));
}

/** Loads the texts of these areas, before the page that needs them is shown. */
export async function ensureTexts(areas: readonly Area[]): Promise<void> {
  const missing = areas.filter((area) => !loaded.has(area));
  await Promise.all(
    missing.map(async (area) => loaded.set(area, (await loaders[area]()).messages)),
  );
}

const chosenKey = 'fiscal-language-chosen';

/** As setLanguage, by somebody who is not signed in: the account takes it over with the sign-in. */
export function chooseLanguageSignedOut(language: Language): void {
  sessionStorage.setItem(chosenKey, language);
  setLanguage(language);
}

/** What was chosen in this tab by somebody who was not signed in; undefined where nothing was. */
export function languageChosenSignedOut(): Language | undefined {
  const chosen = sessionStorage.getItem(chosenKey);
  return chosen === null ? undefined : languageOf(chosen);
}

/** The account has it. */
export function forgetChosenLanguage(): void {
  sessionStorage.removeItem(chosenKey);
}

/** Switches everything on the screen at once and remembers it for the next visit. */
export function setLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
  show(language);
}

function show(language: Language): void {
  document.documentElement.lang = localeOf(language);
  shown.set(language);
}

/** The language on the screen. */
export function useLanguage(): Language {
  return useStore(shown);
}

interface Words<Key extends string> {
  /** A text with its values filled in; the key itself where there is none. */
  t: (key: Key, values?: TextValues) => string;
  /** Whether the area has a text of this key, for keys that are made of the API's codes. */
  has: (key: string) => boolean;
}

/** The words of an area in the language on the screen; the shell's if no area is named. */
export function useTranslation<Name extends Area = 'shell'>(
  name?: Name,
): Words<TextKey<Texts[Name]>> {
  const language = useLanguage();
  const area = name ?? 'shell';
  // The same functions each time: effects and callbacks may depend on them.
  return useMemo(() => wordsOf(area, language), [area, language]);
}

function wordsOf(area: Area, language: Language): Words<string> {
  const find = (key: string, values?: TextValues) =>
    textIn(loaded.get(area), key, language, values);
  return {
    t: (key, values) => find(key, values) ?? key,
    has: (key) => find(key) !== null,
  };
}
