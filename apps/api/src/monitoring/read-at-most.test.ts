import { eventually } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import { readAtMost } from './read-at-most.ts';

describe('a reading for many', () => {
  test('is made once for all that ask at the same time, and again when its time has come', async () => {
    let reads = 0;
    const read = readAtMost({
      read: () => Promise.resolve((reads += 1)),
      everyMs: 300,
      timeoutMs: 1_000,
      onError: () => undefined,
    });
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    await eventually(read, (made) => made === 2);
  });

  test('that hangs keeps no reader waiting and is not made again beside itself', async () => {
    let reads = 0;
    const read = readAtMost({
      read: () => {
        reads += 1;
        return new Promise<number>(() => undefined);
      },
      everyMs: 0,
      timeoutMs: 50,
      onError: () => undefined,
    });
    expect(await read()).toBeNull();
    expect(await read()).toBeNull();
    expect(reads).toBe(1);
  });
});
