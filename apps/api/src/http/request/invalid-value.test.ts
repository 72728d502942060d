import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { invalidValue } from './invalid-value.ts';

const schema = z.strictObject({
  name: z.string().max(3),
  list: z.array(z.number()).min(1),
  count: z.coerce.number().int().min(1).max(200),
  kind: z.enum(['a', 'b']),
  id: z.uuid(),
  own: z.string().min(1, 'is our own sentence'),
});
const SOUND = { name: 'abc', list: [1], count: 1, kind: 'a', id: crypto.randomUUID(), own: 'x' };

test.each([
  [{ name: undefined }, 'is required'],
  [{ name: 1 }, 'must be a string'],
  [{ list: {} }, 'must be an array'],
  [{ name: 'abcd' }, 'must have at most 3 characters'],
  [{ list: [] }, 'must have at least 1 element'],
  [{ count: 'x' }, 'must be a number'],
  [{ count: 1.5 }, 'must be an integer'],
  [{ count: 201 }, 'must be at most 200'],
  [{ kind: 'c' }, 'must be one of a, b'],
  [{ id: 'x' }, 'is not valid'],
  [{ own: '' }, 'is our own sentence'],
  [{ more: 1, most: 2 }, 'must not have more, most'],
])('what is wrong with %j is stated in our own words', (change, message) => {
  const result = schema.safeParse({ ...SOUND, ...change }, { error: invalidValue });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
