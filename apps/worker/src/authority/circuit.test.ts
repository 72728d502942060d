import { describe, expect, test } from '@jest/globals';
import type { Observation } from './circuit.ts';
import { AUTHORITY } from './silence-record.ts';
import { circuitAt } from './testing/circuit-at.ts';

describe('the circuit of a company', () => {
  test('lets messages through as long as replies come now and then', () => {
    const { send, fail, changes } = circuitAt();
    fail(2);
    send('live', 'reply');
    fail(2);
    expect(send('live', 'reply')).toBe(true);
    expect(changes).toEqual([]);
  });

  test('keeps its messages back after three in a row without a reply, and no others', () => {
    const { send, fail } = circuitAt();
    fail(3);
    expect(send('live', 'reply', 'a')).toBe(false);
    expect(send('delivery', 'reply', 'a')).toBe(false);
    for (const company of ['b', 'c', 'd']) expect(send('live', 'reply', company)).toBe(true);
  });

  test('is the authority’s as far as anybody can tell, until another company gets a reply', () => {
    const { circuit, send, fail, changes } = circuitAt();
    fail(3);
    expect(circuit.state()).toMatchObject({ state: 'open', failures: 3, silentCompanies: 0 });
    send('live', 'reply', 'b');
    expect(circuit.state()).toMatchObject({ state: 'closed', failures: 0, silentCompanies: 1 });
    expect(changes).toEqual(['open', 'closed']);
    expect(circuit.isOpenFor('a')).toBe(true);
  });

  test('keeps its deliveries from being claimed, but for the probe of one slot', () => {
    const { clock, circuit, send, fail } = circuitAt();
    fail(3);
    send('live', 'reply', 'b');
    expect([circuit.companiesToSkip(true), circuit.wouldDeliver(false)]).toEqual([['a'], true]);
    clock.now = 1_000;
    expect([circuit.companiesToSkip(true), circuit.companiesToSkip(false)]).toEqual([[], ['a']]);
    expect(send('delivery', 'reply')).toBe(true);
    expect(circuit.companiesToSkip(false)).toEqual([]);
  });

  test('is not opened by messages whose company got a reply while they waited', () => {
    const { clock, circuit, send } = circuitAt();
    const waiting = Array.from({ length: 5 }, () => circuit.admit('live', 'a'));
    clock.now = 100;
    send('live', 'reply', 'a');
    for (const permit of waiting) permit?.('silence');
    expect(circuit.isOpenFor('a')).toBe(false);
  });
});

