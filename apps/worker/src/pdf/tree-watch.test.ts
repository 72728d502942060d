import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchTree } from './tree-watch.ts';

let looks = 0;
let isBusy = false;
let end: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  looks = 0;
  end = watchTree(
    () => isBusy,
    () => (looks += 1),
  );
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

/** Looks within so many seconds. */
function looksIn(seconds: number): number {
  const before = looks;
  jest.advanceTimersByTime(seconds * 1_000);
  return looks - before;
}

test('while something is printed, the processes are looked at twice a second', () => {
  isBusy = true;
  expect(looksIn(60)).toBe(120);
});

test('at rest they are looked at once at first, and then every half minute', () => {
  isBusy = true;
  looksIn(10);
  isBusy = false;
  expect([looksIn(1), looksIn(28), looksIn(1), looksIn(30)]).toEqual([1, 0, 1, 1]);
  isBusy = true;
  expect(looksIn(1)).toBe(2);
});

test('nothing is looked at once it has ended', () => {
  isBusy = true;
  end();
  expect(looksIn(60)).toBe(0);
});
