import { describe, expect, test } from '@jest/globals';
import { createTurns } from './scheduling.ts';

function turnsAt(start = 0) {
  const clock = { now: start };
  return { clock, turns: createTurns(() => clock.now) };
}

describe('turns', () => {
  test('a single sale is due at once', () => {
    expect(turnsAt().turns.take('a', false)).toBe(0);
  });

  test('a burst of one company lines up behind the single sale of another', () => {
    const { clock, turns } = turnsAt();
    const burst = Array.from({ length: 5_000 }, () => turns.take('a', false));
    clock.now = 2_000;
    const sale = clock.now + turns.take('b', false);
    // At 10 a second, 21 of the burst had their turn before.
    expect(burst.filter((turn) => turn <= sale)).toHaveLength(21);
  });

  test('a customer at a till goes ahead of two-step work, also of the same company', () => {
    const { turns } = turnsAt();
    const twoStep = turns.take('a', false);
    const till = turns.take('a', true);
    expect(till).toBeLessThan(twoStep);
    expect(turns.take('b', true)).toBeLessThan(turns.take('c', false));
  });

  test('work that has waited half a minute goes ahead of every new till', () => {
    const { clock, turns } = turnsAt();
    const old = turns.take('a', false);
    clock.now = 30_001;
    expect(clock.now + turns.take('b', true)).toBeGreaterThan(old);
  });

  test('no turn is further away than a quarter of an hour', () => {
    const { turns } = turnsAt();
    const many = Array.from({ length: 20_000 }, () => turns.take('a', false));
    expect(Math.max(...many)).toBe(15 * 60_000);
  });

  test('a call that changes nothing uses no turn', () => {
    const { turns } = turnsAt();
    for (let call = 0; call < 100; call++) turns.peek('a', false);
    expect(turns.take('a', false)).toBe(0);
  });

  test('what a company asked for long ago does not count against it', () => {
    const { clock, turns } = turnsAt();
    for (let call = 0; call < 100; call++) turns.take('a', false);
    clock.now = 60_000;
    expect(turns.take('a', false)).toBe(0);
  });
});
