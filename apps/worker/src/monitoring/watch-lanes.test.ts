import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneState } from '../lanes/lane.ts';
import { watchLanes } from './watch-lanes.ts';

const silent: string[] = [];
let watch: { close: () => void } | undefined;
afterEach(() => {
  watch?.close();
  silent.length = 0;
});

const state = (change: Partial<LaneState> = {}): LaneState => ({
  concurrency: 2,
  inProgress: 0,
  lastConsumedAt: null,
  done: 0,
  failed: 0,
  progressAt: performance.now(),
  ...change,
});

function start(states: () => Record<string, LaneState>, silentAfterMs: number, busy = 3_600_000) {
  const onSilent = (lane: string) => silent.push(lane);
  watch = watchLanes({ states, onSilent, silentAfterMs, busySilentAfterMs: busy });
}

async function untilSilent(): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (silent.length === 0 && Date.now() < giveUpAt) await sleep(20);
}

test('a lane whose idle slots do not look any more is logged once, by name', async () => {
  const hung = state();
  start(() => ({ fiscalization: state(), printing: hung }), 2_000);
  await untilSilent();
  await sleep(1_500);
  expect(silent).toEqual(['printing']);
});

test('a lane whose places are all taken has more time', async () => {
  const busy = state({ inProgress: 2 });
  start(() => ({ printing: busy }), 1);
  await sleep(2_500);
  expect(silent).toEqual([]);
});

test('and is logged when that is over, too', async () => {
  const busy = state({ inProgress: 2 });
  start(() => ({ printing: busy }), 1, 2_000);
  await untilSilent();
  expect(silent).toEqual(['printing']);
});
