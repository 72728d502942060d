import { expect, test } from '@jest/globals';
import { openMachineTime } from './machine-time.ts';

function clocksOf() {
  const at = { wall: 1_000_000, own: 500, uptime: 90_000 };
  let reads = 0;
  const now = openMachineTime({
    wall: () => at.wall,
    own: () => at.own,
    uptime: () => {
      reads += 1;
      return at.uptime;
    },
  });
  return { at, now, reads: () => reads };
}

test('the uptime goes on without being read while both clocks go alike', () => {
  const { at, now, reads } = clocksOf();
  for (const each of ['wall', 'own', 'uptime'] as const) at[each] += 3_600_000;
  expect(now()).toEqual({ wall: at.wall, uptime: at.uptime });
  expect(reads()).toBe(1);
});

test('a clock that is set moves the time and not the uptime', () => {
  const { at, now } = clocksOf();
  at.wall -= 3_600_000;
  expect(now()).toEqual({ wall: at.wall, uptime: at.uptime });
});

test('the uptime has gone on while the machine slept', () => {
  const { at, now, reads } = clocksOf();
  at.wall += 60_000;
  at.uptime += 60_000;
  expect(now()).toEqual({ wall: at.wall, uptime: at.uptime });
  expect(reads()).toBe(2);
});
