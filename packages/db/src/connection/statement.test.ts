import { describe, expect, test } from '@jest/globals';
import { statement } from './statement.ts';

const FIND = statement<{ id: string; status: string }>(
  'find',
  `select a::text, 'user:%', ':1' from t where id = :id and (s = :status::text or t <> :id)`,
);

describe('a statement with named parameters', () => {
  test('numbers each name once, and takes neither casts nor texts for names', () => {
    expect(FIND({ status: 'open', id: '7' })).toEqual({
      name: 'find',
      text: `select a::text, 'user:%', ':1' from t where id = $1 and (s = $2::text or t <> $1)`,
      values: ['7', 'open'],
    });
  });

  test('is not run without a value that its text names', () => {
    const known = { id: '7' } as { id: string; status: string };
    expect(() => FIND(known)).toThrow('the statement find lacks :status');
  });
});
