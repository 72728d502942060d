import type { Look } from '../browser.ts';

/** How people look at the panel on their tours: the sizes of screens, each with a language and a scheme. */
export const LOOKS: readonly Look[] = [
  { screen: 'desktop', language: 'en', scheme: 'light' },
  { screen: 'laptop', language: 'me', scheme: 'light' },
  { screen: 'phone', language: 'me', scheme: 'dark' },
];
