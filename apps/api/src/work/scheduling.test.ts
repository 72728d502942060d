import { describe, expect, test } from '@jest/globals';
import { createScheduler } from './scheduling.ts';

function schedulerAt(start = 0) {
  const clock = { now: start };
  return { clock, scheduler: createScheduler(() => clock.now) };
}

describe('scheduling', () => {
  test('a single sale is due at once', () => {
    expect(schedulerAt().scheduler.take('a', false)).toBe(0);
  });

  test('a burst of one company lines up behind the single sale of another', () => {
    const { clock, scheduler } = schedulerAt();
    const burst = Array.from({ length: 5_000 }, () => scheduler.take('a', false));
    clock.now = 2_000;
    const sale = clock.now + scheduler.take('b', false);
    // At 10 a second, 21 of the burst come before.
    expect(burst.filter((slot) => slot <= sale)).toHaveLength(21);
  });

  test('a customer at a till goes ahead of two-step work, also of the same company', () => {
    const { scheduler } = schedulerAt();
    const twoStep = scheduler.take('a', false);
    const till = scheduler.take('a', true);
    expect(till).toBeLessThan(twoStep);
    expect(scheduler.take('b', true)).toBeLessThan(scheduler.take('c', false));
  });

  test('work that has waited half a minute goes ahead of every new till', () => {
    const { clock, scheduler } = schedulerAt();
    const old = scheduler.take('a', false);
    clock.now = 30_001;
    expect(clock.now + scheduler.take('b', true)).toBeGreaterThan(old);
  });

  test('no scheduled time is further away than a quarter of an hour', () => {
    const { scheduler } = schedulerAt();
    const many = Array.from({ length: 20_000 }, () => scheduler.take('a', false));
    expect(Math.max(...many)).toBe(15 * 60_000);
  });

  test('a call that changes nothing uses no slot', () => {
    const { scheduler } = schedulerAt();
    for (let call = 0; call < 100; call++) scheduler.peek('a', false);
    expect(scheduler.take('a', false)).toBe(0);
  });

  test('what a company asked for long ago does not count against it', () => {
    const { clock, scheduler } = schedulerAt();
    for (let call = 0; call < 100; call++) scheduler.take('a', false);
    clock.now = 60_000;
    expect(scheduler.take('a', false)).toBe(0);
  });
});
