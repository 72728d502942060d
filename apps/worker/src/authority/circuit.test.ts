import { describe, expect, test } from '@jest/globals';
import { createCircuit } from './circuit.ts';
import type { CircuitState, Lane } from './circuit.ts';

function circuitAt() {
  const clock = { now: 0 };
  const changes: CircuitState['state'][] = [];
  const circuit = createCircuit({
    failuresToOpen: 3,
    probeEveryMs: 1_000,
    now: () => clock.now,
    random: () => 0.5,
    onChange: ({ state }) => changes.push(state),
  });
  const send = (lane: Lane, answered: boolean) => {
    const permit = circuit.admit(lane);
    permit?.(answered);
    return permit !== null;
  };
  const fail = (times: number) => {
    for (let time = 0; time < times; time++) send('live', false);
  };
  return { clock, circuit, changes, send, fail };
}

describe('the circuit to the authority', () => {
  test('lets messages through as long as answers come now and then', () => {
    const { send, fail, changes } = circuitAt();
    fail(2);
    send('live', true);
    fail(2);
    expect(send('live', true)).toBe(true);
    expect(changes).toEqual([]);
  });

  test('keeps messages back after three in a row without an answer', () => {
    const { send, fail, changes } = circuitAt();
    fail(3);
    expect(send('live', true)).toBe(false);
    expect(send('delivery', true)).toBe(false);
    expect(changes).toEqual(['open']);
  });

  test('lets one delivery through when a probe is due, and nothing beside it', () => {
    const { clock, circuit, send, fail } = circuitAt();
    fail(3);
    clock.now = 1_000;
    expect(circuit.wouldAdmit('live')).toBe(false);
    const probe = circuit.admit('delivery');
    expect(probe).not.toBeNull();
    expect(send('delivery', true)).toBe(false);
    probe?.(true);
    expect(send('live', true)).toBe(true);
  });

  test('lets a live sale probe only where no delivery came forward', () => {
    const { clock, circuit, fail } = circuitAt();
    fail(3);
    clock.now = 1_999;
    expect(circuit.wouldAdmit('live')).toBe(false);
    clock.now = 2_000;
    expect(circuit.wouldAdmit('live')).toBe(true);
  });

  test('probes less and less often while the silence lasts, but at least every ten seconds', () => {
    const { clock, circuit, fail } = circuitAt();
    fail(3);
    const probes: number[] = [];
    for (; clock.now < 300_000; clock.now += 100) {
      const probe = circuit.admit('delivery');
      if (probe) probes.push(clock.now);
      probe?.(false);
    }
    const pauses = probes.slice(1).map((at, index) => at - (probes[index] ?? 0));
    expect(pauses.slice(0, 5)).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(Math.max(...pauses)).toBe(10_000);
  });

  test('messages that were under way when it opened do not put the probe off', () => {
    const { clock, circuit, fail } = circuitAt();
    const underWay = Array.from({ length: 5 }, () => circuit.admit('live'));
    fail(3);
    for (const permit of underWay) permit?.(false);
    clock.now = 1_000;
    expect(circuit.wouldAdmit('delivery')).toBe(true);
  });

  test('a late answer closes it, too', () => {
    const { circuit, fail, changes } = circuitAt();
    const late = circuit.admit('live');
    fail(3);
    late?.(true);
    expect(circuit.wouldAdmit('live')).toBe(true);
    expect(changes).toEqual(['open', 'closed']);
  });

  test('a probe that nobody ever answers for does not keep it open for ever', () => {
    const { clock, circuit, fail } = circuitAt();
    fail(3);
    clock.now = 1_000;
    circuit.admit('delivery');
    clock.now = 60_999;
    expect(circuit.wouldAdmit('delivery')).toBe(false);
    clock.now = 61_000;
    expect(circuit.wouldAdmit('delivery')).toBe(true);
  });
});