describe('the circuit of the authority', () => {
  test('opens on the silence of several companies, for all', () => {
    const { circuit, send, fallSilent, changes } = circuitAt();
    fallSilent();
    for (const company of ['a', 'b', 'c']) expect(send('live', 'reply', company)).toBe(false);
    expect(circuit.wouldDeliver(false)).toBe(false);
    expect(changes).toEqual(['open']);
  });

  test('opens after the first sale of another company that gets no reply either', () => {
    const { send, fail } = circuitAt();
    fail(3, 'a');
    fail(1, 'b');
    expect(send('live', 'reply', 'c')).toBe(false);
  });

  test.each<Observation | null>([null, 'disbelief', 'reply'])(
    'is not opened by what says %s',
    (observation) => {
      const { send, circuit } = circuitAt();
      for (let time = 0; time < 20; time += 1) {
        for (const company of ['a', 'b', 'c']) {
          expect(send('live', observation, company)).toBe(true);
        }
      }
      expect(circuit.state().state).toBe('closed');
    },
  );

  test('lets one delivery through when a probe is due, and nothing beside it', () => {
    const { clock, circuit, send, fallSilent } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    const probe = circuit.admit('delivery', 'c');
    expect(probe).not.toBeNull();
    expect(send('delivery', 'reply', 'd')).toBe(false);
    probe?.('reply');
    expect(send('live', 'reply', 'a')).toBe(true);
  });

  test('lets a live sale probe only where no delivery came forward', () => {
    const { clock, fallSilent, wouldAdmit } = circuitAt();
    fallSilent();
    clock.now = 1_999;
    expect(wouldAdmit('live')).toBe(false);
    clock.now = 2_000;
    expect(wouldAdmit('live')).toBe(true);
  });

  test('probes less and less often while the silence lasts, but at least every ten seconds', () => {
    const { clock, circuit, fallSilent } = circuitAt();
    fallSilent();
    const probes: number[] = [];
    for (; clock.now < 300_000; clock.now += 100) {
      const probe = circuit.admit('delivery', 'a');
      if (probe) probes.push(clock.now);
      probe?.('silence');
    }
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(Math.max(...pauses)).toBe(10_000);
  });

  test('probes every ten seconds also where each probe waits eight for its reply', () => {
    const { clock, circuit, fallSilent } = circuitAt();
    fallSilent();
    const begun: number[] = [];
    while (clock.now < 300_000) {
      const probe = circuit.admit('delivery', 'a');
      if (probe) begun.push(clock.now);
      clock.now += probe ? 8_000 : 100;
      probe?.('silence');
    }
    const last = begun.at(-1) ?? 0;
    expect(last - (begun.at(-2) ?? 0)).toBe(10_000);
  });

  test('asks for the delivery of another company at each probe, and then for any', () => {
    const { clock, circuit, send, fallSilent } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    send('delivery', 'silence', 'a');
    clock.now = 3_000;
    expect(circuit.companiesToSkip(true)).toEqual(['a']);
    clock.now = 3_501;
    expect(circuit.companiesToSkip(true)).toEqual([]);
  });

  // ADR 2: probes come from different companies, whatever lane they are in.
  test('lets a sale of another company probe before the delivery that has probed in vain', () => {
    const { clock, circuit, send, fallSilent, wouldAdmit } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    send('delivery', 'silence', 'a');
    clock.now = 3_249;
    expect(wouldAdmit('live', 'c')).toBe(false);
    clock.now = 3_250;
    expect(circuit.companiesToSkip(true)).toEqual(['a']);
    expect(wouldAdmit('live', 'a')).toBe(false);
    expect(send('live', 'reply', 'c')).toBe(true);
    expect(circuit.openings()).toEqual([]);
  });

  test('closes although every delivery is of a company that never gets a reply', () => {
    const { clock, circuit, send, fallSilent } = circuitAt();
    fallSilent();
    // From here on the authority replies to all but a, which always has a delivery that is due.
    let closedAt = 0;
    while (clock.now < 300_000 && closedAt === 0) {
      const isOfA = circuit.wouldDeliver(true) && !circuit.companiesToSkip(true).includes('a');
      const probe = isOfA ? circuit.admit('delivery', 'a') : null;
      // A sale of c comes every 100 ms, also while the probe of a waits eight seconds.
      for (let waited = 0; waited < (probe ? 8_000 : 100); waited += 100) {
        clock.now += 100;
        send('live', 'reply', 'c');
      }
      probe?.('silence');
      if (circuit.openings().length === 0) closedAt = clock.now;
    }
    expect(closedAt).toBeGreaterThan(0);
    expect(closedAt).toBeLessThan(12_000);
  });

  test('lets one of each company probe at any time that would fail, or that a person tries again', () => {
    const { clock, circuit, fallSilent, ask, wouldAdmit } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    const delivery = circuit.admit('delivery', 'a');
    const [first, second] = [ask('a'), ask('c')];
    expect([delivery, first, second]).not.toContain(null);
    // One of a company, and two in all here: the other slots are for sales that turn Offline at
    // once.
    expect([ask('c'), ask('d')]).toEqual([null, null]);
    second?.('silence');
    const third = ask('d');
    expect(third).not.toBeNull();
    third?.('reply');
    expect(wouldAdmit('live', 'b')).toBe(true);
    first?.('silence');
    delivery?.('silence');
    expect(circuit.openings()).toEqual([]);
  });

  test('of a company that issues nothing offline is closed by its next sale that gets a reply', () => {
    const { circuit, fail, ask } = circuitAt();
    fail(3, 'a');
    expect(circuit.isOpenFor('a')).toBe(true);
    ask('a')?.('reply');
    expect(circuit.isOpenFor('a')).toBe(false);
  });

  test('messages that were under way when it opened do not put the probe off', () => {
    const { clock, circuit, fallSilent, wouldAdmit } = circuitAt();
    const underWay = Array.from({ length: 5 }, () => circuit.admit('live', 'a'));
    fallSilent();
    for (const permit of underWay) permit?.('silence');
    clock.now = 1_000;
    expect(wouldAdmit('delivery')).toBe(true);
  });

  test('a late reply, believed or not, closes it and that of every company', () => {
    for (const reply of ['reply', 'disbelief'] as const) {
      const { circuit, fail, fallSilent, wouldAdmit, changes } = circuitAt();
      fail(3, 'a');
      const late = circuit.admit('live', 'c');
      fallSilent();
      late?.(reply);
      expect(['a', 'b', 'c'].map((company) => wouldAdmit('live', company))).toEqual([
        true,
        true,
        true,
      ]);
      expect(changes).toEqual(['open', 'closed']);
    }
  });

  test('messages that were under way when it closed do not open it again', () => {
    const { clock, circuit, send, fallSilent } = circuitAt();
    const underWay = ['a', 'b', 'c', 'c', 'c'].map((company) => circuit.admit('live', company));
    fallSilent();
    clock.now = 1_000;
    send('delivery', 'reply');
    clock.now = 9_000;
    for (const permit of underWay) permit?.('silence');
    expect(circuit.openings()).toEqual([]);
  });

  test('a probe that never gets a reply does not keep it open for ever', () => {
    const { clock, circuit, fallSilent, wouldAdmit } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    circuit.admit('delivery', 'a');
    clock.now = 60_999;
    expect(wouldAdmit('delivery')).toBe(false);
    clock.now = 61_000;
    expect(wouldAdmit('delivery')).toBe(true);
  });

  test('a probe that says nothing lets the next one go at once', () => {
    const { clock, send, fallSilent, wouldAdmit } = circuitAt();
    fallSilent();
    clock.now = 1_000;
    send('delivery', null);
    expect(wouldAdmit('delivery')).toBe(true);
  });
});

