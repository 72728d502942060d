import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { askService, awaySince, serviceResponded, serviceIsAway } from './connection.ts';

const responses: (() => Promise<Response>)[] = [];
const fetched = jest.fn(() =>
  (responses.shift() ?? (() => Promise.reject(new TypeError('failed'))))(),
);
const respond = (status: number) => () => Promise.resolve(new Response('{}', { status }));

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(fetched);
});
afterEach(() => {
  serviceResponded();
  fetched.mockClear();
  responses.length = 0;
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a service that is away is asked every five seconds until it responds, and no longer', async () => {
  serviceIsAway();
  const since = awaySince.current();
  responses.push(() => Promise.reject(new TypeError('failed')), respond(502), respond(401));
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
  responses.push(respond(200));
  await askService();
  expect(awaySince.current()).toBeNull();
});
