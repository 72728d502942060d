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

  test('every job that a place for live sales has used up is looked for again, once', () => {
    const places = createPlaces(4);
    const tests = Array.from({ length: 3 }, () => busy(places, 'test'));
    for (let job = 0; job < 2; job += 1) {
      const place = places.take();
      place.claimed(null);
      expect(place.leave()).toBe(false);
    }
    expect(tests.map((place) => place.leave())).toEqual([true, true, false]);
  });

  test('a place that was open to both and found nothing has missed nothing', () => {
    const places = createPlaces(4);
    const place = places.take();
    place.claimed(null);
    expect(place.leave()).toBe(false);
  });
});
