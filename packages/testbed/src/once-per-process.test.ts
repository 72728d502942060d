import { expect, test } from '@jest/globals';
import { oncePerProcess } from './once-per-process.ts';

test('a thing is made once, and again only where it could not be made', async () => {
  const things = { made: 0 };
  const make = () => Promise.resolve((things.made += 1));
  expect(await oncePerProcess('number', make)).toBe(1);
  expect(await oncePerProcess('number', make)).toBe(1);
  expect(await oncePerProcess('other number', make)).toBe(2);

  const fail = () => Promise.reject(new Error('not yet'));
  await expect(oncePerProcess('late number', fail)).rejects.toThrow('not yet');
  expect(await oncePerProcess('late number', make)).toBe(3);
});
