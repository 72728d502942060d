import type { Environment } from '@fiscal/domain';

/** A place at the work, for one look at what is Pending. */
export interface Place {
  /** Whose invoice may be taken in hand. */
  environments: Environment[];
  /** What was taken in hand; null where nothing was there. */
  claimed(environment: Environment | null): void;
  /**
   * @returns true if a place that was not open to the test environment has found nothing meanwhile: its
   * job may have been a test sale's, so that somebody has to look again.
   */
  leave(): boolean;
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
  /** Jobs that were used up by places that could not take a test sale. */
  let missed = 0;
  return {
    take() {
      let isForTests = tests < mostTests;
      if (isForTests) tests += 1;
      return {
        environments: isForTests ? ['live', 'test'] : ['live'],
        claimed(environment) {
          if (environment === null && !isForTests) missed += 1;
          if (environment === 'test' || !isForTests) return;
          isForTests = false;
          tests -= 1;
        },
        leave() {
          if (isForTests) tests -= 1;
          if (missed === 0 || tests >= mostTests) return false;
          missed -= 1;
          return true;
        },
      };
    },
  };
}
