import { expect, test } from '@jest/globals';
import { setImmediate as nextRound } from 'node:timers/promises';
import { batchStatements } from './batched-statements.ts';

/** Reads that end when the test says so. */
function openReads(weightOf?: (key: number) => number) {
  const batches: { keys: readonly number[]; answer: () => void; fail: (error: Error) => void }[] =
    [];
  const read = batchStatements(
    (keys: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const answer = () => {
          resolve(keys.map(String));
        };
        batches.push({ keys, answer, fail: reject });
      }),
    weightOf,
  );
  return { read, batches };
}

test('what is asked for at once is read at once; what comes meanwhile gathers', async () => {
  const { read, batches } = openReads();
  const first = [read(1), read(2)];
  await nextRound();
  const second = [read(3)];
  await nextRound();
  const later = [read(4), read(5), read(4)];
  await nextRound();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2], [3]]);
  batches[1]!.answer();
  expect(await Promise.all(second)).toEqual(['3']);
  await nextRound();
  expect(batches.map(({ keys }) => keys)).toEqual([[1, 2], [3], [4, 5, 4]]);
  batches[0]!.answer();
  batches[2]!.answer();
  expect(await Promise.all([...first, ...later])).toEqual(['1', '2', '4', '5', '4']);
});

test('a batch has a largest size', async () => {
  const { read, batches } = openReads();
  const keys = Array.from({ length: 150 }, (_, index) => index);
  const all = Promise.all(keys.map(read));
  await nextRound();
  expect(batches.map((batch) => batch.keys.length)).toEqual([64, 64]);
  for (const { answer } of batches) answer();
  await nextRound();
  expect(batches.map((batch) => batch.keys.length)).toEqual([64, 64, 22]);
  batches[2]!.answer();
  expect(await all).toEqual(keys.map(String));
});

test('no key waits for one that weighs as much as a batch', async () => {
  const { read, batches } = openReads((key) => key);
  const light = [read(1), read(2), read(30), read(40)];
  const heavy = read(64);
  await nextRound();
  expect(batches.map(({ keys }) => keys)).toEqual([[64], [1, 2, 30], [40]]);
  for (const { answer } of batches) answer();
  expect(await Promise.all([...light, heavy])).toEqual(['1', '2', '30', '40', '64']);
});

test('where a read fails, all its callers get the error, and the next read goes on', async () => {
  const { read, batches } = openReads();
  const failing = Promise.allSettled([read(1), read(2)]);
  await nextRound();
  batches[0]!.fail(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = read(3);
  await nextRound();
  batches[1]!.answer();
  expect(await next).toBe('3');
});
