import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Observation } from './circuit.ts';
import { circuitAt } from './testing/circuit-at.ts';

/** One message: whose, how long until the next one, and whether it gets a reply. */
const messages = fc.array(
  fc.record({
    company: fc.constantFrom('a', 'b', 'c'),
    gapMs: fc.integer({ min: 0, max: 4_000 }),
    observation: fc.constantFrom<Observation | null>(
      'silence',
      'silence',
      'reply',
      'disbelief',
      null,
    ),
  }),
  { maxLength: 200 },
);

describe('whatever happens', () => {
  test('a company that always gets a reply, every few seconds, is never kept from the authority', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const { clock, send } = circuitAt();
        for (const { company, gapMs, observation } of sequence) {
          expect(send('live', 'reply', 'well')).toBe(true);
          clock.now += gapMs;
          send('live', observation, company);
        }
      }),
    );
  });

  test('a company that has not been tried is kept back only where two others get no reply', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const { clock, circuit, send } = circuitAt();
        for (const { gapMs, observation } of sequence) {
          clock.now += gapMs;
          send('live', observation, 'a');
          expect(circuit.isOpenFor('new')).toBe(false);
        }
      }),
    );
  });

  test('a reply leaves no circuit open that keeps its company back', () => {
    fc.assert(
      fc.property(messages, (sequence) => {
        const { clock, circuit, send } = circuitAt();
        for (const { company, gapMs, observation } of sequence) {
          clock.now += gapMs;
          const isReply = observation === 'reply' || observation === 'disbelief';
          if (send('live', observation, company) && isReply) {
            expect(circuit.isOpenFor(company)).toBe(false);
            expect(circuit.isOpenFor('new')).toBe(false);
          }
        }
      }),
    );
  });
});
