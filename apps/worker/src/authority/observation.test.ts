import { describe, expect, test } from '@jest/globals';
import type { Outcome, UnansweredReason } from '@fiscal/efi';
import { observationOf } from './observation.ts';
import type { Observation } from './observation.ts';

const PATIENCE_MS = 4_000;
const unanswered = (reason: UnansweredReason): Outcome<object> => ({
  kind: 'unanswered',
  reason,
  detail: '',
  wasSent: true,
  httpStatus: null,
  rawAnswer: null,
});

describe('what an exchange says about the authority', () => {
  test.each<[UnansweredReason, Observation | null]>([
    ['timeout', 'silence'],
    ['connection', 'silence'],
    ['http', 'silence'],
    ['server-fault', 'silence'],
    ['unreadable', 'silence'],
    ['too-large', 'silence'],
    ['undocumented-fault', 'reply'],
    ['bad-signature', 'disbelief'],
    ['not-pinned', 'disbelief'],
    ['wrong-request', 'disbelief'],
    ['simulator', 'disbelief'],
    ['withheld', null],
  ])('%s: %s', (reason, observation) => {
    expect(observationOf(unanswered(reason), PATIENCE_MS, PATIENCE_MS)).toBe(observation);
  });

  test('a message that our own lateness cut off says nothing', () => {
    expect(observationOf(unanswered('timeout'), PATIENCE_MS - 1, PATIENCE_MS)).toBeNull();
  });

  test('a connection that is refused says so at once', () => {
    expect(observationOf(unanswered('connection'), 1, PATIENCE_MS)).toBe('silence');
  });

  test('a refusal is a reply', () => {
    const raw = { httpStatus: 500, rawAnswer: null };
    const refused = { kind: 'refused', efiCode: 11, efiMessage: '', responseUuid: null, ...raw };
    expect(observationOf(refused as Outcome<object>, 1, PATIENCE_MS)).toBe('reply');
  });
});
