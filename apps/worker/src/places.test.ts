import { expect, test } from '@jest/globals';
import { createPlaces } from './places.ts';

test('sales of the test environment leave places for live ones, and give theirs back', () => {
  const places = createPlaces(4);
  const leave = [places.take('test'), places.take('test')];
  places.take('live');
  expect(places.open()).toEqual(['live', 'test']);
  leave.push(places.take('test'));
  expect(places.open()).toEqual(['live']);
  leave[0]?.();
  expect(places.open()).toEqual(['live', 'test']);
});

test('a single place is open to both', () => {
  expect(createPlaces(1).open()).toEqual(['live', 'test']);
});
