import { describe, expect, test } from '@jest/globals';
import type { Environment } from '@fiscal/domain';
import { createPlaces } from './places.ts';
import type { Places } from './places.ts';

const BOTH = ['live', 'test'];

/** A place that has taken an invoice of this environment in hand. */
function busy(places: Places, environment: Environment) {
  const place = places.take();
  place.claimed(environment);
  return place;
}

describe('places', () => {
  test('sales of the test environment leave places for live ones, and give theirs back', () => {
    const places = createPlaces(4);
    const tests = [busy(places, 'test'), busy(places, 'test')];
    busy(places, 'live');
    tests.push(busy(places, 'test'));
    const last = places.take();
    expect(last.environments).toEqual(['live']);
    last.claimed('live');
    tests[0]?.leave();
    expect(places.take().environments).toEqual(BOTH);
  });

  test('places that look at the same time do not take more test sales than their share', () => {
    const places = createPlaces(4);
    const looking = Array.from({ length: 4 }, () => places.take());
    expect(looking.map(({ environments }) => environments)).toEqual([BOTH, BOTH, BOTH, ['live']]);
  });

  test('a single place is open to both', () => {
    expect(createPlaces(1).take().environments).toEqual(BOTH);
  });

  test('a place that found nothing, or a live sale, gives its share back at once', () => {
    const places = createPlaces(4);
    for (const environment of [null, 'live'] as const) {
      const looking = Array.from({ length: 3 }, () => places.take());
      for (const place of looking) place.claimed(environment);
      const next = places.take();
      expect(next.environments).toEqual(BOTH);
      next.leave();
      for (const place of looking) place.leave();
    }
  });
});
