import { describe, expect, test } from '@jest/globals';
import { selfInflicted } from './nemesis.ts';
import { ordersOf } from './orders.ts';

describe('a run from a seed', () => {
  test('has the same orders again, and others from another seed', () => {
    const orders = ordersOf({ seed: 5, count: 50, registers: 9 });
    expect(ordersOf({ seed: 5, count: 50, registers: 9 })).toEqual(orders);
    expect(ordersOf({ seed: 6, count: 50, registers: 9 })).not.toEqual(orders);
  });

  test('lets cash registers begin one after the other, until all sell', () => {
    const orders = ordersOf({ seed: 5, count: 4_000, registers: 12, openAtFirst: 2 });
    const first = Array.from({ length: 12 }, (_, register) =>
      orders.findIndex((order) => order.register === register),
    );
    expect(first).not.toContain(-1);
    expect(first.slice(2)).toEqual([...first.slice(2)].sort((a, b) => a - b));
    expect(first[11]).toBeGreaterThan(3_000);
  });

  test('lets every life of a process end elsewhere, and none once it is quiet', () => {
    const lives = [1, 2, 3].map((life) => selfInflicted('worker', life, 5, 0.004));
    expect(new Set(lives.map((life) => life?.seed)).size).toBe(3);
    expect(lives[0]?.points?.['deposit-prepared']?.probability).toBeCloseTo(0.24);
    expect(selfInflicted('worker', 1, 5, 0)).toBeNull();
  });
});
