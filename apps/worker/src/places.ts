import type { Environment } from '@fiscal/domain';

/** A place at the work, for one look at what is Pending. */
export interface Place {
  /** Whose invoice may be taken in hand. */
  environments: Environment[];
  /** What was taken in hand; null where nothing was there, and the place is left. */
  claimed(environment: Environment | null): void;
  leave(): void;
}

/** Keeps one environment's slow authority from taking every place of the other's sales. */
export interface Places {
  take(): Place;
}

/** The part of all places that the test environment may have: sales with legal effect go first. */
const TEST_SHARE = 0.75;

/** @param count places in all. */
export function createPlaces(count: number): Places {
  const mostTests = Math.max(1, Math.floor(count * TEST_SHARE));
  /** Places that are open to the test environment, or in use by it. */
  let tests = 0;
  return {
    take() {
      let isForTests = tests < mostTests;
      const environments: Environment[] = isForTests ? ['live', 'test'] : ['live'];
      if (isForTests) tests += 1;
      const leave = () => {
        if (isForTests) tests -= 1;
        isForTests = false;
      };
      return {
        environments,
        claimed: (environment) => {
          if (environment !== 'test') leave();
        },
        leave,
      };
    },
  };
}