describe('what another worker has opened', () => {
  test('is open here before the first message, and closed when it is closed there', () => {
    const { circuit, send } = circuitAt();
    expect(circuit.adopt({ scope: AUTHORITY, openForMs: 60_000 })).toBe(true);
    expect(circuit.adopt({ scope: 'a', openForMs: 60_000 })).toBe(true);
    expect(send('live', 'reply', 'b')).toBe(false);
    circuit.close(AUTHORITY);
    expect(send('live', 'reply', 'a')).toBe(true);
    expect(circuit.openings()).toEqual([]);
  });

  test('of a company keeps back no other company’s messages', () => {
    const { circuit, send } = circuitAt();
    circuit.adopt({ scope: 'a', openForMs: 0 });
    expect(send('live', 'reply', 'a')).toBe(false);
    expect(send('live', 'reply', 'b')).toBe(true);
  });

  test('is not taken over by a worker that got a reply since', () => {
    const { clock, circuit, send } = circuitAt();
    clock.now = 100_000;
    send('live', 'reply', 'a');
    clock.now = 103_000;
    for (const scope of [AUTHORITY, 'a']) {
      expect(circuit.adopt({ scope, openForMs: 30_000 })).toBe(false);
    }
  });

  test('of the authority is not taken over by a worker that got a reply shortly before', () => {
    const { clock, circuit, send } = circuitAt();
    clock.now = 100_000;
    send('live', 'reply', 'a');
    clock.now = 103_000;
    expect(circuit.adopt({ scope: AUTHORITY, openForMs: 0 })).toBe(false);
    clock.now = 120_000;
    expect(circuit.adopt({ scope: AUTHORITY, openForMs: 0 })).toBe(true);
  });

  test('of a company is taken over although it got a reply, or was closed elsewhere, shortly before', () => {
    const { clock, circuit, send } = circuitAt();
    clock.now = 100_000;
    send('live', 'reply', 'a');
    clock.now = 102_500;
    expect(circuit.adopt({ scope: 'a', openForMs: 0 })).toBe(true);
    circuit.close('a');
    clock.now = 103_500;
    expect(circuit.adopt({ scope: 'a', openForMs: 500 })).toBe(true);
  });
});
