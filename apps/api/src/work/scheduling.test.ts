import type { InvoiceScope } from '@fiscal/db/invoice';
import { describe, expect, test } from '@jest/globals';
import { createScheduler } from './scheduling.ts';

function schedulerAt(start = 0) {
  const clock = { now: start };
  return { clock, scheduler: createScheduler(() => clock.now) };
}

const live = (companyId: string): InvoiceScope => ({ companyId, environment: 'live' });
const A = live('a');
const B = live('b');

describe('scheduling', () => {
  test('a single sale is due at once', () => {
    expect(schedulerAt().scheduler.take(A, false)).toBe(0);
  });

  test('a burst of one company lines up behind the single sale of another', () => {
    const { clock, scheduler } = schedulerAt();
    const burst = Array.from({ length: 5_000 }, () => scheduler.take(A, false));
    clock.now = 2_000;
    const sale = clock.now + scheduler.take(B, false);
    // At 10 a second, 21 of the burst come before.
    expect(burst.filter((slot) => slot <= sale)).toHaveLength(21);
  });

  test('a burst of test sales holds back no live sale, not even of the same company', () => {
    const { scheduler } = schedulerAt();
    for (let call = 0; call < 5_000; call++) scheduler.take({ ...A, environment: 'test' }, false);
    expect(scheduler.take(A, false)).toBe(0);
  });

  test('a customer at a till goes ahead of two-step work, also of the same company', () => {
    const { scheduler } = schedulerAt();
    const twoStep = scheduler.take(A, false);
    const till = scheduler.take(A, true);
    expect(till).toBeLessThan(twoStep);
    expect(scheduler.take(B, true)).toBeLessThan(scheduler.take(live('c'), false));
  });

  test('work that has waited half a minute goes ahead of every new till', () => {
    const { clock, scheduler } = schedulerAt();
    const old = scheduler.take(A, false);
    clock.now = 30_001;
    expect(clock.now + scheduler.take(B, true)).toBeGreaterThan(old);
  });

  test('no scheduled time is further away than a quarter of an hour', () => {
    const { scheduler } = schedulerAt();
    const many = Array.from({ length: 20_000 }, () => scheduler.take(A, false));
    expect(Math.max(...many)).toBe(15 * 60_000);
  });

  test('what a company asked for long ago does not count against it', () => {
    const { clock, scheduler } = schedulerAt();
    for (let call = 0; call < 100; call++) scheduler.take(A, false);
    clock.now = 60_000;
    expect(scheduler.take(A, false)).toBe(0);
  });
});

describe('calls that may change nothing', () => {
  test('have different slots while they are under way', async () => {
    const { scheduler } = schedulerAt();
    const slots: number[] = [];
    const call = () =>
      scheduler.takeFor(A, false, async (scheduledInMs) => {
        slots.push(scheduledInMs);
        await Promise.resolve();
        return true;
      });
    expect(await Promise.all([call(), call(), call()])).toEqual([true, true, true]);
    expect(slots).toEqual([0, 100, 200]);
    expect(scheduler.take(A, false)).toBe(300);
  });

  test('give back what they do not use, also where they fail', async () => {
    const { scheduler } = schedulerAt();
    const failure = new Error('the database is away');
    const calls = Array.from({ length: 100 }, (_, call) =>
      scheduler.takeFor(A, false, () =>
        call < 50 ? Promise.resolve(false) : Promise.reject(failure),
      ),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: false });
    expect(outcomes[99]).toEqual({ status: 'rejected', reason: failure });
    expect(scheduler.take(A, false)).toBe(0);
  });

  test('take nothing off what waits, however long it is', async () => {
    const { scheduler } = schedulerAt();
    for (let call = 0; call < 20_000; call++) scheduler.take(A, false);
    const call = () => scheduler.takeFor(A, false, () => Promise.resolve(false));
    await Promise.all(Array.from({ length: 100 }, call));
    expect(scheduler.take(A, false)).toBe(15 * 60_000);
  });
});
