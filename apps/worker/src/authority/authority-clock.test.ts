import { describe, expect, test } from '@jest/globals';
import { createAuthorityClock } from './authority-clock.ts';

const NOON = Date.parse('2026-11-21T11:00:00Z');
const REPLY = '2026-11-21T12:00:00+01:00';

/** A machine whose clock is `aheadMs` ahead of the authority, at noon of the authority. */
function machine(aheadMs: number) {
  const moment = { wall: NOON + aheadMs, uptime: 5_000 };
  const clock = createAuthorityClock(() => ({ ...moment }));
  const reply = (tookMs: number, repliedAt: string) => {
    const sent = { ...moment };
    pass(tookMs);
    clock.observe(sent, { ...moment }, repliedAt);
  };
  /** Three replies of one moment. */
  const exchange = (tookMs: number) => {
    const begun = { ...moment };
    for (let time = 0; time < 3; time += 1) {
      Object.assign(moment, begun);
      reply(tookMs, REPLY);
    }
  };
  const pass = (ms: number) => {
    moment.wall += ms;
    moment.uptime += ms;
  };
  return { moment, clock, exchange, reply, pass };
}

describe('the clock beside the authority', () => {
  test('nothing is known before the third reply', () => {
    const { clock, reply } = machine(90_000);
    reply(0, REPLY);
    reply(0, REPLY);
    expect(clock.offsetMs()).toBeNull();
    reply(0, REPLY);
    expect(clock.offsetMs()).toBe(89_000);
  });

  test.each(['2026-11-21T13:00:00+01:00', '2026-11-21T11:00:00+01:00'])(
    'one reply, and one reply more, with the wrong time %s changes nothing',
    (wrong) => {
      const { clock, exchange, reply } = machine(0);
      exchange(100);
      reply(0, wrong);
      expect(clock.offsetMs()).toBe(0);
      reply(0, wrong);
      expect(clock.offsetMs()).toBe(0);
    },
  );

  test('a clock that is wrong by every newer reply is wrong, whatever older ones said', () => {
    const { clock, exchange, reply } = machine(0);
    exchange(100);
    for (let time = 0; time < 4; time += 1) reply(0, '2026-11-21T11:00:00+01:00');
    expect(clock.offsetMs()).toBe(3_600_000 - 900);
  });

  test('seven replies judge, and of two in the middle the one nearer to a right clock', () => {
    const { clock, exchange, reply } = machine(0);
    exchange(0);
    for (let time = 0; time < 3; time += 1) reply(0, '2026-11-21T11:00:00+01:00');
    expect(clock.offsetMs()).toBe(0);
    for (let time = 0; time < 2; time += 1) reply(0, REPLY);
    // Of eight the oldest, a right one, is forgotten: four right ones, three wrong ones.
    expect(clock.offsetMs()).toBe(0);
    reply(0, '2026-11-21T11:00:00+01:00');
    expect(clock.offsetMs()).toBe(3_599_000);
  });

  test('a right clock is right, however long the reply took', () => {
    const { clock, exchange } = machine(0);
    exchange(7_000);
    expect(clock.offsetMs()).toBe(0);
  });

  test('a clock that is ahead or behind is off by what is certain', () => {
    const ahead = machine(90_000);
    ahead.exchange(2_000);
    // The authority's second may have just ended when it wrote the reply.
    expect(ahead.clock.offsetMs()).toBe(89_000);
    const behind = machine(-90_000);
    behind.exchange(2_000);
    expect(behind.clock.offsetMs()).toBe(-88_000);
  });

  test('a clock that is set after the reply is noticed, and so is one that is set right again', () => {
    const { moment, clock, exchange, pass } = machine(0);
    exchange(100);
    pass(30_000);
    moment.wall += 3_600_000;
    expect(clock.offsetMs()).toBeGreaterThan(3_590_000);
    moment.wall -= 3_600_000;
    expect(clock.offsetMs()).toBe(0);
  });

  test('a reply of long ago says nothing', () => {
    const { clock, exchange, pass } = machine(3_600_000);
    exchange(100);
    pass(10 * 60_000);
    expect(clock.offsetMs()).not.toBeNull();
    pass(1);
    expect(clock.offsetMs()).toBeNull();
  });
});
