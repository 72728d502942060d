import { expect, test } from '@jest/globals';
import { openRests } from './rests.ts';

/** What is called at each page of a file, which takes so long, and the rests behind the pages. */
async function restsOf(tookMs: readonly number[], onPage: (call: () => void, at: number) => void) {
  let now = 5_000;
  const slept: number[] = [];
  const rests = openRests({
    now: () => now,
    sleep(ms) {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  });
  async function* read() {
    for (const [at, ms] of tookMs.entries()) {
      now += ms;
      onPage(rests.noteCall, at);
      yield await Promise.resolve(at);
    }
  }
  rests.noteCall();
  const pages: number[] = [];
  for await (const page of rests.withRests(read())) pages.push(page);
  expect(pages).toEqual([...tookMs.keys()]);
  return slept;
}

test('a file beside which no other call comes has no rests', async () => {
  expect(await restsOf([5, 5, 5], () => undefined)).toEqual([]);
});

test('beside calls a file has a fifth of the time, and no rest is long', async () => {
  expect(await restsOf([5, 2, 300], (call) => call())).toEqual([20, 8, 40]);
});

test('a second after the last call it goes on without rests', async () => {
  const once = (call: () => void, at: number) => {
    if (at === 0) call();
  };
  expect(await restsOf([5, 10, 1_000, 10], once)).toEqual([20, 40]);
});
