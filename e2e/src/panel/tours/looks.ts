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
