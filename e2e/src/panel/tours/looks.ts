import type { Look } from '../browser.ts';

/**
 * How people look at the panel on their tours: the sizes of screens, each with a language and a
 * scheme.
 */
export const LOOKS: readonly Look[] = [
  { screen: 'desktop', language: 'en', scheme: 'light' },
  { screen: 'laptop', language: 'me', scheme: 'light' },
  { screen: 'phone', language: 'me', scheme: 'dark' },
];

/**
 * Takes the same step on every tour, side by side: what one person waits for, the others wait for
 * meanwhile. The error of a step names its screen.
 */
export const sideBySide =
  <Tour extends { look: Look }>(tours: readonly Tour[]) =>
  (step: (tour: Tour) => Promise<unknown>) =>
  async (): Promise<void> => {
    const take = (tour: Tour) =>
      step(tour).catch((cause: unknown) => {
        throw new Error(`at a ${tour.look.screen}: ${String(cause)}`, { cause });
      });
    await Promise.all(tours.map(take));
  };
