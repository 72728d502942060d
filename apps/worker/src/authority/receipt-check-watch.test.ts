import { describe, expect, test } from '@jest/globals';
import { watchReceiptCheck } from './receipt-check-watch.ts';

const BEGIN = new Date('2026-11-21T10:00:00Z');
const MINUTE_MS = 60_000;

function watched() {
  const clock = { now: BEGIN.getTime() };
  const logged: unknown[] = [];
  const log = (level: string) => (fields: object, message: string) => {
    logged.push([level, fields, message.replace('the public receipt check ', '')]);
  };
  const logger = { warn: log('warn'), error: log('error') };
  const watch = watchReceiptCheck(logger as never, () => new Date(clock.now));
  const unreachable = (minutes: number) => {
    clock.now = BEGIN.getTime() + minutes * MINUTE_MS;
    watch.observe({ kind: 'unreachable', detail: 'HTTP 403' });
  };
  return { watch, logged, unreachable };
}

const SILENT = [{ since: BEGIN, detail: 'HTTP 403' }, 'does not reply'];

describe('a receipt check that does not reply', () => {
  test('is logged after a minute, and more urgently after a quarter of an hour, each once', () => {
    const { watch, logged, unreachable } = watched();
    for (const minutes of [0, 0.5]) unreachable(minutes);
    expect([logged, watch.silentSince()]).toEqual([[], null]);
    for (const minutes of [1, 2, 15, 20]) unreachable(minutes);
    expect(logged).toEqual([
      ['warn', ...SILENT],
      ['error', ...SILENT],
    ]);
    expect(watch.silentSince()).toEqual(BEGIN);
  });

  test.each([{ kind: 'not-found' }, { kind: 'found', fic: 'AB', registered: null }] as const)(
    'is there again with $kind',
    (result) => {
      const { watch, logged, unreachable } = watched();
      for (const minutes of [0, 1]) unreachable(minutes);
      watch.observe(result);
      expect(watch.silentSince()).toBeNull();
      unreachable(1.5);
      expect(logged).toEqual([
        ['warn', ...SILENT],
        ['warn', {}, 'replies again'],
      ]);
    },
  );
});
