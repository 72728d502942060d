import { describe, expect, test } from '@jest/globals';
import { watchReceiptCheck } from './receipt-check-watch.ts';

const BEGIN = Date.parse('2026-11-21T10:00:00Z');
const MINUTE_MS = 60_000;

function watched() {
  const clock = { now: BEGIN };
  const told: string[] = [];
  const watch = watchReceiptCheck({
    clock: () => new Date(clock.now),
    onSilent: (level, since) => told.push(`${level} ${since.toISOString()}`),
    onAnswer: () => told.push('answers'),
  });
  const unreachable = (minutes: number) => {
    clock.now = BEGIN + minutes * MINUTE_MS;
    watch.observe({ kind: 'unreachable', detail: 'HTTP 403' });
  };
  return { watch, told, unreachable };
}

describe('a receipt check that does not answer', () => {
  test('is told of after a minute, and more urgently after a quarter of an hour, each once', () => {
    const { watch, told, unreachable } = watched();
    for (const minutes of [0, 0.5]) unreachable(minutes);
    expect([told, watch.silentSince()]).toEqual([[], null]);
    for (const minutes of [1, 2, 15, 20]) unreachable(minutes);
    expect(told).toEqual(['warning 2026-11-21T10:00:00.000Z', 'alarm 2026-11-21T10:00:00.000Z']);
    expect(watch.silentSince()).toEqual(new Date(BEGIN));
  });

  test.each([{ kind: 'not-found' }, { kind: 'found', fic: 'AB' }] as const)(
    'is there again with $kind',
    (result) => {
      const { watch, told, unreachable } = watched();
      for (const minutes of [0, 1]) unreachable(minutes);
      watch.observe(result);
      expect(watch.silentSince()).toBeNull();
      unreachable(1.5);
      expect(told).toEqual(['warning 2026-11-21T10:00:00.000Z', 'answers']);
    },
  );
});
