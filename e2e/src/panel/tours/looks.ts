import { test } from '@jest/globals';
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

/** Every size of screen in both languages; the narrowest first. */
export const ALL_LOOKS: readonly Look[] = [
  { scheme: 'dark', screen: 'phone', language: 'me' },
  { scheme: 'light', screen: 'desktop', language: 'en' },
  { scheme: 'light', screen: 'laptop', language: 'me' },
  { scheme: 'dark', screen: 'laptop', language: 'en' },
  { scheme: 'dark', screen: 'desktop', language: 'me' },
  { scheme: 'light', screen: 'phone', language: 'en' },
];
export const EVERY_LOOK = process.env.EVERY_LOOK === '1';
/** With EVERY_LOOK=1 all of them. */
export const CHOSEN_LOOKS = ALL_LOOKS.slice(0, EVERY_LOOK ? undefined : 2);

let turn = 0;

/**
 * The looks in which a test sees what it is about: all of them with EVERY_LOOK=1, else one, the
 * next of the list at each call of a file. The rule of the test is the same in each.
 */
export function inTurn<T>(looks: readonly T[]): readonly T[] {
  return EVERY_LOOK ? looks : [looks[turn++ % looks.length]!];
}

/** One test for each of these looks in turn. */
export const testIn = <T extends object>(looks: readonly T[]) => test.each(inTurn(looks));

/**
 * Takes the same step on every tour, side by side: what one person waits for, the others wait for
 * meanwhile. The errors of a step name their screens, and none of its tours goes on into the next.
 */
export const sideBySide =
  <Tour extends { look: Look }>(tours: readonly Tour[]) =>
  (step: (tour: Tour) => Promise<unknown>) =>
  async (): Promise<void> => {
    const take = (tour: Tour) =>
      step(tour).catch((cause: unknown) => {
        throw new Error(`at a ${tour.look.screen}: ${String(cause)}`, { cause });
      });
    const taken = await Promise.allSettled(tours.map(take));
    const errors = taken.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    if (errors.length > 0) throw errors.length > 1 ? new AggregateError(errors) : errors[0];
  };
