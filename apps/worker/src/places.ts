import type { Environment } from '@fiscal/domain';

/** Keeps one environment's slow authority from taking every place of the other's sales. */
export interface Places {
  /** In which environments another invoice may be taken in hand now. */
  open(): Environment[];
  /** Takes a place until the returned function is called. */
  take(environment: Environment): () => void;
}

/** The part of all places that the test environment may have: sales with legal effect go first. */
const TEST_SHARE = 0.75;

/** @param count places in all. */
export function createPlaces(count: number): Places {
  const mostTests = Math.max(1, Math.floor(count * TEST_SHARE));
  let tests = 0;
  return {
    open: () => (tests < mostTests ? ['live', 'test'] : ['live']),
    take(environment) {
      if (environment === 'live') return () => undefined;
      tests += 1;
      return () => {
        tests -= 1;
      };
    },
  };
}
