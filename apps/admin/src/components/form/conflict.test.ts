import { expect, test } from '@jest/globals';
import { conflictsOf, merged } from './conflict.ts';

const base = { name: 'Kafana', town: 'Bar', isInVat: true };
const mine = { ...base, name: 'Kafana 2', town: 'Budva' };

test('two people who change different fields do not disturb each other, and both changes stay', () => {
  const theirs = { ...base, isInVat: false };
  expect(conflictsOf({ base, mine, theirs })).toEqual([]);
  expect(merged({ base, mine, theirs })).toEqual({ ...mine, isInVat: false });
});

test('a field that both changed is a question, unless both wrote the same', () => {
  const theirs = { ...base, name: 'Bistro', town: 'Budva' };
  expect(conflictsOf({ base, mine, theirs })).toEqual(['name']);
  expect(merged({ base, mine, theirs }, ['name'])).toEqual({ ...theirs, town: 'Budva' });
  expect(merged({ base, mine, theirs })).toEqual(mine);
});
