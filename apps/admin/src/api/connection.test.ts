import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { askService, awaySince, serviceAnswered, serviceIsAway } from './connection.ts';

const answers: (() => Promise<Response>)[] = [];
const fetched = jest.fn(() =>
  (answers.shift() ?? (() => Promise.reject(new TypeError('failed'))))(),
);
const answer = (status: number) => () => Promise.resolve(new Response('{}', { status }));

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetched);
});
afterEach(() => {
  serviceAnswered();
  fetched.mockClear();
  answers.length = 0;
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a service that is away is asked every five seconds until it answers, and no longer', async () => {
  serviceIsAway();
  const since = awaySince.current();
  answers.push(() => Promise.reject(new TypeError('failed')), answer(502), answer(401));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(awaySince.current()).toBe(since);
  expect(since).not.toBeNull();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(awaySince.current()).toBeNull();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('the question finds out that the service is away, and that it is back', async () => {
  await askService();
  expect(awaySince.current()).not.toBeNull();
  answers.push(answer(200));
  await askService();
  expect(awaySince.current()).toBeNull();
});
